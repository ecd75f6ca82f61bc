/** Whether a person who names something wants it: words under a negation, and words shown as somebody else's, ask for nothing. */

/** A negation in front of what it forbids; in Japanese, Korean and Turkish it stands behind. */
const BEFORE =
  /(?<![\p{L}\p{M}])(?:not|never|don['’]?t|doesn['’]?t|mustn['’]?t|shouldn['’]?t|can['’]?t|cannot|won['’]?t|without|nothing|nobody|avoid|neither|nor|nicht|nichts|kein\p{L}{0,3}|nie|niemals|ohne|ne|pas|jamais|rien|sans|aucun\p{L}{0,2}|no|nunca|jamás|nada|sin|ni|não|nao|sem|non|mai|niente|senza|niet|niets|geen|nooit|zonder|nigdy|nic|bez|не|никогда|ничего|нельзя|без|jangan|tidak|tanpa|sakın|لا|لم|لن|بدون|मत|नहीं)(?![\p{L}\p{M}])|(?<!\p{L})n['’]|不要|别|勿|不得|禁止|不能|不可/iu;
const BEHIND =
  /しない|せず|するな|ないで|禁止|てはいけ|지 ?마|하지 ?않|금지|말아|말 것|(?<!\p{L})\p{L}{2,12}(?:meyin|mayın|meyiniz|mayınız)(?!\p{L})/u;
/** The short form ends as "comme", "name" and "forma" do: only where the sentence is Turkish. */
const BEHIND_TURKISH = /(?<!\p{L})\p{L}{2,12}(?:me|ma)(?!\p{L})/u;
const TURKISH = /[ışğİ]|(?<!\p{L})(?:ve|bir|bu|için|ile|sakın)(?!\p{L})/u;
/** What follows is meant after all. */
const TURNS =
  /(?<!\p{L})(?:but|instead|only|rather|sondern|aber|nur|mais|pero|sino|mas|ma|maar|но|а|ale|tapi)(?!\p{L})|而是|但/giu;
/** "If you do not find it, …": the negation belongs to the condition. */
const CONDITION =
  /^\s*(?:if|when|unless|in case|wenn|falls|si|se|als|jeśli|eğer|kalau|если|如果|若|もし)(?!\p{L})[^,，、]{0,200}[,，、]/iu;

const ENDS = /[!?\n;。！？；]|\.(?=\s|$)/g;

/** The sentence around a place; dots inside addresses end none. */
function sentenceAround(text: string, start: number, end: number): readonly [from: number, to: number] {
  const low = Math.max(0, start - 400);
  let from = low;
  for (const match of text.slice(low, start).matchAll(ENDS)) from = low + match.index + 1;
  ENDS.lastIndex = end;
  const next = ENDS.exec(text);
  ENDS.lastIndex = 0;
  return [from, Math.min(next?.index ?? text.length, end + 400)];
}

/** The words from `start` to `end` are forbidden by the sentence they stand in. */
export function isForbidden(text: string, start: number, end: number): boolean {
  const [from, to] = sentenceAround(text, start, end);
  let before = text.slice(from, start).replace(CONDITION, '');
  let turn = -1;
  for (const match of before.matchAll(TURNS)) turn = match.index + match[0].length;
  if (turn >= 0) before = before.slice(turn);
  const behind = text.slice(end, Math.min(to, end + 60));
  return (
    BEFORE.test(before) || BEHIND.test(behind) || (BEHIND_TURKISH.test(behind) && TURKISH.test(text.slice(from, to)))
  );
}

const QUOTED =
  /"([^"\n]{1,2000})"|“([^”\n]{1,2000})”|«([^»\n]{1,2000})»|„([^“”\n]{1,2000})[“”]|「([^」\n]{1,2000})」|『([^』\n]{1,2000})』|(?<=^|\n)[ \t]*>[^\n]*/g;
/** A value in quote marks is named; a sentence in quote marks is shown. */
const MORE_THAN_A_VALUE = 12;

/** The words from `start` to `end` stand in a longer quotation. */
export function isQuoted(text: string, start: number, end: number): boolean {
  const low = Math.max(0, start - 2_100);
  for (const match of text.slice(low, end + 2_100).matchAll(QUOTED)) {
    const [from, to] = [low + match.index, low + match.index + match[0].length];
    if (from > start) return false;
    if (to >= end && to - from >= end - start + MORE_THAN_A_VALUE) return true;
  }
  return false;
}

/** Mentions of one value that are looked at. */
const MOST_MENTIONS = 20;

/** The first mention of a value that is neither forbidden nor only shown. */
export function wantedAt(text: string, value: string): readonly [start: number, end: number] | undefined {
  let at = text.indexOf(value);
  for (let looked = 0; at >= 0 && looked < MOST_MENTIONS; looked++) {
    const end = at + value.length;
    if (!isForbidden(text, at, end) && !isQuoted(text, at, end)) return [at, end];
    at = text.indexOf(value, end);
  }
  return undefined;
}
