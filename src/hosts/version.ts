/** Host versions are three numbers. A missing or odd version compares as unknown, never as zero. */
export type VersionParts = readonly [number, number, number];

/** The version that was parsed last: it is asked for again and again, record after record. */
let lastText: string | undefined;
let lastParts: VersionParts | undefined;

export function parseVersion(text: string | undefined): VersionParts | undefined {
  if (text !== lastText) {
    lastText = text;
    lastParts = text === undefined ? undefined : partsOf(text);
  }
  return lastParts;
}

function partsOf(text: string): VersionParts | undefined {
  const match = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})/.exec(text);
  return match === null ? undefined : [Number(match[1]), Number(match[2]), Number(match[3])];
}

export function compareVersions(a: VersionParts, b: VersionParts): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}

/** Orders version strings; unknown ones last, then by text. */
export function byVersion(a: string, b: string): number {
  const left = parseVersion(a);
  const right = parseVersion(b);
  if (left !== undefined && right !== undefined) {
    const order = compareVersions(left, right);
    if (order !== 0) return order;
  } else if (left !== undefined || right !== undefined) return left !== undefined ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}
