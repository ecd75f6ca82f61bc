/** The same secret in other clothes: what a text that was carried through an encoding would hold. */
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

function rot13(text: string): string {
  return text.replace(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
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

/** Runs of a text that may be encoded, with what they say when decoded. */
export function* decodings(text: string): Generator<{ run: string; plain: string }> {
  for (const [run] of text.matchAll(/[A-Za-z0-9+/_-]{16,}={0,2}/g)) {
    const bytes = Buffer.from(run, 'base64');
    if (isPrintable(bytes)) yield { run, plain: bytes.toString('latin1') };
  }
  for (const [run] of text.matchAll(/(?:[0-9a-f]{2}){10,}|(?:[0-9A-F]{2}){10,}/g)) {
    const bytes = Buffer.from(run, 'hex');
    if (isPrintable(bytes)) yield { run, plain: bytes.toString('latin1') };
  }
  if (text.includes('%')) {
    for (const run of text.split(/[\s"'<>&]+/)) {
      const plain = run.replace(/(?:%[0-9A-Fa-f]{2})+/g, (codes) =>
        Buffer.from(codes.replaceAll('%', ''), 'hex').toString('utf8'),
      );
      if (plain !== run) yield { run, plain };
    }
  }
  if (text.length <= 20_000) {
    yield { run: text, plain: rot13(text) };
    yield { run: text, plain: [...text].reverse().join('') };
  }
}

function isPrintable(bytes: Buffer): boolean {
  if (bytes.length < 10) return false;
  for (const byte of bytes) if (byte < 0x20 ? byte !== 10 && byte !== 13 && byte !== 9 : byte > 0x7e) return false;
  return true;
}

/** Undoes a decoding for a part: the part of `run` that says `secret`, where that can be told; else the whole run. */
export function encodedPart(run: string, secret: string): string {
  for (const variant of variantsOf(secret)) {
    if (run.includes(variant)) return variant;
  }
  return run;
}
