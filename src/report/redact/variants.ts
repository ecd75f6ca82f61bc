import { createHash } from 'node:crypto';
import { rot13 } from '../../base/rot13.ts';

/** The same secret in other clothes, its digests among them: a short secret can be guessed from one. */
export function variantsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const reversed = [...secret].reverse().join('');
  const forms = [
    secret,
    secret.toLowerCase(),
    secret.toUpperCase(),
    reversed,
    rot13(secret),
    bytes.toString('hex'),
    bytes.toString('hex').toUpperCase(),
    encodeURIComponent(secret.replace(/\p{Surrogate}/gu, '\ufffd')),
    percentAll(bytes),
    percentAll(bytes).toLowerCase(),
    JSON.stringify(secret).slice(1, -1),
    entities(secret),
    [...secret].map((character) => `&#${character.codePointAt(0)};`).join(''),
    ...base64Forms(bytes),
    ...base64Forms(Buffer.from(reversed, 'utf8')),
    ...['md5', 'sha1', 'sha256', 'sha512'].map((name) => createHash(name).update(bytes).digest('hex')),
  ];
  return [...new Set(forms)].filter((form) => form.length >= 6);
}

/** Base64 at each of the three alignments that surrounding bytes can give it, without the characters that they share. */
function base64Forms(bytes: Buffer): string[] {
  const forms: string[] = [];
  for (let shift = 0; shift < 3; shift += 1) {
    const padded = Buffer.concat([Buffer.alloc(shift, 0x20), bytes]);
    const text = padded.toString('base64').replace(/=+$/, '');
    const from = shift === 0 ? 0 : shift + 1;
    const to = padded.length % 3 === 0 ? text.length : text.length - 1;
    const core = text.slice(from, to);
    if (core.length >= 8) forms.push(core, core.replaceAll('+', '-').replaceAll('/', '_'));
  }
  return forms;
}

function percentAll(bytes: Buffer): string {
  return [...bytes].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');
}

function entities(text: string): string {
  return text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[character]!,
  );
}
