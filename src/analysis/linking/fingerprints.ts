import { sha256 } from '../../evidence/digest.ts';
import { FoldBuffer, foldInto } from '../../flows/match/fold.ts';
import type { Prints } from '../../links/model.ts';
import { printsOf } from '../../links/prints.ts';

/** Longer texts are told by their beginning. UTF-16 units. */
const MOST_CHARS = 1 << 18;
const DIGEST_DIGITS = 16;

/** Texts as other cases can recognise them: folded as the matcher folds them, so that layout and look-alikes do not part them. */
export class Fingerprints {
  readonly #buffer = new FoldBuffer();

  of(text: string, most: number): { readonly prints: Prints; readonly digest: string } {
    const size = foldInto(text.length > MOST_CHARS ? text.slice(0, MOST_CHARS) : text, this.#buffer);
    const units = this.#buffer.units;
    return { prints: printsOf(units, size, most), digest: sha256(units.subarray(0, size)).slice(0, DIGEST_DIGITS) };
  }
}
