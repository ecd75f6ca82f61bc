import { type Finding, severityRank } from '../../result/finding.ts';
import type { Replay } from '../../result/replay.ts';
import type { Report } from '../../result/report.ts';
import { ceiling, type Must } from './expectation.ts';
import { treeFact } from './facts.ts';
import type { CaseManifest, EventLocator, LocatedReplay } from './manifest.ts';

/** What of a case's expectations the report does not meet, one sentence each; empty when all is well. */
export function judge(manifest: CaseManifest, report: Report): string[] {
  const findings = [...report.cases.flatMap((one) => one.findings), ...report.findings].filter(
    (one) => one.known !== true,
  );
  return [
    ...missingFindings(manifest.must, findings),
    ...tooSevere(manifest.must, findings),
    ...forbidden(manifest, findings),
    ...missingWarnings(manifest.must, report),
    ...wrongFacts(manifest.must, report),
    ...manifest.replay.flatMap((expected) => wrongReplay(expected, report)),
  ];
}

type FindingEntry = Extract<Must, { kind: 'finding' }>;

/** Every entry needs a finding of its own: a maximum matching between entries and findings. */
function missingFindings(must: readonly Must[], findings: readonly Finding[]): string[] {
  const entries = must.filter((entry): entry is FindingEntry => entry.kind === 'finding');
  const ownerOf = new Map<number, number>();
  const place = (entry: number, tried: Set<number>): boolean => {
    for (const [index, finding] of findings.entries()) {
      if (tried.has(index) || !fits(entries[entry]!, finding)) continue;
      tried.add(index);
      const owner = ownerOf.get(index);
      if (owner === undefined || place(owner, tried)) {
        ownerOf.set(index, entry);
        return true;
      }
    }
    return false;
  };
  return entries.flatMap((entry, i) => {
    if (place(i, new Set())) return [];
    const near = findings.filter((finding) => finding.detector === entry.detector).map(nameOf);
    return [`missing ${entry.text}; ${near.length === 0 ? `no ${entry.detector} at all` : `found ${near.join(', ')}`}`];
  });
}

function fits(entry: FindingEntry, finding: Finding): boolean {
  const rank = severityRank(finding.severity);
  return (
    finding.detector === entry.detector &&
    rank >= severityRank(entry.min) &&
    (entry.max === undefined || rank <= severityRank(entry.max)) &&
    (entry.verdict === undefined || entry.verdict === finding.verdict) &&
    (entry.actedOn === undefined || entry.actedOn === finding.actedOn)
  );
}

function tooSevere(must: readonly Must[], findings: readonly Finding[]): string[] {
  return findings.flatMap((finding) => {
    const top = ceiling(must, finding.detector);
    return top !== undefined && severityRank(finding.severity) > top
      ? [`too severe: ${nameOf(finding)} ${placeOf(finding)}`]
      : [];
  });
}

function forbidden(manifest: CaseManifest, findings: readonly Finding[]): string[] {
  const wanted = new Set(manifest.must.flatMap((entry) => (entry.kind === 'finding' ? [entry.detector] : [])));
  const all = manifest.mustNot.includes('*');
  return findings.flatMap((finding) => {
    if (finding.severity === 'info') return [];
    const banned = manifest.mustNot.includes(finding.detector) || (all && !wanted.has(finding.detector));
    return banned ? [`must not be raised: ${nameOf(finding)} ${placeOf(finding)}`] : [];
  });
}

function missingWarnings(must: readonly Must[], report: Report): string[] {
  const codes = new Set(
    [...report.warnings, ...report.cases.flatMap((one) => one.warnings)].map((warning) => warning.code),
  );
  return must.flatMap((entry) =>
    entry.kind === 'warning' && !codes.has(entry.code)
      ? [`missing ${entry.text}; warnings are ${[...codes].sort().join(', ') || 'none'}`]
      : [],
  );
}

function wrongFacts(must: readonly Must[], report: Report): string[] {
  return must.flatMap((entry) => {
    if (entry.kind !== 'tree') return [];
    const found = treeFact(entry.fact, report);
    return found === entry.value ? [] : [`${entry.text}, but it is ${found}`];
  });
}

function wrongReplay(expected: LocatedReplay, report: Report): string[] {
  const replays = report.cases.flatMap((one) => {
    const roots = new Set(one.agents.filter((agent) => agent.depth === 0).map((agent) => agent.id));
    return one.replays.filter((replay) => ofGate(replay, expected) && isAt(replay, expected.at, roots));
  });
  if (replays.length === 0) return [`no replayed event for '${expected.text}' (${JSON.stringify(expected.at)})`];
  const { nth } = expected.at;
  const looked = typeof nth === 'number' ? replays.slice(nth, nth === -1 ? undefined : nth + 1) : replays;
  const good = looked.filter((replay) => decides(replay, expected));
  if (nth === 'all' ? good.length === looked.length : good.length > 0) return [];
  const found = looked.map((replay) => `${replay.outcome}${replay.reason === '' ? '' : ` (${replay.reason})`}`);
  return [`'${expected.text}', but it is ${[...new Set(found)].join('; ')}`];
}

/** `hook` means what the case's settings run; their permission rules answer under `permission-rules`. */
function ofGate(replay: Replay, expected: LocatedReplay): boolean {
  const [id = '', ...rest] = replay.gate.split(':');
  const mode = replay.key ?? rest.join(':');
  if (expected.gate === 'hook') return id === 'hook' || id === 'settings';
  if (expected.gate === 'permission-rules') return id === 'permission-rules' || id === 'settings';
  return id === expected.gate && (expected.mode === undefined || mode === expected.mode);
}

function isAt(replay: Replay, at: EventLocator, roots: ReadonlySet<string>): boolean {
  const agent =
    at.agent === undefined ||
    (at.agent === 'root'
      ? roots.has(replay.agentId)
      : at.agent === 'child'
        ? !roots.has(replay.agentId)
        : replay.agentId === at.agent);
  return (
    agent &&
    replay.phase === at.phase &&
    (at.tool === undefined || replay.toolName === at.tool) &&
    (at.contains === undefined || replay.summary.includes(at.contains) || replay.toolUseId === at.contains)
  );
}

/** `advise` is reminder-guard's default mode: outcome none, with a reason. Its `none` has nothing to say. */
function decides(replay: Replay, expected: LocatedReplay): boolean {
  const speaks = replay.message !== undefined && replay.message !== '';
  if (expected.decision === 'advise') return replay.outcome === 'none' && (speaks || replay.reason !== '');
  if (expected.decision === 'none' && expected.gate === 'reminder-guard') return replay.outcome === 'none' && !speaks;
  return replay.outcome === expected.decision;
}

function nameOf(finding: Finding): string {
  const verdict = finding.verdict === undefined ? '' : `:verdict=${finding.verdict}`;
  return `${finding.detector}=${finding.severity}${verdict}${finding.actedOn === undefined ? '' : `:actedOn=${finding.actedOn}`}`;
}

function placeOf(finding: Finding): string {
  const primary = finding.evidence[0];
  return primary === undefined ? '' : `at ${primary.path}:${primary.line} (${finding.message})`;
}
