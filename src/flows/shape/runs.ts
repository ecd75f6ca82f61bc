import { EFFECT_BITS } from './effect-bits.ts';
import type { Judged } from './judge.ts';
import { BIT, RUNS, type RunTable, verbBit } from './lookup.ts';

/** `?` and `!` inside an address end no sentence. */
const SENTENCE = /(?:[^。！？!?\n]|[!?](?=[\w&=%$-]))+[。！？!?]?/gu;
const KANA = /[\u3040-\u30ff]/;
const HAN = /[\u3400-\u9fff]/;
const HANGUL = /[\uac00-\ud7af]/;
/** A sentence longer than this is cut. */
const MAX_SENTENCE = 400;

/** Reads sentences of languages without blanks between words, and of Korean, whose endings stick to the stem. */
export function readRuns(text: string): Judged[] {
  if (!KANA.test(text) && !HAN.test(text) && !HANGUL.test(text)) return [];
  const found: Judged[] = [];
  for (const match of text.matchAll(SENTENCE)) {
    for (let from = 0; from < match[0].length; from += MAX_SENTENCE) {
      const sentence = match[0].slice(from, from + MAX_SENTENCE);
      const language = KANA.test(sentence)
        ? 'ja'
        : HANGUL.test(sentence)
          ? 'ko'
          : HAN.test(sentence)
            ? 'zh'
            : undefined;
      if (language === undefined) continue;
      const table = RUNS.find((one) => one.language === language)!;
      const judged = judgeRun(sentence, match.index + from, table);
      if (judged !== undefined) found.push(judged);
    }
  }
  return found;
}

/** Whoever has this very text before it. */
const READS_THIS =
  /(?:この|本)[^。\n]{0,12}(?:を読む|を読んだ|を処理|を見|を要約)|(?:阅读|处理|读取|查看|看到)(?:本|此|这)|이[^.\n]{0,10}(?:를|을) ?(?:읽|처리|보)/u;

/** Latin letters amid other Latin letters: the `ai` of an address is no machine reader. */
function isPartOfWord(sentence: string, at: number, found: string): boolean {
  return (
    (LATIN.test(found[0]!) && LATIN.test(sentence[at - 1] ?? '')) ||
    (LATIN.test(found.at(-1)!) && LATIN.test(sentence[at + found.length] ?? ''))
  );
}

const LATIN = /[A-Za-z0-9]/;

interface Mark {
  readonly start: number;
  readonly end: number;
  readonly features: number;
  readonly verbs: number;
}

function judgeRun(sentence: string, offset: number, table: RunTable): Judged | undefined {
  const marks: Mark[] = [];
  for (const match of sentence.matchAll(table.pattern)) {
    const entry = table.entries.get(match[0].toLowerCase());
    if (isPartOfWord(sentence, match.index, match[0])) continue;
    if (entry !== undefined) marks.push({ start: match.index, end: match.index + match[0].length, ...entry });
  }
  if (marks.length === 0) return undefined;
  const features = new Set<string>();
  const words: (readonly [number, number])[] = [];
  const all = marks.reduce((mask, mark) => mask | mark.features, 0);
  const verbs = marks.reduce((mask, mark) => mask | mark.verbs, 0);
  const say = (feature: string, ...bits: number[]): void => {
    features.add(feature);
    for (const mark of marks)
      if (bits.some((bit) => (mark.features & bit) !== 0)) words.push([offset + mark.start, offset + mark.end]);
  };
  const has = (...bits: number[]): boolean => bits.every((bit) => (all & bit) !== 0);
  const first = marks.find((mark) => mark.verbs !== 0);
  const opens =
    table.language === 'zh' && first !== undefined && /^[\s\d.、*#\-:："“「>]*$/.test(sentence.slice(0, first.start));
  // `보내고 언급하지 마세요`: the mood of the last verb, a prohibition, orders the verbs before the joint.
  const joined =
    table.language === 'ko' &&
    first !== undefined &&
    (verbs & EFFECT_BITS) !== 0 &&
    /(?:고|며|뒤|다음|서)[\s,][^.!?\n]*(?:지 ?(?:마세요|마십시오|마라|말 ?것|마시오)|않는다|말고)/u.test(
      sentence.slice(first.end),
    );
  const forbids = has(BIT.negation) && has(BIT.imperative);
  const orders = verbs !== 0 && (has(BIT.imperative) || has(BIT.please) || has(BIT.duty) || opens || joined);
  let ordered = 0;
  if (orders) {
    for (const mark of marks) if (mark.verbs !== 0) words.push([offset + mark.start, offset + mark.end]);
    if (forbids && (verbs & EFFECT_BITS) === 0) features.add('prohibition');
    else {
      ordered = verbs;
      features.add(has(BIT.imperative) || opens || joined ? 'imperative' : 'duty');
    }
  }
  if (has(BIT.ignore, BIT.prior, BIT.rules))
    say(orders || has(BIT.imperative) ? 'override' : 'override-mentioned', BIT.ignore, BIT.prior, BIT.rules);
  if (has(BIT.negation, BIT.reveal, BIT.person)) say('conceal', BIT.negation, BIT.reveal, BIT.person);
  else if (orders && has(BIT.negation, BIT.reveal)) say('hush', BIT.negation, BIT.reveal);
  if (has(BIT.secretly)) say('secretly', BIT.secretly);
  if (has(BIT.reader) && (orders || has(BIT.you) || READS_THIS.test(sentence))) say('addressee', BIT.reader);
  if (has(BIT.reader) && READS_THIS.test(sentence)) features.add('reads-this');
  if (has(BIT.body, BIT.claim)) say('authority', BIT.body, BIT.claim);
  if (has(BIT.allow) && (has(BIT.you) || has(BIT.reader))) say('permission', BIT.allow);
  if (has(BIT.skip, BIT.check)) say('unchecked', BIT.skip, BIT.check);
  if (has(BIT.before, BIT.task) && orders) say('precondition', BIT.before, BIT.task);
  if (features.size === 0 || ((ordered & verbBit('do')) === ordered && ordered !== 0 && features.size === 1))
    return features.size === 0 ? undefined : finish();
  return finish();

  function finish(): Judged {
    words.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return { start: offset, end: offset + sentence.length, language: table.language, features, ordered, words };
  }
}
