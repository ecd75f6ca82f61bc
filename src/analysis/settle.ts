import { clip } from '../base/clean.ts';
import { by } from '../base/order.ts';
import type { Case } from '../case/model.ts';
import type { Cited, Claim } from '../detectors/claim.ts';
import { sha256 } from '../evidence/digest.ts';
import { locate, locateChars } from '../evidence/locate.ts';
import type { ByteSpan, Citation } from '../evidence/span.ts';
import { secretsIn } from '../flows/policy/secrecy.ts';
import { type Evidence, type Finding, severityRank } from '../result/finding.ts';
import { nameOf } from '../result/name.ts';
import type { RecordBytes } from './record-bytes.ts';
import { type PathOf, pathsOf } from './summarise.ts';

/** Longest excerpt, in UTF-16 units. The bytes are named beside it, so nothing is lost by cutting. */
const EXCERPT_UNITS = 600;

export interface SettleContext {
  readonly case: Case;
  readonly bytes: RecordBytes;
  readonly titleOf?: (detector: string) => string;
}

/**
 * Claims → findings: the only place where a citation becomes bytes, an excerpt and a digest, and where a finding gets its name.
 * Worst first, then in the order of the evidence.
 */
export function settle(claims: Iterable<Claim>, context: SettleContext): Finding[] {
  const records = recordIndex(context.case);
  const pathOf = pathsOf(context.case);
  const ordinals = new Map<string, number>();
  const settled: { finding: Finding; order: number }[] = [];
  for (const claim of claims) {
    const identity = identityOf(claim, context, records);
    const ordinal = ordinals.get(identity) ?? 0;
    ordinals.set(identity, ordinal + 1);
    const evidence = [
      evidenceOf('primary', claim.primary, context.bytes, pathOf, records),
      ...claim.related.map((cited) => evidenceOf('related', cited, context.bytes, pathOf, records)),
    ];
    settled.push({
      finding: {
        id: nameOf(`${identity}\0${ordinal}`),
        detector: claim.detector,
        title: context.titleOf?.(claim.detector) ?? claim.detector,
        message: claim.message,
        severity: claim.severity,
        confidence: claim.confidence,
        agents: [...claim.agents],
        ...(claim.verdict !== undefined && { verdict: claim.verdict }),
        ...(claim.actedOn !== undefined && { actedOn: claim.actedOn }),
        evidence,
        flows: (claim.flows ?? []).map((flow) => flow.id),
        details: [...(claim.details ?? [])],
      },
      order: records.get(keyOf(claim.primary.cite.record))?.order ?? Number.MAX_SAFE_INTEGER,
    });
  }
  return settled
    .sort(
      by(
        ({ finding }) => -severityRank(finding.severity),
        ({ order }) => order,
        ({ finding }) => finding.evidence[0]!.byteStart,
        ({ finding }) => finding.detector,
        ({ finding }) => finding.id,
      ),
    )
    .map(({ finding }) => finding);
}

/** Claims one by one, each with the finding that it became. */
export function settleEach(claims: readonly Claim[], context: SettleContext): { claim: Claim; finding: Finding }[] {
  return claims.map((claim) => ({ claim, finding: settle([claim], context)[0]! }));
}

interface RecordFacts {
  readonly uuid: string | undefined;
  readonly order: number;
  /** Event of each cited pointer, by the first text that stands there; else the record's first event. */
  readonly events: { readonly pointer: string | undefined; readonly id: string }[];
}

const indexes = new WeakMap<Case, ReadonlyMap<string, RecordFacts>>();

/** Turns citations of a case into evidence: for what is told outside of findings. */
export function evidenceMaker(record: Case, bytes: RecordBytes): (cited: Cited, role?: Evidence['role']) => Evidence {
  const records = recordIndex(record);
  const pathOf = pathsOf(record);
  return (cited, role = 'related') => evidenceOf(role, cited, bytes, pathOf, records);
}

function recordIndex(record: Case): ReadonlyMap<string, RecordFacts> {
  const known = indexes.get(record);
  if (known !== undefined) return known;
  const index = readIndex(record);
  indexes.set(record, index);
  return index;
}

