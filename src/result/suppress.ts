import type { Finding } from './finding.ts';
import type { CaseResult } from './report.ts';

type Warning = CaseResult['warnings'][number];

/** Somebody's statement that a finding, or a detector's findings, are known and accepted. */
export interface Suppression {
  readonly id?: string;
  readonly detector?: string;
  readonly statement: string;
  /** ISO date; from that day on it no longer counts. */
  readonly expires?: string;
  /** Line of the file it stands in. */
  readonly line: number;
}

/** Decides which findings are known, and remembers what was used: every suppression that hid something is told in the report. */
export class Known {
  private readonly baseline: ReadonlySet<string>;
  private readonly suppressions: readonly Suppression[];
  private readonly used = new Map<Suppression, number>();
  private readonly file: string;
  private readonly asOf: string | undefined;

  constructor(
    baseline: Iterable<string>,
    suppressions: readonly Suppression[],
    file: string,
    asOf: string | undefined,
  ) {
    this.baseline = new Set(baseline);
    this.suppressions = suppressions;
    this.file = file;
    this.asOf = asOf;
  }

  has(finding: Finding): boolean {
    for (const suppression of this.suppressions) {
      if (this.isExpired(suppression)) continue;
      if (suppression.id !== undefined && suppression.id !== finding.id) continue;
      if (suppression.detector !== undefined && suppression.detector !== finding.detector) continue;
      this.used.set(suppression, (this.used.get(suppression) ?? 0) + 1);
      return true;
    }
    return this.baseline.has(finding.id);
  }

  /** To be asked when all findings were seen. */
  warnings(): Warning[] {
    const told = this.suppressions.map((suppression): Warning => {
      const what = suppression.id ?? suppression.detector!;
      const used = this.used.get(suppression) ?? 0;
      const [code, message] = this.isExpired(suppression)
        ? [
            'suppression-expired',
            `the suppression of ${what} expired on ${suppression.expires}; its findings count again`,
          ]
        : used > 0
          ? ['suppressed', `${used} finding(s) of ${what} are suppressed: ${suppression.statement}`]
          : ['suppression-unused', `the suppression of ${what} fits no finding`];
      return { code, message, path: this.file, line: suppression.line, byteStart: 0, byteEnd: 0 };
    });
    if (this.asOf === undefined && this.suppressions.some((suppression) => suppression.expires !== undefined)) {
      const message = 'suppressions have expiry dates, but no date was given to compare them with: use --as-of';
      told.push({ code: 'suppression-undated', message, path: this.file, line: 0, byteStart: 0, byteEnd: 0 });
    }
    return told;
  }

  private isExpired({ expires }: Suppression): boolean {
    return expires !== undefined && this.asOf !== undefined && Date.parse(this.asOf) >= Date.parse(expires);
  }
}
