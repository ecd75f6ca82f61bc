import { gzipSync } from 'node:zlib';
import type { ArtifactLocation, Location, Log, PhysicalLocation, ReportingDescriptor, Result, ThreadFlow } from 'sarif';
import { clip, oneLine } from '../base/clean.ts';
import { by, compareText } from '../base/order.ts';
import { type Evidence, type Finding, type Severity, severityRank } from '../result/finding.ts';
import type { CaseResult, FlowSummary, Place, Report } from '../result/report.ts';

/**
 * What GitHub takes (docs.github.com, "SARIF support for code scanning", read 2026-11): a gzipped file of 10 MB with 25,000 results, of
 * which it keeps the 5,000 worst; 100 locations of a result, 1,000 steps of its code flows, 10 tags of a rule. What is beyond is left
 * out, worst first kept, and said.
 */
const MOST_RESULTS = 25_000;
const MOST_BYTES = 10_000_000;
const MOST_LOCATIONS = 100;
const MOST_FLOWS = 10;

const LEVEL: Record<Severity, Result.level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
/** The score that GitHub sorts by; the middle of the band that carries our word. */
const SCORE: Record<Severity, string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.5', info: '0.0' };

/** A finding with the case it stands in; one that spans cases has none. */
interface Told {
  readonly finding: Finding;
  readonly result: CaseResult | undefined;
}

/** SARIF 2.1.0: rules, code flows, artefact digests, and our own finding id as fingerprint. */
export function sarif(report: Report): string {
  const all: Told[] = [
    ...report.cases.flatMap((result) => result.findings.map((finding) => ({ finding, result }))),
    ...report.findings.map((finding) => ({ finding, result: undefined })),
  ].sort(
    by(
      ({ finding }) => -severityRank(finding.severity),
      ({ result }) => result?.id ?? '',
      ({ finding }) => finding.id,
    ),
  );
  let count = Math.min(all.length, MOST_RESULTS);
  let text = logOf(report, all, count, true);
  let bytes = uploadedBytes(text);
  if (bytes <= MOST_BYTES) return text;
  text = logOf(report, all, count, false);
  for (bytes = uploadedBytes(text); bytes > MOST_BYTES && count > 0; bytes = uploadedBytes(text)) {
    count = Math.floor(count * Math.min(0.95, MOST_BYTES / bytes));
    text = logOf(report, all, count, false);
  }
  return text;
}

/** Files are uploaded gzipped; below the limit as they are, they are below it in any case. */
function uploadedBytes(text: string): number {
  return text.length < MOST_BYTES / 2 ? text.length : gzipSync(text).length;
}

/** The log with the `count` worst results; without `everyArtefact` it lists only files that these results cite. */
function logOf(report: Report, all: readonly Told[], count: number, everyArtefact: boolean): string {
  const told = all.slice(0, count);
  const rules = rulesOf(told.map(({ finding }) => finding));
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));
  const cited = new Set(told.flatMap(({ finding }) => finding.evidence.map(({ path }) => path)));
  const artefacts = report.cases
    .flatMap((result) => result.artefacts)
    .filter(({ path }) => everyArtefact || cited.has(path))
    .sort((a, b) => compareText(a.path, b.path));
  const notes = [
    ...cutsOf(all, told, everyArtefact),
    ...report.coverage.limits.map((limit) => `limit reached: ${limit}`),
  ];
  const log: Log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'aftertaint',
            semanticVersion: report.version,
            informationUri: 'https://www.npmjs.com/package/aftertaint',
            rules,
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: true,
            ...(notes.length > 0 && {
              toolExecutionNotifications: notes.map((text) => ({
                level: 'warning' as const,
                message: { text: plain(text) },
              })),
            }),
          },
        ],
        artifacts: artefacts.map(({ path, byteLength, sha256 }) => ({
          location: locationOf(path),
          length: byteLength,
          roles: ['analysisTarget' as const],
          hashes: { 'sha-256': sha256 },
        })),
        results: told.map(({ finding, result }) => resultOf(finding, result, ruleIndex.get(finding.detector)!)),
      },
    ],
  };
  return `${JSON.stringify(log, null, 1)}\n`;
}

/** What is not in the log, in words. */
function cutsOf(all: readonly Told[], told: readonly Told[], everyArtefact: boolean): string[] {
  const notes: string[] = [];
  const number = (value: number) => value.toLocaleString('en-US');
  if (all.length > told.length) {
    notes.push(
      `${number(all.length - told.length)} of ${number(all.length)} findings left out, the least severe: a viewer takes ${number(MOST_RESULTS)} results and 10 MB gzipped`,
    );
  }
  if (!everyArtefact) notes.push('files without a finding are not listed: the log would be over 10 MB gzipped');
  const crowded = told.filter(({ finding }) => finding.evidence.length > MOST_LOCATIONS).length;
  if (crowded > 0) notes.push(`${number(crowded)} findings show the first ${MOST_LOCATIONS} places of their evidence`);
  const streaming = told.filter(({ finding }) => finding.flows.length > MOST_FLOWS).length;
  if (streaming > 0) notes.push(`${number(streaming)} findings show the first ${MOST_FLOWS} of their flows`);
  return notes;
}

