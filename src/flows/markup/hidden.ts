import type { Disguise } from './model.ts';

export interface HiddenRun {
  readonly start: number;
  readonly end: number;
  readonly decoded: string;
  readonly disguise: Disguise;
}

const TAG_RUN = /[\u{e0001}\u{e0020}-\u{e007f}]{4,4096}/gu;
/** At least 24 characters of the alphabet. Longer runs are decoded in pieces, so that a blob neither costs memory nor stack. */
const BASE64_RUN = /[A-Za-z0-9+/_-]{24,4096}={0,2}/g;
const HEX_RUN = /(?:[0-9a-fA-F]{2}[ :]?){24,4096}/g;

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
        .filter((code) => code >= 0x20)
        .map((code) => String.fromCharCode(code))
        .join('');
      runs.push({ start: match.index, end: match.index + match[0].length, decoded, disguise: 'tag-characters' });
    }
  }
  for (const match of text.matchAll(BASE64_RUN)) {
    const body = match[0];
    // `<` in front gives P, W or 8 at one of three phases; running words hold neither digits nor inner capitals.
    if (!/[A-Z]/.test(body) || !/[a-z]/.test(body)) continue;
    const decoded = printable(Buffer.from(body.replace(/-/g, '+').replace(/_/g, '/'), 'base64'));
    if (decoded !== undefined)
      runs.push({ start: match.index, end: match.index + match[0].length, decoded, disguise: 'encoded' });
  }
  for (const match of text.matchAll(HEX_RUN)) {
    const decoded = printable(Buffer.from(match[0].replace(/[ :]/g, ''), 'hex'));
    if (decoded !== undefined)
      runs.push({ start: match.index, end: match.index + match[0].length, decoded, disguise: 'encoded' });
  }
  return runs;
}

/** The bytes as text if the first 48 are plain text with brackets or blanks; blobs end here at once. */
function printable(bytes: Buffer): string | undefined {
  const head = bytes.subarray(0, 48);
  for (const byte of head)
    if (!((byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d || byte === 0x09 || byte >= 0xc2))
      return undefined;
  const text = bytes.toString('utf8');
  return text.includes('\ufffd') || !/[ <[]/.test(text) ? undefined : text;
}
