import { isObject } from '../base/json.ts';
import { by, compareText } from '../base/order.ts';
import type { Finding } from '../result/finding.ts';
import type { CaseResult, Link } from '../result/report.ts';
import { copies } from './copies.ts';
import type { Member } from './member.ts';
import { messages } from './messages.ts';
import type { LinkSummary } from './model.ts';
import { openAnswers } from './open.ts';
import { pasted } from './pasted.ts';
import { processes } from './processes.ts';
import { MemoryRows, SpillingRows, type StoredRows } from './rows.ts';
import { storage } from './storage.ts';
import { strays } from './strays.ts';

export interface Joined {
  readonly links: readonly Link[];
  /** Findings that span cases, and those that only all cases together could decide. */
  readonly findings: readonly Finding[];
  /** Limits that were reached, in words. */
  readonly limits: readonly string[];
}

/**
 * The join over cases: takes each case's summary as it comes, in any order, and says at the end what one case has to do with another.
 * The answer depends on the summaries alone, so shards that are merged give what one run gives.
 */
export class Join {
  readonly #members: Member[] = [];
  readonly #rows: StoredRows;

  constructor(rows: StoredRows = new MemoryRows()) {
    this.#rows = rows;
  }

  get size(): number {
    return this.#members.length;
  }

  async add(result: Pick<CaseResult, 'id' | 'links'>): Promise<void> {
    const summary = summaryOf(result.links);
    if (summary === undefined) return;
    const { writes, reads, ...rest } = summary;
    await this.#rows.put(result.id, writes, reads);
    this.#members.push({ id: result.id, ...rest });
  }

  async finish(): Promise<Joined> {
    const members = [...this.#members].sort((a, b) => compareText(a.id, b.id));
    const limits = [...new Set(members.flatMap((member) => member.limits))];
    const parts = [
      copies(members),
      processes(members),
      await storage(members, this.#rows, limits),
      pasted(members, limits),
      messages(members),
      strays(members),
      await openAnswers(members, this.#rows),
    ];
    await this.#rows.close();
    return {
      links: parts
        .flatMap((part) => part.links)
        .sort(
          by(
            (link) => link.to.case,
            (link) => link.to.path,
            (link) => link.to.line,
            (link) => link.id,
          ),
        ),
      findings: parts.flatMap((part) => part.findings).sort(by((finding) => finding.id)),
      limits: limits.sort(),
    };
  }
}

/** A join whose rows go to a database below `tmp` when they are many. */
export function spillingJoin(tmp: string | undefined): Join {
  return new Join(new SpillingRows(async () => (await import('./duckdb.ts')).openDuckRows(tmp)));
}

/** A saved report may hold anything in that place: what is no summary joins nothing. */
function summaryOf(value: unknown): LinkSummary | undefined {
  if (!isObject(value) || typeof value.session !== 'string') return undefined;
  return LISTS.every((name) => Array.isArray(value[name])) ? (value as unknown as LinkSummary) : undefined;
}

const LISTS = [
  'processes',
  'writes',
  'reads',
  'said',
  'heard',
  'sent',
  'received',
  'tasks',
  'strays',
  'removed',
  'open',
  'limits',
];
