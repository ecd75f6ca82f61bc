import { rot13 } from '../../base/rot13.ts';
import { viewsOf } from '../match/encodings.ts';
import { readEntity, readEscape } from '../match/escapes.ts';
import { FoldBuffer, fold } from '../match/fold.ts';
import { toText } from '../match/view.ts';
import { isInvisible } from '../match/words.ts';
import { secretsIn } from './secrecy.ts';

/** A secret, and the characters by which a text says it: as it is, encoded, disguised, or cut off. */
export interface Spelling {
  readonly secret: string;
  readonly as: string;
}

/** What a text says once an encoding or a disguise is undone, and where each part of that stands in the text. */
export interface Reading {
  readonly text: string;
  place(from: number, to: number): [start: number, end: number];
}

/** Longest text that is read backwards and turned by rot13 as a whole, on no sign that it should be. */
const LONGEST_TURNED = 20_000;

/** Secrets that stand in a text as they are. A key file ends where it says so, whatever follows. */
export function plainSecrets(text: string): string[] {
  return secretsIn(text).map(({ start, end }) => keyEnd(text.slice(start, end)));
}

function keyEnd(secret: string): string {
  return secret.replace(/(-----END [A-Z ]{1,40}-----)[\s\S]*$/, '$1');
}

/** Readings worth a whole search. */
export function readingsOf(text: string): Reading[] {
  const readings: Reading[] = viewsOf(text).views.map((view) => ({
    text: view.text,
    place: (from, to) => toText(view, from, to),
  }));
  const plain = undisguised(text);
  if (plain !== undefined) readings.push(plain);
  for (const match of text.matchAll(/[A-Za-z0-9+/_-]{24,}/g))
    for (const shift of [1, 2, 3]) readings.push(...shifted(match[0], match.index, shift));
  return readings;
}

