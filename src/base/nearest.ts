/** The known name that a mistyped one most likely meant, or undefined where none is close. For error messages. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.ceil(name.length / 3)) + 1;
  for (const candidate of known) {
    const distance = editDistance(fold(name), fold(candidate));
    if (distance < least) {
      least = distance;
      best = candidate;
    }
  }
  return best;
}

const fold = (name: string): string => name.toLowerCase().replace(/[-_\s]/g, '');

/** Edits of one character, or a swap of two neighbours, that turn one word into the other. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const table = new Uint16Array((a.length + 1) * width);
  const cell = (row: number, column: number): number => table[row * width + column]!;
  for (let column = 0; column < width; column++) table[column] = column;
  for (let row = 1; row <= a.length; row++) {
    table[row * width] = row;
    for (let column = 1; column < width; column++) {
      const same = a[row - 1] === b[column - 1] ? 0 : 1;
      let least = Math.min(cell(row - 1, column) + 1, cell(row, column - 1) + 1, cell(row - 1, column - 1) + same);
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]) {
        least = Math.min(least, cell(row - 2, column - 2) + 1);
      }
      table[row * width + column] = least;
    }
  }
  return cell(a.length, b.length);
}
