import { quotedRanges, quotePlace } from '../markup/quoting.ts';

export type QuotingPlace =
  | 'fence'
  | 'inline-code'
  | 'quotation'
  | 'block-quote'
  | 'indented'
  | 'table-cell'
  | 'log-line'
  | 'discussion';

export interface Quoting {
  readonly place: QuotingPlace;
  /** The words that make it one, where words do. */
  readonly words?: readonly [start: number, end: number];
}

/** How far around a span its author may say what it is. */
const REACH = 320;

/**
 * Words by which an author speaks about a text that is not his own: reports what a page says, analyses an attack, cites a manual.
 * Looked for outside the span only, as whoever wrote the span can claim anything inside it. Only lowers a severity.
 */
const ABOUT: readonly RegExp[] = [
  /\b(?:prompt[- ]?injection|injection|injected|attack(?:er|s)?|malicious|hostile|suspicious|untrusted|phishing|payload|jailbreak|social engineering|attempt(?:s|ed)? to|tries to|tried to|trying to)\b/gi,
  /\b(?:page|site|article|docs?|documentation|manual|readme|guide|issue|ticket|thread|post|comment|mail|e-?mail|message|author|reporter|text|file|output|result|log|tutorial|changelog|readme\.md|web ?page|answer|snippet|document|source)\b[^.!?\n]{0,60}\b(?:say|says|said|state|states|stated|read|reads|tell|tells|told|ask|asks|asked|instruct|instructs|instructed|contain|contains|contained|describe|describes|recommend|recommends|suggest|suggests|mention|mentions|claims?|claimed|warns?|explains?|advises?|shows?|lists?|writes?|quotes?|includes?|holds?|carries|wants?)\b/gi,
  /\b(?:quot(?:e|es|ed|ing)|verbatim|according to|cited|citing|excerpt|for example|e\.g\.|such as|sample|example of|test (?:case|data|input)|fixture|do not follow|don't follow|not follow|ignore it|treat (?:it|this|them) as data|as data|do not act|do not execute|not instructions|translate|translation|summar(?:y|ise|ize) (?:of|the)|classif(?:y|ies)|detect(?:or|ion)?|analys[ei]s|analy[sz]e|review of|whether (?:it|this|the))\b/gi,
  /\b(?:inyección|ataque|malicios[oa]|sospechos[oa]|según|dice|la página|el texto|cita|ejemplo|traduc|analiz)/gi,
  /\b(?:angriff|bösartig|verdächtig|laut|zitat|zitiert|beispiel|übersetz|analysier|die seite (?:sagt|enthält)|der text)/gi,
  /\b(?:attaque|malveillant|suspect|selon|citation|exemple|tradui|analyse|la page (?:dit|contient|demande)|le texte)/gi,
  /(?:инъекци|атак|вредонос|подозритель|согласно|цитат|пример|перевод|анализ|страница (?:говорит|содержит)|текст (?:гласит|содержит))/gi,
  /(?:インジェクション|攻撃|悪意|不審|引用|によると|によれば|と書かれて|と記載|例えば|翻訳|分析|要約)/g,
  /(?:注入|攻击|攻擊|恶意|惡意|可疑|引用|据|根据|写道|内容如下|例如|翻译|分析|摘要)/g,
  /(?:인젝션|공격|악의|의심|인용|에 따르면|라고 (?:적혀|쓰여)|예를 들|번역|분석|요약)/g,
];

/** Deception and attack as things that somebody looks into. */
const STUDIED =
  /(?<!\p{L})(?:(?:prompt[- ]?)?injection|phish|malware|ransomware|trojan|exploit|jailbreak|red[- ]?team|honey-?pot|ctf(?!\p{L})|capture[- ]the[- ]flag|attack (?:strings?|samples?|corpus|prompts?|examples?)|attacker|adversarial|malicious|hostile|scam|spam|fraud|spoof|poisoned|betrug|betrüg|schadsoftware|bösartig|angriffs?(?:beispiel|muster|text)|hameçonnage|malveillant|arnaque|escroquerie|malicios|estafa|fraude|truffa|golpe|oplichting|oszust|dolandır|penipuan|фишинг|вредонос|мошенн|инъекц|шахрай)|钓鱼|恶意|注入|诈骗|木马|攻击样本|フィッシング|悪意|インジェクション|詐欺|マルウェア|피싱|악성|인젝션|사기|फ़िशिंग|फिशिंग|धोखाधड़ी|تصيد|خبيث|احتيال/giu;

/** Whether a person's words announce hostile texts as what is to be looked into. */
export function announcesHostile(wish: string): boolean {
  const text = wish.slice(0, 4_000);
  for (const match of text.matchAll(STUDIED))
    if (!HUNT.test(text.slice(Math.max(0, match.index - 40), match.index))) return true;
  return false;
}

/** Somebody who looks whether there is an attack does not know of one. */
const HUNT =
  /(?<!\p{L})(?:any|whether|if|possible|potential|signs? of|free of|(?:check|look|scan|watch|search)\p{L}* for|against|ob|falls|etwaige|mögliche|auf|si|éventuel\p{L}*|posible\p{L}*|algún|alguna|possíve\p{L}*|eventuali|нет ли|есть ли|возможн\p{L}*)(?!\p{L})[^.!?\n]*$|(?:是否|有没有|かどうか|がないか|있는지)[^。\n]*$/iu;

/** Whether a span is shown rather than said: by its place (fence, marks, table, log) or by words around it. */
export function quoting(text: string, span: readonly [start: number, end: number]): Quoting | undefined {
  const [start, end] = span;
  const from = Math.max(0, start - 20_000);
  const window = text.slice(from, Math.min(text.length, end + 20_000));
  const place = quotePlace(quotedRanges(window), start - from, end - from);
  if (place !== undefined && !(place.place === 'quotation' && isValue(window, place.start)))
    return { place: place.place };
  const lineStart = text.lastIndexOf('\n', Math.max(0, start - 1)) + 1;
  const lineEnd = text.indexOf('\n', end);
  const line = text.slice(lineStart, Math.min(lineEnd < 0 ? text.length : lineEnd, lineStart + 600));
  if (/^\s*\|.*\|\s*$/.test(line)) return { place: 'table-cell' };
  if (
    /^\s*(?:\[?\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}|\d{2}:\d{2}(?::\d{2})?(?=[\s\].,Z])|(?:INFO|WARN|WARNING|ERROR|DEBUG|TRACE)\b)/.test(
      line,
    )
  )
    return { place: 'log-line' };
  const words = saidAbout(text, span);
  return words === undefined ? undefined : { place: 'discussion', words };
}

