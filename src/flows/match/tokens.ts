import { hostOf } from '../hosts.ts';
import { codesOf } from './codes.ts';

/** Distinctive strings that survive rewording and translation: where a text holds none of another's sentences it may still hold these. */
export type TokenKind = 'url' | 'email' | 'host' | 'path' | 'id' | 'secret';

export interface Token {
  readonly kind: TokenKind;
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** Bits before rarity is looked at. A host or a path is easily common ground, a key is not. */
export const TOKEN_BITS: Readonly<Record<TokenKind, number>> = {
  secret: 40,
  url: 34,
  email: 30,
  id: 26,
  host: 20,
  path: 16,
};

const SHORTEST = 6;
const LONGEST = 400;

const BREAK = 0;
const WORD = 1;
const INNER = 2;
/** Belongs to a token only behind `scheme://`. */
const IN_URL = 3;
const CLASS = new Uint8Array(128);
for (let code = 33; code < 127; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z0-9]/.test(character)) CLASS[code] = WORD;
  else if (/[-./_~:@+]/.test(character)) CLASS[code] = INNER;
  else if (/[#%?&=]/.test(character)) CLASS[code] = IN_URL;
}

const HAS_SLASH = 1;
const HAS_DOT = 2;
const HAS_AT = 4;
const HAS_DIGIT = 8;
const HAS_LETTER = 16;

/** Calls back for every stretch of token characters that could be a token: cheap enough for every byte of a case. */
export function eachCandidate(
  text: string,
  found: (start: number, end: number, hash: number, marks: number) => void,
): void {
  const length = text.length;
  const codes = codesOf(text);
  let at = 0;
  while (at < length) {
    let code = codes[at]!;
    let kind = code < 128 ? CLASS[code]! : BREAK;
    // Paths may start with a sign.
    if (kind !== WORD && code !== 47 && code !== 126 && code !== 46 && code !== 43) {
      at++;
      continue;
    }
    const start = at;
    let end = at;
    let hash = 0;
    let hashAtEnd = 0;
    let marks = 0;
    let url = false;
    while (kind !== BREAK) {
      if (kind === IN_URL && !url) break;
      if (code === 58) {
        const next = codes[at + 1]!;
        if (next === 47 && codes[at + 2]! === 47) url = true;
        else if (!(next >= 48 && next <= 57)) break;
      }
      hash = (Math.imul(hash, 0x01000193) + code) | 0;
      at++;
      if (kind === WORD || code === 47 || code === 61) {
        end = at;
        hashAtEnd = hash;
        marks |= code <= 57 && code >= 48 ? HAS_DIGIT : code === 47 ? HAS_SLASH : HAS_LETTER;
      } else if (code === 46) marks |= HAS_DOT;
      else if (code === 64) marks |= HAS_AT;
      code = codes[at]!;
      kind = code < 128 ? CLASS[code]! : BREAK;
    }
    const size = end - start;
    if (size < SHORTEST || size > LONGEST) continue;
    if ((marks & (HAS_SLASH | HAS_DOT | HAS_AT)) === 0 && ((marks & HAS_DIGIT) === 0 || size < 8)) continue;
    found(start, end, mixed(hashAtEnd), marks);
  }
}

export function hashToken(value: string): number {
  let hash = 0;
  for (let at = 0; at < value.length; at++) hash = (Math.imul(hash, 0x01000193) + value.charCodeAt(at)) | 0;
  return mixed(hash);
}

function mixed(hash: number): number {
  const value = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (value ^ (value >>> 13)) >>> 0;
}

/** The tokens of a text; a URL and an address also give their host. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  eachCandidate(text, (start, end) => {
    const value = text.slice(start, end);
    const kind = kindOf(value);
    if (kind !== undefined) tokens.push({ kind, value, start, end });
    const host = hostWithin(value);
    if (host !== undefined)
      tokens.push({
        kind: 'host',
        value: host.value,
        start: start + host.at,
        end: start + host.at + host.value.length,
      });
  });
  return tokens;
}

const SECRET =
  /^(?:(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_\w{30,}|glpat-[\w-]{18,}|xox[abprs]-[\w-]{10,}|A(?:KIA|SIA)[A-Z0-9]{16}|AIza[\w-]{30,}|eyJ[\w-]{10,}\.eyJ[\w-]{10,}\.?[\w-]*|npm_[A-Za-z0-9]{30,}|hf_[A-Za-z0-9]{30,})$/;
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.){1,8}[a-z]{2,18}$/i;
/** Endings that no registry will give out (RFC 2606, RFC 7686), but texts use. */
const RESERVED = /\.(?:example|test|invalid|onion)$/i;
/** Endings that are far more often a file's than a host's. */
const FILE_ENDING =
  /\.(?:js|ts|tsx|jsx|mjs|cjs|json|jsonl|md|py|go|rs|java|kt|c|h|cc|cpp|hpp|cs|rb|php|sh|yml|yaml|toml|lock|txt|html|css|scss|xml|svg|png|jpg|gif|pdf|csv|tsv|sql|log|env|ini|cfg|conf|test|spec|map|d|vue|swift|ipynb|zip|gz|tar|bak|tmp)$/i;

export function kindOf(value: string): TokenKind | undefined {
  if (/^[a-z][a-z0-9+.-]{1,15}:\/\/[^/]/i.test(value)) return 'url';
  if (SECRET.test(value)) return 'secret';
  const at = value.indexOf('@');
  if (at > 0 && HOST.test(value.slice(at + 1)) && /^[\w.+-]+$/.test(value.slice(0, at))) return 'email';
  if (value.includes('/')) {
    const host = value.slice(0, value.indexOf('/'));
    if (HOST.test(host) && !FILE_ENDING.test(host)) return 'url';
    return /^(?:~|\.{0,2})\/?[\w.@+-]+(?:\/[\w.@+=-]+)+\/?$/.test(value) && value.length >= 8 ? 'path' : undefined;
  }
  if (HOST.test(value)) {
    if (FILE_ENDING.test(value)) return value.length >= 10 ? 'path' : undefined;
    return hostOf(value) !== undefined || RESERVED.test(value) ? 'host' : undefined;
  }
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(value)) return 'id';
  if (/^[0-9a-f]{12,128}$/i.test(value) && /[a-f]/i.test(value)) return 'id';
  // Accounts, order numbers, phone numbers: long runs of digits, or letters and digits well mixed.
  if (/^[+]?\d[\d-]{8,}\d$/.test(value)) return 'id';
  if (/^(?:[A-Za-z]{1,6}[-_]?)?\d{5,}[A-Za-z0-9-]*$/.test(value)) return 'id';
  if (value.length >= 12 && /^[\w-]+$/.test(value) && changes(value) >= 4) return 'id';
  return undefined;
}

/** How often a string goes from letters to digits or back. */
function changes(value: string): number {
  let count = 0;
  for (let at = 1; at < value.length; at++) {
    if (/\d/.test(value[at]!) !== /\d/.test(value[at - 1]!) && /[A-Za-z0-9]{2}/.test(value.slice(at - 1, at + 1)))
      count++;
  }
  return count;
}

export function hostWithin(value: string): { value: string; at: number } | undefined {
  const scheme = value.indexOf('://');
  const start = scheme > 0 ? scheme + 3 : value.includes('@') ? value.indexOf('@') + 1 : 0;
  if (start === 0 && !/[/:]/.test(value)) return undefined;
  const rest = value.slice(start);
  const end = rest.search(/[/:?#]/);
  const host = end < 0 ? rest : rest.slice(0, end);
  return host.length >= SHORTEST && HOST.test(host) && !FILE_ENDING.test(host) ? { value: host, at: start } : undefined;
}
