import { createHash } from 'node:crypto';

/** Ids in the shapes that the host uses, derived from a seed and a counter: the same sketch always has the same ids. */
export class Ids {
  readonly #seed: string;
  readonly #counts = new Map<string, number>();

  constructor(seed: string) {
    this.#seed = seed;
  }

  uuid(kind = 'uuid'): string {
    const hex = this.#hex(kind);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  }

  /** `toolu_01…`, `msg_01…`, `req_01…`: a prefix and 22 letters and digits. */
  prefixed(prefix: 'toolu' | 'msg' | 'req'): string {
    return `${prefix}_01${this.#letters(prefix, 22)}`;
  }

  /** An agent's id in the form of the version: hex digits behind a prefix. */
  agent(prefix: string, digits: number): string {
    return prefix + this.#hex('agent').slice(0, digits);
  }

  /** Background shells (`b`), workflows (`w`): nine characters. */
  task(prefix: string): string {
    return prefix + this.#letters('task', 8).toLowerCase();
  }

  /** A number in [0, below), for variety without chance. */
  pick(below: number, kind = 'pick'): number {
    return Number.parseInt(this.#hex(kind).slice(0, 8), 16) % below;
  }

  #hex(kind: string): string {
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return createHash('sha256').update(`${this.#seed}\n${kind}\n${count}`).digest('hex');
  }

  #letters(kind: string, length: number): string {
    const digits = BigInt(`0x${this.#hex(kind)}`);
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    let rest = digits;
    let text = '';
    for (let i = 0; i < length; i++) {
      text += alphabet[Number(rest % 62n)];
      rest /= 62n;
    }
    return text;
  }
}
