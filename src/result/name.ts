import { sha256 } from '../evidence/digest.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** 40 bits of SHA-256 in Crockford's base 32: no letter that is mistaken for a digit. */
export function nameOf(identity: string): string {
  let bits = BigInt(`0x${sha256(identity).slice(0, 10)}`);
  let name = '';
  for (let digit = 0; digit < 8; digit += 1) {
    name = ALPHABET[Number(bits & 31n)]! + name;
    bits >>= 5n;
  }
  return `F-${name}`;
}
