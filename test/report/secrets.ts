import { createHash } from 'node:crypto';

/** Secrets for tests of redaction: forty kinds, made from a seed, and what only looks like one. */

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = UPPER + LOWER + DIGITS;
const HEX = '0123456789abcdef';

let parts: string[] = [];

/** Made from a seed by a hash, so that no secret-like text stands in this file. */
function made(seed: string, length: number, alphabet = ALNUM): string {
  let text = '';
  for (let round = 0; text.length < length; round += 1) {
    for (const byte of createHash('sha256').update(`${seed}${round}`).digest())
      text += alphabet[byte % alphabet.length];
  }
  parts.push(text.slice(0, length));
  return text.slice(0, length);
}

/** Kind → a text that holds such a secret, and the secret itself. */
export const KINDS: Record<string, (seed: string) => [text: string, secret: string]> = {
  'aws access key': (s) => alone(`AKIA${made(s, 16, `${UPPER}234567`)}`),
  'aws session key': (s) => alone(`ASIA${made(s, 16, `${UPPER}234567`)}`),
  'aws secret key': (s) => assigned('aws_secret_access_key = "', made(s, 40), '"'),
  'github personal': (s) => alone(`ghp_${made(s, 36)}`),
  'github oauth': (s) => alone(`gho_${made(s, 36)}`),
  'github app': (s) => alone(`ghs_${made(s, 36)}`),
  'github refresh': (s) => alone(`ghr_${made(s, 36)}`),
  'github fine-grained': (s) => alone(`github_pat_${made(s, 22)}_${made(`${s}b`, 59)}`),
  'gitlab personal': (s) => alone(`glpat-${made(s, 20)}`),
  'gitlab deploy': (s) => alone(`gldt-${made(s, 20)}`),
  'slack bot': (s) => alone(`xoxb-${made(s, 12, DIGITS)}-${made(`${s}b`, 12, DIGITS)}-${made(`${s}c`, 24)}`),
  'slack user': (s) => alone(`xoxp-${made(s, 12, DIGITS)}-${made(`${s}b`, 12, DIGITS)}-${made(`${s}c`, 32)}`),
  'slack webhook': (s) =>
    alone(`https://hooks.slack.com/services/T${made(s, 8)}/B${made(`${s}b`, 8)}/${made(`${s}c`, 24)}`),
  'anthropic key': (s) => alone(`sk-ant-api03-${made(s, 93)}AA`),
  'openai key': (s) => alone(`sk-proj-${made(s, 48)}`),
  'openai legacy': (s) => alone(`sk-${made(s, 48)}`),
  'stripe secret': (s) => alone(`sk_live_${made(s, 24)}`),
  'stripe restricted': (s) => alone(`rk_live_${made(s, 24)}`),
  'google api': (s) => alone(`AIza${made(s, 35)}`),
  'google oauth': (s) => alone(`ya29.${made(s, 60)}`),
  npm: (s) => alone(`npm_${made(s, 36)}`),
  pypi: (s) => alone(`pypi-AgEIcHlwaS5vcmc${made(s, 70)}`),
  huggingface: (s) => alone(`hf_${made(s, 34)}`),
  sendgrid: (s) => alone(`SG.${made(s, 22)}.${made(`${s}b`, 43)}`),
  digitalocean: (s) => alone(`dop_v1_${made(s, 64, HEX)}`),
  telegram: (s) => alone(`1${made(s, 8, DIGITS)}:AA${made(`${s}b`, 33)}`),
  'azure account key': (s) => assigned('DefaultEndpointsProtocol=https;AccountKey=', `${made(s, 86)}==`, ';'),
  jwt: (s) => alone(`eyJ${made(s, 20)}.eyJ${made(`${s}b`, 40)}.${made(`${s}c`, 43)}`),
  'postgres url': (s) => assigned('postgres://app:', made(s, 16), '@db.internal:5432/main'),
  'redis url': (s) => assigned('redis://user:', made(s, 16), '@cache.internal:6379'),
  'https url': (s) => assigned('https://deploy:', made(s, 16), '@git.internal/repo.git'),
  'mongodb url': (s) => assigned('mongodb+srv://root:', made(s, 16), '@cluster.internal/x'),
  'password in yaml': (s) => assigned('  password: ', `${made(s, 17)}7x`, ''),
  'api key in json': (s) => assigned('{"api_key": "', `${made(s, 31)}4`, '"}'),
  'client secret in env': (s) => assigned('CLIENT_SECRET=', `${made(s, 39)}9`, ''),
  'token in shell': (s) => assigned('export DEPLOY_TOKEN="', `${made(s, 31)}2`, '"'),
  'bearer header': (s) => assigned('Authorization: Bearer ', `${made(s, 39)}5`, ''),
  'rsa private key': (s) => alone(pem('RSA PRIVATE KEY', s)),
  'openssh private key': (s) => alone(pem('OPENSSH PRIVATE KEY', s)),
  'ec private key': (s) => alone(pem('EC PRIVATE KEY', s)),
};

function alone(secret: string): [string, string] {
  return [`it says ${secret} there`, secret];
}

function assigned(before: string, secret: string, after: string): [string, string] {
  return [`${before}${secret}${after}`, secret];
}

