/**
 * Makes hostile text safe to show. Evidence is written by whoever wants to be read: escape sequences move a terminal's cursor, bidi
 * marks turn a line around, zero-width characters hide words. Nothing is dropped; what cannot be seen is made visible.
 */

/** C0 and DEL, C1, soft hyphen, joiners, bidi marks and isolates, line and paragraph separators, fillers, tag characters, lone surrogates. */
const UNSAFE =
  /[\u034f\u180b-\u180d\u180f]|[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}\ud800-\udfff]/gu;

/** Every unsafe character as a mark: control pictures for C0, `⟨U+202E⟩` for the rest. `\n` and `\t` are unsafe too unless kept. */
export function visible(text: string, keep: '' | '\n' | '\n\t' = ''): string {
  return text.replace(UNSAFE, (character) => (keep.includes(character) ? character : mark(character)));
}

function mark(character: string): string {
  const code = character.codePointAt(0)!;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '␡';
  return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
}

/** One line for a table cell or a sentence: white-space runs become one space, the rest as `visible`. */
export function oneLine(text: string): string {
  return visible(text.replace(/[\s\u0085]+/g, (run) => (run.includes('\ufeff') ? run : ' ')).trim());
}

/** At most `limit` UTF-16 units, never half a character; says how much is missing. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = Math.max(0, limit - 1);
  const last = text.charCodeAt(end - 1);
  if (last >= 0xd800 && last <= 0xdbff) end -= 1;
  return `${text.slice(0, end)}…`;
}

/** Whether a text could move, hide or turn anything on a terminal. `\n` is allowed: outputs have lines. */
export function isSafeForTerminal(text: string): boolean {
  UNSAFE.lastIndex = 0;
  for (const match of text.matchAll(UNSAFE)) if (match[0] !== '\n') return false;
  return true;
}
