import type { Disguise } from './model.ts';

export interface HiddenRun {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
  readonly disguise: Disguise;
}

const TAG_RUN = /[\u{e0000}-\u{e007f}]{4,4096}/gu;
/** Shortest run of the base64 alphabet that is decoded. A longer one than `LONGEST` is decoded in pieces: a blob costs no memory. */
const SHORTEST = 24;
const LONGEST = 4096;
const IN_RUN = new Uint8Array(128);
for (let code = 0; code < 128; code++) if (/[A-Za-z0-9+/_-]/.test(String.fromCharCode(code))) IN_RUN[code] = 1;

/** Long runs of the base64 alphabet with up to two `=` behind. A run of that size covers every 24th place: most others are not looked at. */
function* longRuns(text: string): Generator<[start: number, end: number]> {
  for (let at = 0; at + SHORTEST <= text.length; ) {
    let back = at + SHORTEST - 1;
    while (back >= at && inRun(text, back)) back--;
    if (back >= at) {
      at = back + 1;
      continue;
    }
    let end = at + SHORTEST;
    while (end - at < LONGEST && end < text.length && inRun(text, end)) end++;
    for (let signs = 0; signs < 2 && text.charCodeAt(end) === 61; signs++) end++;
    yield [at, end];
    at = end;
  }
}

function inRun(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code < 128 && IN_RUN[code] === 1;
}

/**
 * Text that stands in a text unseen: Unicode tag characters, and base64 or hex that decodes to plain words. One level; deeper
 * nesting is for the matching tiers.
 */
export function hiddenRuns(text: string): HiddenRun[] {
  const runs: HiddenRun[] = [];
  if (text.includes('\u{db40}')) {
    for (const match of text.matchAll(TAG_RUN)) {
      const decoded = [...match[0]]
        .map((char) => char.codePointAt(0)! - 0xe0000)
        .map((code) => (code < 0x20 ? (code === 0x0a ? '\n' : '') : String.fromCharCode(code)))
        .join('');
      runs.push({ start: match.index, end: match.index + match[0].length, decoded, disguise: 'tag-characters' });
    }
  }
  for (const [start, end] of longRuns(text)) {
    const body = text.slice(start, end);
    if (body.length >= 48 && /^[0-9a-fA-F]+$/.test(body)) {
      const words = printable(Buffer.from(body, 'hex'));
      if (words !== undefined) runs.push({ start, end, decoded: words, disguise: 'encoded' });
      continue;
    }
    // `<` in front gives P, W or 8 at one of three phases; running words hold neither digits nor inner capitals.
    if (!/[A-Z]/.test(body) || !/[a-z]/.test(body)) continue;
    const decoded = printable(Buffer.from(body.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
    if (decoded !== undefined) runs.push({ start, end, decoded, disguise: 'encoded' });
  }
  return runs;
}

/** The bytes as text if the first 48 are plain text with brackets or blanks; blobs end here at once. */
function printable(bytes: Buffer): string | undefined {
  // The first bytes tell a blob from words; a cut multi-byte character at the end is no blob.
  const head = bytes.subarray(0, 60).toString('utf8').slice(0, -1);
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffd]/.test(head)) return undefined;
  const text = bytes.toString('utf8');
  return /[ <[]/.test(head) ? text : undefined;
}
