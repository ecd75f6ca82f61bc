import type { Disguise } from './model.ts';

export interface HiddenRun {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
  readonly disguise: Disguise;
}

const TAG_RUN = /[\u{e0000}-\u{e007f}]{4,4096}/gu;
/** At least 24 characters of the alphabet. Longer runs are decoded in pieces, so that a blob neither costs memory nor stack. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{24,4096}={0,2}/g;

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
  for (const match of text.matchAll(BASE64_RUN)) {
    const body = match[0];
    if (body.length >= 48 && /^[0-9a-fA-F]+$/.test(body)) {
      const words = printable(Buffer.from(body, 'hex'));
      if (words !== undefined)
        runs.push({ start: match.index, end: match.index + body.length, decoded: words, disguise: 'encoded' });
      continue;
    }
    // `<` in front gives P, W or 8 at one of three phases; running words hold neither digits nor inner capitals.
    if (!/[A-Z]/.test(body) || !/[a-z]/.test(body)) continue;
    const decoded = printable(Buffer.from(body.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
    if (decoded !== undefined)
      runs.push({ start: match.index, end: match.index + match[0].length, decoded, disguise: 'encoded' });
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
