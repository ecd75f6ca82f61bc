import { by } from '../base/order.ts';
import type { Evidence, Finding, Severity } from '../result/finding.ts';
import { nameOf } from '../result/name.ts';
import type { Kept } from '../result/report.ts';

/** Fewer letters in common are found between any two texts. */
const LEAST_LETTERS = 24;

/**
 * What one session kept and another took up: orders that went through an instruction file or memory, invented turns that came back
 * as history, and changes of memory that no session of the run explains. Pure; the order of the rows does not matter.
 */
export function joinKept(rows: readonly Kept[]): Finding[] {
  const written = rows.filter((row) => row.kind === 'written');
  const byPath = new Map<string, Kept[]>();
  for (const row of written) {
    const list = byPath.get(row.path ?? '');
    if (list === undefined) byPath.set(row.path ?? '', [row]);
    else list.push(row);
  }
  const findings: Finding[] = [];
  for (const row of rows) {
    const found =
      row.kind === 'loaded'
        ? loaded(row, (row.path === undefined ? written : byPath.get(row.path)) ?? [])
        : row.kind === 'changed'
          ? changed(row, byPath.get(row.path ?? '') ?? [])
          : row.kind === 'prompted'
            ? pasted(row, rows)
            : undefined;
    if (found !== undefined) findings.push(found);
  }
  const seen = new Set<string>();
  return findings.sort(by(({ id }) => id)).filter(({ id }) => {
    if (seen.has(id)) return false;
    seen.add(id);
    return true;
  });
}

function loaded(row: Kept, writes: readonly Kept[]): Finding | undefined {
  const source = writes.find(
    (write) =>
      write.case !== row.case &&
      write.origin !== undefined &&
      !isLater(write, row) &&
      shares(row.words, firstWords(write)),
  );
  if (source === undefined) return undefined;
  const acted = row.actedOn === 'yes';
  const severity: Severity = acted ? (row.critical === true ? 'critical' : 'high') : 'medium';
  return finding('storage-laundering', 'Storage laundering', row, source, severity, {
    message: `${row.path ?? 'a stored text'} carries an order that another session wrote there from ${source.origin}${acted ? ', and its reader did it' : ''}`,
    verdict: 'relayed',
    actedOn: row.actedOn ?? 'unknown',
    details: [`first origin: ${source.origin} in session ${source.case}`, 'the reader’s own record shows a local file'],
  });
}

function pasted(row: Kept, rows: readonly Kept[]): Finding | undefined {
  const source = rows.find(
    (other) =>
      other.kind === 'said' &&
      other.case !== row.case &&
      !isLater(other, row) &&
      shares(row.words, other.evidence[0]?.excerpt ?? other.words),
  );
  if (source === undefined) return undefined;
  return finding('storage-laundering', 'Storage laundering', row, source, 'medium', {
    message: 'a prompt holds, as history, turns that a model of another session had invented in its answer',
    verdict: 'relayed',
    actedOn: row.actedOn ?? 'unknown',
    details: [
      `first written by the model of session ${source.case}: model-made text that becomes input is at most medium`,
    ],
  });
}

function changed(row: Kept, writes: readonly Kept[]): Finding | undefined {
  const equal = writes.find((write) => !isLater(write, row) && covers(write.words, row.words));
  if (equal !== undefined) {
    // The session's own earlier write needs no line; another session's is named.
    if (equal.case === row.case) return undefined;
    return finding('unsupported-memory', 'Unsupported memory', row, equal, 'info', {
      message: `${row.path} was changed by another session of this run (${equal.case})`,
      details: ['the change equals what that session wrote'],
    });
  }
  const last = writes.filter((write) => write.case === row.case).at(-1);
  return finding(
    'unsupported-memory',
    'Unsupported memory',
    row,
    last,
    row.confirms === true || last !== undefined ? 'high' : 'low',
    {
      message: `${row.path} changed by no write that is recorded in this run${row.confirms === true ? ', and what it says now claims a person’s confirmation' : ''}`,
      details: ['the writer may lie outside the evidence: another session, an editor, a person'],
    },
  );
}

function finding(
  detector: string,
  title: string,
  row: Kept,
  other: Kept | undefined,
  severity: Severity,
  told: Pick<Finding, 'message' | 'details'> & Partial<Pick<Finding, 'verdict' | 'actedOn'>>,
): Finding {
  const evidence: Evidence[] = [
    ...row.evidence,
    ...(other?.evidence ?? []).map((one) => ({ ...one, role: 'related' as const })),
  ];
  const first = row.evidence[0]!;
  return {
    id: nameOf(
      [
        detector,
        row.case,
        first.sha256 ?? first.artefact,
        first.pointer,
        first.chars?.join('-') ?? first.byteStart,
        other?.case ?? '',
      ].join('\0'),
    ),
    detector,
    title,
    severity,
    confidence: 'medium',
    agents: [row.agent],
    evidence,
    flows: [],
    cases: [...new Set([row.case, ...(other === undefined ? [] : [other.case])])].sort(),
    ...told,
  };
}

function isLater(write: Kept, row: Kept): boolean {
  return write.at !== undefined && row.at !== undefined && write.at > row.at;
}

/** The stretch of a written text that its citation marks: the order, where one was found. */
function firstWords(write: Kept): string {
  return write.evidence[0]?.excerpt ?? write.words;
}

const squeezed = new Map<string, string>();

function squeeze(text: string): string {
  let letters = squeezed.get(text);
  if (letters === undefined) {
    letters = text
      .normalize('NFKC')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, '');
    if (squeezed.size > 2_000) squeezed.clear();
    squeezed.set(text, letters);
  }
  return letters;
}

/** A sentence of one stands in the other. */
function shares(whole: string, part: string): boolean {
  const hay = squeeze(whole);
  const all = squeeze(part);
  if (all.length >= LEAST_LETTERS && hay.includes(all)) return true;
  return part
    .split(/(?<=[.!?。！？])\s+|\n+/u)
    .map(squeeze)
    .some((sentence) => sentence.length >= LEAST_LETTERS && hay.includes(sentence));
}

function covers(written: string, shown: string): boolean {
  const [a, b] = [squeeze(written), squeeze(shown)];
  return b.length > 0 && (a.includes(b) || (a.length >= LEAST_LETTERS && b.includes(a)));
}
