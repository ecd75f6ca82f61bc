import { sha256 } from '../../evidence/digest.ts';
import { FoldBuffer, foldInto } from '../../flows/match/fold.ts';
import type { Prints } from '../../links/model.ts';
import { printsOf } from '../../links/prints.ts';

/** Longer texts are told by their beginning. UTF-16 units. */
const MOST_CHARS = 1 << 16;
const DIGEST_DIGITS = 16;

/** Texts as other cases can recognise them: folded as the matcher folds them, so that layout and look-alikes do not part them. */
export class Fingerprints {
  readonly #buffer = new FoldBuffer();

  prints(text: string, most: number): Prints {
    return printsOf(this.#buffer.units, this.#fold(text), most);
  }

  /** For whole texts that are equal or not. */
  digest(text: string): string {
    const size = this.#fold(text);
    return sha256(this.#buffer.units.subarray(0, size)).slice(0, DIGEST_DIGITS);
  }

  #fold(text: string): number {
    return foldInto(text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text, this.#buffer);
  }
}