/** A run of base64 whose beginning was cut off, read from one of the places where four characters may begin. */
function shifted(run: string, base: number, shift: number): Reading[] {
  const bytes = Buffer.from(run.slice(shift), 'base64');
  for (const byte of bytes.subarray(0, -1))
    if (byte > 0x7e || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return [];
  const place = (from: number, to: number): [number, number] => [
    base + (from < 3 ? 0 : shift + Math.floor((from * 4) / 3)),
    base + Math.min(run.length, shift + Math.ceil((to * 4) / 3)),
  ];
  return [{ text: bytes.toString('latin1'), place }];
}

/** Secrets in readings of a text: in the encodings that flows are followed through, in look-alike and invisible characters, turned round. */
export function encodedSecrets(text: string): Spelling[] {
  const readings = readingsOf(text);
  if (text.length <= LONGEST_TURNED) readings.push(turned(text), backwards(text));
  return readings.flatMap((reading) =>
    plainSecrets(reading.text).flatMap((secret) => spellings(text, reading, secret)),
  );
}

/** Every place of a reading that says the secret, as the text spells it. */
export function spellings(text: string, reading: Reading, secret: string): Spelling[] {
  const found: Spelling[] = [];
  for (let at = reading.text.indexOf(secret); at >= 0; at = reading.text.indexOf(secret, at + secret.length)) {
    found.push({ secret, as: text.slice(...reading.place(at, at + secret.length)) });
  }
  return found;
}

/** Fewer folded letters and digits than these are shared by chance. */
const FEWEST_UNITS = 10;

/** Known secrets in texts that spell them in other case, with white space, quotes, escapes or invisible characters between. */
export class DisguisedSecrets {
  private readonly buffer = new FoldBuffer();
  private readonly wanted: { secret: string; units: Buffer }[];

  constructor(secrets: readonly string[]) {
    this.wanted = secrets.flatMap((secret) => {
      const units = Buffer.from(fold(secret, this.buffer).units);
      return units.length < FEWEST_UNITS ? [] : [{ secret, units }];
    });
  }

  in(text: string): Spelling[] {
    if (this.wanted.length === 0 || text.length < FEWEST_UNITS) return [];
    const { units, starts, ends } = fold(text, this.buffer);
    const folded = Buffer.from(units.buffer, units.byteOffset, units.length);
    return this.wanted.flatMap(({ secret, units: needle }) => {
      const found: Spelling[] = [];
      for (let at = folded.indexOf(needle); at >= 0; at = folded.indexOf(needle, at + needle.length)) {
        found.push({ secret, as: text.slice(starts[at]!, ends[at + needle.length - 1]!) });
      }
      return found;
    });
  }
}

/** Beginnings of secrets, by the same signs as whole ones: what is left before the mark of a cut. */
const CUT =
  /(?:\b(?:gh[pousr]_|github_pat_|gl(?:pat|dt|rt|ptt|cbt|oas)-|xox[abeoprs]-|sk-ant-|sk-proj-|[rs]k_live_|npm_|pypi-|hf_|do[oprt]_v1_|A(?:KIA|SIA|BIA|CCA)|AIza|ya29\.|SG\.|eyJ)[\w.+/=-]{3,}|\bsk-\w{12,}|(?<=AccountKey=)[\w+/=]{3,}|(?<=\bbearer\s{1,3})(?=\D{0,80}\d)[\w.~+/=-]{5,}|(?<=(?:secret|token|passwd|password|passphrase|api[_-]?key|access[_-]?key|private[_-]?key|credential)\w{0,20}["']?\s{0,3}(?:=|:|=>)\s{0,3}["']?)(?=\D{0,80}\d)[\w+/=.~!@#%^&*-]{5,}|(?<=:\/\/[^\s/:@'"]{1,64}:)(?=[^a-z]{0,80}[a-z])[^\s/:@'"]{4,}|(?<=hooks\.slack\.com\/services\/)[\w/]{3,}|\b\d{8,10}:AA[\w-]{3,})$/i;
const MOST_CUTS = 20;
const CUT_WINDOW = 1_000;

/** Secrets that were cut off (`…`), so that no pattern of a whole one fits. `as` includes the mark. */
export function cutSecrets(text: string): Spelling[] {
  const found: Spelling[] = [];
  let at = text.indexOf('…');
  for (let cuts = 0; at >= 0 && cuts < MOST_CUTS; cuts += 1, at = text.indexOf('…', at + 1)) {
    const head = text.slice(Math.max(0, at - CUT_WINDOW), at);
    const plain = CUT.exec(head)?.[0];
    if (plain !== undefined) found.push({ secret: plain, as: `${plain}…` });
    for (const reading of readingsOf(head)) {
      const inside = CUT.exec(reading.text);
      if (inside === null) continue;
      const [start, end] = reading.place(inside.index, reading.text.length);
      // A last group of the encoding may be incomplete.
      if (end >= head.length - 4) found.push({ secret: inside[0], as: `${head.slice(start)}…` });
    }
  }
  return found;
}

/** A text without escapes (single ones too), entities, invisible characters and compatibility forms; undefined where it has none. */
function undisguised(text: string): Reading | undefined {
  if (!/[^\x00-\x7f]|\\[ux"']|&#|%[2-7][0-9a-f]/i.test(text)) return undefined;
  const parts: string[] = [];
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = 0; at < text.length; ) {
    const point = text.codePointAt(at)!;
    let end = at + (point > 0xffff ? 2 : 1);
    let said = String.fromCodePoint(point);
    const percent = point === 37 ? /^%[2-7][0-9a-f]/i.exec(text.slice(at, at + 3))?.[0] : undefined;
    if (percent !== undefined) {
      said = String.fromCharCode(Number.parseInt(percent.slice(1), 16));
      end = at + 3;
    } else if (point === 92 || point === 38) {
      const read = point === 92 ? readEscape(text, at) : readEntity(text, at);
      if (read.point >= 0) {
        said = String.fromCodePoint(read.point);
        end = read.end;
      } else if (point === 92 && /["']/.test(text[read.end] ?? '')) {
        said = '';
        end = read.end;
      }
    }
    if (said !== '' && isInvisible(said.codePointAt(0)!)) said = '';
    else if (said > '\x7f') said = said.normalize('NFKC');
    for (let unit = 0; unit < said.length; unit += 1) {
      starts.push(at);
      ends.push(end);
    }
    parts.push(said);
    at = end;
  }
  const plain = parts.join('');
  return plain === text ? undefined : { text: plain, place: (from, to) => [starts[from]!, ends[to - 1]!] };
}

function turned(text: string): Reading {
  return { text: rot13(text), place: (from, to) => [from, to] };
}

/** By UTF-16 units: secrets are ASCII. */
function backwards(text: string): Reading {
  return { text: text.split('').reverse().join(''), place: (from, to) => [text.length - to, text.length - from] };
}
