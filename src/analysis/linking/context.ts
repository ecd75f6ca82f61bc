import type { Case, Text, TimelineEvent } from '../../case/model.ts';
import type { Cited } from '../../detectors/claim.ts';
import { meet } from '../../flows/labels.ts';
import type { FlowGraph, Label } from '../../flows/model.ts';
import type { LabelsRow, Spot } from '../../links/model.ts';
import type { Evidence } from '../../result/finding.ts';
import type { RecordBytes } from '../record-bytes.ts';
import { evidenceMaker } from '../settle.ts';
import { pathsOf } from '../summarise.ts';
import { Fingerprints } from './fingerprints.ts';

/** What every part of a summary needs. */
export class SummaryContext {
  readonly record: Case;
  readonly flows: FlowGraph;
  readonly fingerprints = new Fingerprints();
  readonly evidence: (cited: Cited, role?: Evidence['role']) => Evidence;
  readonly limits: string[] = [];
  readonly #pathOf: (artefact: string) => string;

  constructor(record: Case, flows: FlowGraph, bytes: RecordBytes) {
    this.record = record;
    this.flows = flows;
    this.evidence = evidenceMaker(record, bytes);
    this.#pathOf = pathsOf(record);
  }

  spot(event: TimelineEvent): Spot {
    return { eventId: event.id, path: this.#pathOf(event.span.artefact), line: event.span.line };
  }

  /** A place without its words: most of what a case could show to others is never asked for. */
  place({ cite, note }: Cited, event: TimelineEvent): Evidence {
    const { artefact, line, byteStart, byteEnd } = cite.record;
    return {
      role: 'related',
      note,
      path: this.#pathOf(artefact),
      artefact,
      line,
      byteStart,
      byteEnd,
      pointer: cite.pointer,
      eventId: event.id,
      excerpt: '',
    };
  }

  labels(texts: readonly Text[]): LabelsRow {
    let carried: Label | undefined;
    let possible: Label | undefined;
    for (const text of texts) {
      const label = this.flows.labelsOf(text);
      carried = carried === undefined ? label.carried : meet(carried, label.carried);
      possible = possible === undefined ? label.possible : meet(possible, label.possible);
    }
    return { carried: row(carried), possible: row(possible) };
  }

  /** The first `most` rows, and a word on how many were left out. */
  first<T>(rows: readonly T[], most: number, what: string): readonly T[] {
    if (rows.length <= most) return rows;
    this.limits.push(`${rows.length - most} ${what} of session ${this.record.id} are not compared with other sessions`);
    return rows.slice(0, most);
  }
}

function row(label: Label | undefined): LabelsRow['carried'] {
  return label === undefined
    ? { integrity: 'host', secrecy: 'public' }
    : { integrity: label.integrity, secrecy: label.secrecy };
}