function readIndex(record: Case): ReadonlyMap<string, RecordFacts> {
  const index = new Map<string, RecordFacts>();
  for (const event of record.timeline) {
    const key = keyOf(event.span);
    const known = index.get(key);
    const events = event.texts.length === 0 ? [undefined] : event.texts.map((text) => text.cite.pointer);
    const named = events.map((pointer) => ({ pointer, id: event.id }));
    if (known === undefined) index.set(key, { uuid: event.recordUuid, order: event.order, events: named });
    else known.events.push(...named);
  }
  return index;
}

const keyOf = (span: ByteSpan): string => `${span.artefact}:${span.byteStart}`;

/** Detector, root session, record uuid (or the record's own digest and offset), pointer and characters: never a path. */
function identityOf(
  claim: Claim,
  { case: { id }, bytes }: SettleContext,
  records: ReadonlyMap<string, RecordFacts>,
): string {
  const { record, pointer, chars } = claim.primary.cite;
  const uuid = records.get(keyOf(record))?.uuid;
  // A record without uuid is named by its own bytes: the digest of the whole file would rename findings when the file grows.
  const name = uuid ?? `${sha256(bytes.read(record) ?? new Uint8Array())}@${record.byteStart}`;
  return [claim.detector, id, name, pointer, chars?.join('-') ?? ''].join('\0');
}

function evidenceOf(
  role: Evidence['role'],
  { cite, note }: Cited,
  bytes: RecordBytes,
  pathOf: PathOf,
  records: ReadonlyMap<string, RecordFacts>,
): Evidence {
  const { artefact, line, byteStart, byteEnd } = cite.record;
  const events = records.get(keyOf(cite.record))?.events;
  const eventId = (events?.find((event) => event.pointer === cite.pointer) ?? events?.[0])?.id;
  const common = { role, note, path: pathOf(artefact), artefact, line, ...(eventId !== undefined && { eventId }) };
  const raw = bytes.read(cite.record);
  if (raw === undefined) {
    return { ...common, byteStart, byteEnd, pointer: '', excerpt: '(the bytes could not be read back)' };
  }
  const found = bytesOf(raw, cite);
  if (found === undefined) {
    return {
      ...common,
      byteStart,
      byteEnd,
      pointer: '',
      sha256: sha256(raw),
      ...excerptOf(raw.toString('utf8')),
    };
  }
  return {
    ...common,
    byteStart: byteStart + found.start,
    byteEnd: byteStart + found.end,
    pointer: cite.pointer,
    ...(cite.chars !== undefined && { chars: [cite.chars[0], cite.chars[1]] }),
    sha256: sha256(raw.subarray(found.start, found.end)),
    ...excerptOf(found.text),
  };
}

/** The cited bytes inside a record, and the words they stand for. Undefined where the citation points nowhere. */
function bytesOf(raw: Buffer, cite: Citation): { start: number; end: number; text: string } | undefined {
  const value = locate(raw, cite.pointer);
  if (value === undefined) return undefined;
  const json = raw.toString('utf8', value.start, value.end);
  if (cite.chars === undefined) {
    return { ...value, text: json.startsWith('"') ? (JSON.parse(json) as string) : json };
  }
  const range = locateChars(raw, value, cite.chars);
  return range === undefined ? undefined : { ...range, text: (JSON.parse(json) as string).slice(...cite.chars) };
}

/** Cut before a secret rather than inside it: half a secret is not recognised by whoever redacts the report later. */
function excerptOf(text: string): Pick<Evidence, 'excerpt' | 'holdsSecret'> {
  const secrets = secretsIn(text);
  const cut = secrets.find(({ start, end }) => start < EXCERPT_UNITS && end >= EXCERPT_UNITS);
  return {
    excerpt: text.length <= EXCERPT_UNITS ? text : clip(text, cut === undefined ? EXCERPT_UNITS : cut.start + 1),
    ...(secrets.length > 0 && { holdsSecret: true }),
  };
}
