/** Exit codes of the published contract. One run may have several reasons; the precedence decides the code, all reasons are told. */
export const EXIT = {
  done: 0,
  gate: 1,
  usage: 2,
  incomplete: 3,
  internal: 4,
  interrupted: 130,
  terminated: 143,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

export interface ExitReason {
  readonly code: ExitCode;
  readonly reason: string;
}

const PRECEDENCE: readonly ExitCode[] = [143, 130, 4, 2, 1, 3, 0];

export function exitCodeOf(reasons: readonly ExitReason[]): ExitCode {
  return PRECEDENCE.find((code) => reasons.some((reason) => reason.code === code)) ?? EXIT.done;
}

/** Trouble that a person can mend. Says what, where, and what to do next; anything else that is thrown is a bug of ours. */
export class Complaint extends Error {
  readonly code: ExitCode;
  readonly hint: string | undefined;

  constructor(message: string, options: { hint?: string; code?: ExitCode } = {}) {
    super(message);
    this.code = options.code ?? EXIT.usage;
    this.hint = options.hint;
  }
}

/** The known word that was most likely meant: fewest edits, at most a third of its length. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let fewest = Number.POSITIVE_INFINITY;
  for (const candidate of known) {
    const edits = editDistance(word, candidate);
    if (edits < fewest && edits <= Math.max(1, Math.ceil(candidate.length / 3))) {
      best = candidate;
      fewest = edits;
    }
  }
  return best;
}

function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 8 || a.length > 64) return 99;
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    }
    row = next;
  }
  return row[b.length]!;
}
