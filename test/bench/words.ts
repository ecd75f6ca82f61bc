import type { Random } from './random.ts';

const WORDS =
  'account alarm anchor answer archive arrow balance basket batch beacon border branch bridge budget buffer cable cache candle canvas carbon cargo carrier castle caution cedar census chain channel chapter charter circle client clock cloud cluster coast column comet common compass concert contract copper corner cotton courier credit crystal current cycle danger debit decade delta deposit desert detail device dialog digest dinner divide doctor domain donor double draft drawer driver eagle early earth echo edge editor effort elder empire engine enter equal error escape event exact expert export fabric factor falcon family farmer feature fiber field figure filter final finger flight forest format formula fossil frame freight future galaxy garden gather gauge general ginger glacier global golden gravel ground harbor harvest hazard header heater helmet hollow humble hunter import income index ingest injury inner input insect invoice island jacket journal jungle kernel kettle ladder lagoon launch layer leader ledger legend lesson letter level limit linear liquid local logic lumber magnet manner marble margin market marker master matter meadow member memory mentor merge metal meter middle mirror mobile module moment monitor morning motion native nature needle network nickel normal notice number object ocean office option orange orbit order origin output owner packet paddle palace panel parcel parent parser pattern payload pencil people pepper phase photo pilot planet plate pocket policy portal powder prefix profile prompt proof public pulse query quiet quota rabbit radius random ratio reason record region remote render report rescue result ribbon river rocket route sample scale schema screen script season secret sector sensor series server shadow shelter signal silver simple single sketch socket source sphere spider spring square stable stage static status stone storm stream street string studio summer supply surface switch symbol system table target tempo tenant thread ticket timber token tower track trade traffic travel treaty trigger tunnel turbine update upload valley value vector vendor vessel village violin virtual vision volume walnut window winter worker yellow zenith'.split(
    ' ',
  );

/** Prose of about `length` characters. */
export function prose(random: Random, length: number): string {
  const parts: string[] = [];
  for (let size = 0; size < length; ) {
    const word = random.pick(WORDS);
    parts.push(random.chance(0.08) ? `${word}.` : word);
    size += word.length + 1;
  }
  return parts.join(' ');
}

/** Source code of about `length` characters: quotes, brackets and line breaks, all of which JSON has to escape. */
export function code(random: Random, length: number): string {
  const lines: string[] = [];
  for (let size = 0; size < length; ) {
    const [a, b, c] = [random.pick(WORDS), random.pick(WORDS), random.pick(WORDS)];
    const line = random.pick([
      `  const ${a} = ${b}.${c}("${prose(random, 20)}");`,
      `  if (${a} !== ${random.below(1000)}) return { ${b}: "${c}", at: ${random.below(9999)} };`,
      `\t// ${prose(random, 40)}`,
      `export function ${a}(${b}, ${c}) {`,
      '}',
    ]);
    lines.push(line);
    size += line.length + 1;
  }
  return lines.join('\n');
}

/** As the Read tool shows a file: a gutter with an arrow that is no ASCII. */
export function numbered(text: string): string {
  return text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}→${line}`)
    .join('\n');
}
