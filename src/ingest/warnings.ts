import type { ExtractionWarning } from '../evidence/span.ts';

export interface WarningPlace {
  readonly byteStart: number;
  readonly byteEnd: number;
  readonly line: number;
}

/** Warnings of one code that are listed one by one; the rest of them is counted in one closing warning. */
const LISTED_PER_CODE = 50;

/** Collects the warnings about one artefact. A file of a million bad lines must not become a million warnings. */
export class WarningLog {
  readonly warnings: ExtractionWarning[] = [];
  readonly #path: string;
  readonly #counts = new Map<string, { count: number; firstUnlisted?: WarningPlace }>();
  readonly #once = new Map<string, { message: (count: number) => string; place: WarningPlace; count: number }>();

  constructor(path: string) {
    this.#path = path;
  }

  add(code: string, message: string, place: WarningPlace): void {
    const seen = this.#counts.get(code) ?? { count: 0 };
    seen.count += 1;
    if (seen.count <= LISTED_PER_CODE) this.#push(code, message, place);
    else seen.firstUnlisted ??= place;
    this.#counts.set(code, seen);
  }

  /** For damage that usually marks a whole file (CRLF, blank lines, an unknown type): one warning at the first place, with a count. */
  tally(code: string, detail: string, message: (count: number) => string, place: WarningPlace): void {
    const key = `${code}\0${detail}`;
    const seen = this.#once.get(key);
    if (seen === undefined) this.#once.set(key, { message, place, count: 1 });
    else seen.count += 1;
  }

  /** All warnings by place. */
  finish(): ExtractionWarning[] {
    for (const [key, { message, place, count }] of this.#once) {
      this.#push(key.slice(0, key.indexOf('\0')), message(count), place);
    }
    for (const [code, { count, firstUnlisted }] of this.#counts) {
      if (firstUnlisted !== undefined) {
        this.#push(
          code,
          `${count - LISTED_PER_CODE} more of this kind, not listed; the first stands here`,
          firstUnlisted,
        );
      }
    }
    return this.warnings.sort(
      (a, b) => a.byteStart - b.byteStart || a.byteEnd - b.byteEnd || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
    );
  }

  #push(code: string, message: string, { byteStart, byteEnd, line }: WarningPlace): void {
    this.warnings.push({ code, message, path: this.#path, line, byteStart, byteEnd });
  }
}
