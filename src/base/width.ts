/** Columns that a text takes on a terminal. East Asian wide and emoji count two, combining marks none. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18cff}\u{1aff0}-\u{1b16f}\u{1f200}-\u{1f265}\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}/u;
const ZERO = /[\p{Mn}\p{Me}\u200d]/u;
const ASCII = /^[\x20-\x7e]*$/;

export function widthOf(text: string): number {
  if (ASCII.test(text)) return text.length;
  let columns = 0;
  for (const character of text) columns += charWidth(character);
  return columns;
}

function charWidth(character: string): number {
  if (character < '\u0300') return 1;
  if (WIDE.test(character)) return 2;
  return ZERO.test(character) ? 0 : 1;
}

/** Cut to `columns`, the last one an ellipsis where something was cut. */
export function fit(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let used = 0;
  let kept = '';
  for (const character of text) {
    const width = charWidth(character);
    if (used + width > columns - 1) break;
    used += width;
    kept += character;
  }
  return `${kept}…`;
}

export function padEnd(text: string, columns: number): string {
  const missing = columns - widthOf(text);
  return missing > 0 ? text + ' '.repeat(missing) : text;
}

/** Breaks at spaces so that no line is wider than `columns`; a longer word stands alone and is cut hard. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      const candidate = line === '' ? word : `${line} ${word}`;
      if (widthOf(candidate) <= columns) {
        line = candidate;
        continue;
      }
      if (line !== '') lines.push(line);
      line = word;
      while (widthOf(line) > columns) {
        const head = fit(line, columns).slice(0, -1);
        if (head === '') break;
        lines.push(head);
        line = line.slice(head.length);
      }
    }
    lines.push(line);
  }
  return lines;
}