function pem(kind: string, seed: string): string {
  const lines = Array.from({ length: 6 }, (_, index) => made(`${seed}${index}`, 64));
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----`;
}

export interface Planted {
  /** Words around the secret and the secret. */
  readonly text: string;
  readonly secret: string;
  /** The random parts of the secret: what nobody may see a piece of. */
  readonly parts: readonly string[];
}

export function plant(kind: string, seed: string): Planted {
  parts = [];
  const [text, secret] = KINDS[kind]!(seed);
  return { text, secret, parts: parts.filter((part) => part.length >= PIECE) };
}

const PIECE = 12;

/** Pieces of the secret in an output, in any of the clothes that need no key to take off. Empty where it is hidden. */
export function leaksOf(output: string, { secret, parts }: Planted): string[] {
  const found: string[] = [];
  for (const part of parts) {
    for (let at = 0; at + PIECE <= part.length; at += 1) {
      const piece = part.slice(at, at + PIECE);
      const clothes = [
        piece,
        piece.toUpperCase(),
        piece.toLowerCase(),
        [...piece].reverse().join(''),
        rot13(piece),
        hex(piece),
      ];
      found.push(...clothes.filter((form) => output.includes(form)));
    }
  }
  const whole = [
    ...parts.flatMap(base64Forms),
    ...['md5', 'sha1', 'sha256'].map((name) => createHash(name).update(secret).digest('hex')),
  ];
  found.push(...whole.filter((form) => output.includes(form)));
  return [...new Set(found)];
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex');
}

/** The first part of a piece in base64 at each alignment. */
function base64Forms(part: string): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.from(' '.repeat(shift) + part).toString('base64');
    return text.slice(4, 4 + 4 * Math.floor((part.length - 3) / 3)).slice(0, 24);
  });
}

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
}

/** How a text is carried past a reader: the encodings and disguises that flows are followed through. */
export const CLOTHES: Record<string, (text: string) => string> = {
  plain: (text) => text,
  base64: (text) => Buffer.from(text).toString('base64'),
  'base64 in lines': (text) =>
    (
      Buffer.from(text)
        .toString('base64')
        .match(/.{1,60}/g) ?? []
    ).join('\n'),
  'base64 twice': (text) => Buffer.from(Buffer.from(text).toString('base64')).toString('base64'),
  'base64, shifted': (text) => Buffer.from(`yy${text}`).toString('base64').slice(2),
  'url base64': (text) => Buffer.from(text).toString('base64url'),
  hex,
  'hex with blanks': (text) => (hex(text).match(/../g) ?? []).join(' '),
  url: (text) => encodeURIComponent(text),
  'url, every byte': (text) => [...text].map((c) => `%${c.codePointAt(0)!.toString(16).padStart(2, '0')}`).join(''),
  'unicode escapes': (text) => [...text].map((c) => `\\u${c.codePointAt(0)!.toString(16).padStart(4, '0')}`).join(''),
  entities: (text) => [...text].map((c) => `&#${c.codePointAt(0)};`).join(''),
  'hex entities': (text) => [...text].map((c) => `&#x${c.codePointAt(0)!.toString(16)};`).join(''),
  json: (text) => JSON.stringify({ held: text }),
  'json twice': (text) => JSON.stringify(JSON.stringify({ held: text })),
  reversed: (text) => [...text].reverse().join(''),
  rot13,
  'full width': (text) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)),
  'zero width': (text) => [...text].join('\u200b'),
  'tag characters': (text) => [...text].map((c) => String.fromCodePoint(0xe0000 + c.codePointAt(0)!)).join(''),
  'character codes': (text) => [...text].map((c) => c.codePointAt(0)).join(', '),
};

/** Clothes that only a reader who knows the secret can see through: it must be plain elsewhere. */
export const CLOTHES_OF_KNOWN: Record<string, (text: string) => string> = {
  'upper case': (text) => text.toUpperCase(),
  'other case': (text) => text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase())),
  'split over lines': (text) => (text.match(/.{1,9}/g) ?? []).join('\n    '),
  'joined by code': (text) => (text.match(/.{1,11}/gs) ?? []).map((part) => JSON.stringify(part)).join(' + '),
  'quoted lines': (text) => (text.match(/.{1,20}/g) ?? []).map((part) => `> ${part}`).join('\n'),
};

export const NEAR_MISSES: Record<string, string> = {
  'a commit id': '3f786850e387550fdab836ed7e6dc881de23001b',
  'a uuid': '11111111-aaaa-4bbb-8ccc-000000000001',
  'a placeholder': 'export API_KEY=your_api_key_here',
  'a variable': 'password: $DATABASE_PASSWORD',
  'the aws sample': 'AKIAIOSFODNN7EXAMPLE',
  'a token count': 'max_tokens: 4096, token usage 123456789012',
  'a public key': `-----BEGIN PUBLIC KEY-----\n${made('public', 64)}\n-----END PUBLIC KEY-----`,
  'a url without password': 'https://user@git.internal/repo.git',
  'a sentence': 'the secret of a good password is its length',
  'a lock file': `"integrity": "sha512-${Buffer.from(made('lock', 64)).toString('base64')}"`,
  'a name with a prefix': 'task-list-of-the-day and risk-assessment-of-the-week',
  'a short key': 'sk-learn and hf_hub_download and npm_config_cache',
  'a cut sentence': 'the deploy uses the token: of the bot…',
  'a cut path': '/home/dev/.config/app/credentials-of-the-te…',
  'an image': `data:image/png;base64,${Buffer.from(made('image', 90)).toString('base64')}`,
  'a hash': `sha256:${createHash('sha256').update('image').digest('hex')}`,
  'a placeholder in a url': 'postgres://user:$PASSWORD@db.internal/app and https://user:<password>@host/x',
  'a reference': `api_key: ${'$'}{{ secrets.API_KEY }} and token = process.env.DEPLOY_TOKEN`,
};
