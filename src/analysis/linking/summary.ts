import type { Case } from '../../case/model.ts';
import type { Claim } from '../../detectors/claim.ts';
import type { FlowGraph } from '../../flows/model.ts';
import { trustOf } from '../../flows/policy/integrity.ts';
import type { TrustPolicy } from '../../flows/policy/policy.ts';
import { compareVersions, parseVersion } from '../../hosts/version.ts';
import type { CopyRow, LinkSummary, OpenFinding } from '../../links/model.ts';
import type { Finding } from '../../result/finding.ts';
import type { RecordBytes } from '../record-bytes.ts';
import { SummaryContext } from './context.ts';
import { answerRow, processRows, removedRows, startRow } from './processes.ts';
import { readRows, writeRows } from './storage.ts';
import { heardRows, messageRows, saidRows, strayRows, taskIds } from './words.ts';

interface Parts {
  readonly record: Case;
  readonly flows: FlowGraph;
  readonly policy: TrustPolicy;
  readonly bytes: RecordBytes;
  readonly claims: readonly Claim[];
  /** Findings of claims that another case may explain, with their claims. */
  readonly open: readonly { readonly finding: Finding; readonly claim: Claim }[];
}

/** The case as the join over cases needs it. */
export function linkSummary({ record, flows, policy, bytes, claims, open }: Parts): LinkSummary {
  const context = new SummaryContext(record, flows, bytes);
  const root = record.agents.get(record.agents.root);
  const times = record.timeline.flatMap((event) => (event.at === undefined ? [] : [event.at]));
  const begin = record.timeline.find((event) => event.agent === record.agents.root) ?? record.timeline[0];
  const copyOf = copyRow(context, policy);
  const started = startRow(context);
  const answer = started === undefined ? undefined : answerRow(context);
  const rest = {
    processes: processRows(context),
    writes: writeRows(context),
    reads: readRows(context),
    said: saidRows(context, claims),
    heard: heardRows(context),
    sent: messageRows(context, 'sent'),
    received: messageRows(context, 'received'),
    tasks: taskIds(context),
    strays: strayRows(context),
    removed: removedRows(context),
    open: open.map((one) => openFinding(context, one.finding, one.claim)),
  };
  return {
    session: record.id,
    ...least(times),
    ...(begin === undefined ? {} : { begin: context.spot(begin) }),
    ...(copyOf === undefined ? {} : { copyOf }),
    ...(started === undefined ? {} : { started }),
    ...(answer === undefined ? {} : { answer }),
    ...rest,
    ...(root !== undefined && root.artefacts.length === 0 && begin !== undefined
      ? {
          rootMissing: context.evidence(
            {
              cite: { record: begin.span, pointer: '/sessionId' },
              note: 'belongs to the session whose main transcript is missing',
            },
            'primary',
          ),
        }
      : {}),
    limits: context.limits,
  };
}

function least(times: readonly string[]): { firstAt?: string; lastAt?: string } {
  if (times.length === 0) return {};
  let [first, last] = [times[0]!, times[0]!];
  for (const time of times) {
    if (time < first) first = time;
    if (time > last) last = time;
  }
  return { firstAt: first, lastAt: last };
}

function copyRow(context: SummaryContext, policy: TrustPolicy): CopyRow | undefined {
  const { record } = context;
  const { lineage } = record;
  const session = lineage?.sessionId ?? record.ids.forkedFrom;
  if (session === undefined) return undefined;
  const own = record.eventsOf(record.agents.root);
  const copied = own.filter((event) => record.isInherited(event.span));
  const last = copied.at(-1) ?? own[0];
  if (last === undefined) return undefined;
  const inherited = copied.flatMap((event) => event.texts);
  const labels = context.labels(inherited);
  let worst = labels.carried.integrity;
  for (const text of inherited) worst = lower(worst, trustOf(text, policy, record).integrity);
  return {
    session,
    ...(lineage === undefined ? {} : { of: lineage.of }),
    basis: lineage?.basis ?? 'recorded',
    by: lineage?.by ?? 'session id in copied records',
    channel: isResume(record) ? 'resume' : 'fork',
    copied: lineage?.copied.length ?? 0,
    conflicts: lineage?.conflicts.length ?? 0,
    ...(lineage?.last === undefined
      ? {}
      : { original: { eventId: `root:${lineage.last.line}.0`, path: lineage.last.path, line: lineage.last.line } }),
    last: context.spot(last),
    labels: { ...labels, carried: { ...labels.carried, integrity: worst } },
    evidence: context.evidence({
      cite: { record: last.span, pointer: '/uuid' },
      note: 'the last record that was copied',
    }),
  };
}

const ORDER = ['host', 'typed', 'caller', 'local', 'model', 'peer', 'tool', 'outside'];

function lower(a: string, b: string): string {
  return ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : b;
}

/** Before there were forks a resume wrote a new file. [VERSIONS, row `--fork-session`] */
function isResume(record: Case): boolean {
  const version = parseVersion(record.hostVersions[0]);
  return version !== undefined && compareVersions(version, [2, 0, 14]) < 0;
}

function openFinding(context: SummaryContext, finding: Finding, claim: Claim): OpenFinding {
  const { path, text } = claim.open!;
  const at = context.record.event(text.event)?.at;
  return {
    finding,
    question: {
      kind: 'who-wrote',
      path,
      ...(at === undefined ? {} : { at }),
      prints: context.fingerprints.prints(text.value, 1_024),
    },
  };
}