function rulesOf(findings: readonly Finding[]): ReportingDescriptor[] {
  const worst = new Map<string, Finding>();
  for (const finding of findings) if (!worst.has(finding.detector)) worst.set(finding.detector, finding);
  return [...worst.values()].sort(by((finding) => finding.detector)).map((finding) => ({
    id: finding.detector,
    name: finding.detector.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase()),
    shortDescription: { text: sentence(finding.title) },
    fullDescription: { text: sentence(finding.title) },
    help: { text: `Run: aftertaint explain ${finding.id} <paths>` },
    defaultConfiguration: { level: LEVEL[finding.severity] },
    properties: { tags: ['security', 'ai-agents'], 'security-severity': SCORE[finding.severity] },
  }));
}

function resultOf(finding: Finding, result: CaseResult | undefined, ruleIndex: number): Result {
  const [primary, ...related] = finding.evidence;
  const flows = (result?.flows ?? [])
    .filter((flow) => finding.flows.includes(flow.id) && flow.evidence.length + flow.relays.length > 0)
    .slice(0, MOST_FLOWS);
  return {
    ruleId: finding.detector,
    ruleIndex,
    level: LEVEL[finding.severity],
    message: { text: sentence(plain(finding.message)) },
    locations: [evidenceLocation(primary!)],
    ...(related.length > 0 && {
      relatedLocations: related
        .slice(0, MOST_LOCATIONS - 1)
        .map((evidence, index) => ({ id: index + 1, ...evidenceLocation(evidence) })),
    }),
    ...(flows.length > 0 && { codeFlows: flows.map((flow) => ({ threadFlows: [threadFlow(flow)] })) }),
    partialFingerprints: { 'aftertaintFindingId/v1': finding.id, primaryLocationLineHash: `${finding.id}:1` },
    ...(finding.known === true && { suppressions: [{ kind: 'external' as const }] }),
    properties: {
      severity: finding.severity,
      confidence: finding.confidence,
      'security-severity': SCORE[finding.severity],
      ...(finding.verdict !== undefined && { verdict: finding.verdict }),
      ...(finding.actedOn !== undefined && { actedOn: finding.actedOn }),
      ...(result !== undefined && { case: result.id }),
      agents: finding.agents,
    },
  };
}

function threadFlow(flow: FlowSummary): ThreadFlow {
  const best = flow.evidence[0];
  const stops: { place: Place; text: string }[] = [
    ...(best === undefined
      ? []
      : [
          {
            place: best.from,
            text: `first origin: ${flow.sourceTool ?? flow.fromAgent} (${flow.labels.carried.integrity})`,
          },
        ]),
    ...flow.relays.map((relay) => ({ place: relay.place, text: 'relay' })),
    ...(best === undefined ? [] : [{ place: best.to, text: `${flow.channel} to ${flow.toAgent}` }]),
  ];
  return {
    locations: stops.slice(0, MOST_LOCATIONS).map(({ place, text }) => ({
      location: { physicalLocation: physical(place, undefined), message: { text: plain(text) } },
    })),
  };
}

function evidenceLocation(evidence: Evidence): Location {
  return { physicalLocation: physical(evidence, evidence.excerpt), message: { text: plain(evidence.note) } };
}

function physical(
  { path, line, byteStart, byteEnd }: Pick<Place, 'path' | 'line' | 'byteStart' | 'byteEnd'>,
  excerpt: string | undefined,
): PhysicalLocation {
  return {
    artifactLocation: locationOf(path),
    region: {
      startLine: Math.max(1, line),
      byteOffset: byteStart,
      byteLength: byteEnd - byteStart,
      ...(excerpt !== undefined && { snippet: { text: oneLine(clip(excerpt, 1_000)) } }),
    },
  };
}

function locationOf(path: string): ArtifactLocation {
  return {
    uri: path
      .replace(/\p{Surrogate}/gu, '\ufffd')
      .split('/')
      .map(encodeURIComponent)
      .join('/'),
  };
}

/** SARIF reads `[words](1)` in a message as a link: evidence must not make one. */
function plain(text: string): string {
  return oneLine(text).replace(/[[\]\\]/g, (character) => `\\${character}`);
}

function sentence(text: string): string {
  const clean = oneLine(text);
  return /[.!?]$/.test(clean) ? clean : `${clean}.`;
}