/** The words that make an order. */
interface Said {
  readonly words: readonly (readonly [start: number, end: number])[];
  readonly said?: readonly [start: number, end: number];
}

/**
 * All the words that make a span an order stand between one pair of quote marks, and whoever wrote around them speaks about them:
 * "… hides a line such as “…” in a page".
 */
export function quotingOfOrder(text: string, { words, said }: Said): Quoting | undefined {
  if (words.length === 0) return undefined;
  const whole = [Math.min(...words.map(([from]) => from)), Math.max(...words.map(([, to]) => to))] as const;
  const isShown = (span: readonly [number, number]): boolean =>
    quoting(text, span)?.place === 'quotation' && saidAbout(text, span) !== undefined;
  return isShown(whole) || (said !== undefined && isShown(said)) ? { place: 'quotation' } : undefined;
}

/** Words around a span by which its author says that it is somebody else's; `foreign` says which words are not the author's own. */
export function saidAbout(
  text: string,
  [start, end]: readonly [start: number, end: number],
  isForeign: (from: number, to: number) => boolean = () => false,
): readonly [start: number, end: number] | undefined {
  const before = [Math.max(0, start - REACH), start] as const;
  const after = [end, Math.min(text.length, end + REACH)] as const;
  for (const [low, high] of [before, after]) {
    const around = text.slice(low, high);
    for (const pattern of ABOUT) {
      for (const match of around.matchAll(pattern)) {
        const from = low + match.index;
        if (!isForeign(from, from + match[0].length)) return [from, from + match[0].length];
      }
    }
  }
  return undefined;
}

/** A quote mark behind `key:` belongs to a dump of data, not to an author who quotes. */
function isValue(text: string, start: number): boolean {
  return /(?:^|[\n{,[])[ \t]*(?:- )?(?:"[^"\n]{1,60}"|'[^'\n]{1,60}'|[\w-]{1,40})\s*[:=]\s*$/.test(
    text.slice(Math.max(0, start - 80), start),
  );
}
