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
