import type { ArtifactLocation, Location, Log, PhysicalLocation, ReportingDescriptor, Result, ThreadFlow } from 'sarif';
import { clip, oneLine } from '../base/clean.ts';
import { by, compareText } from '../base/order.ts';
import { type Evidence, type Finding, type Severity, severityRank } from '../result/finding.ts';
import type { CaseResult, FlowSummary, Place, Report } from '../result/report.ts';

/** GitHub shows 5,000 results of a run and reads 100 locations of each; what is beyond is left out, worst first kept, and said. */
const MOST_RESULTS = 5_000;
const MOST_LOCATIONS = 100;

const LEVEL: Record<Severity, Result.level> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
};
/** The score that GitHub sorts by; the middle of the band that carries our word. */
const SCORE: Record<Severity, string> = { critical: '9.5', high: '8.0', medium: '5.5', low: '2.5', info: '0.0' };

/** SARIF 2.1.0: rules, code flows, artefact digests, and our own finding id as fingerprint. */
export function sarif(report: Report): string {
  const all = [
    ...report.cases.flatMap((result) => result.findings.map((finding) => ({ finding, result }))),
    ...report.findings.map((finding) => ({ finding, result: undefined })),
  ].sort(
    by(
      ({ finding }) => -severityRank(finding.severity),
      ({ result }) => result?.id ?? '',
      ({ finding }) => finding.id,
    ),
  );
  const told = all.slice(0, MOST_RESULTS);
  const rules = rulesOf(told.map(({ finding }) => finding));
  const ruleIndex = new Map(rules.map((rule, index) => [rule.id, index]));
  const notes = [
    ...(all.length > told.length
      ? [`${all.length - told.length} of ${all.length} findings left out: a viewer reads ${MOST_RESULTS}`]
      : []),
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
        artifacts: report.cases
          .flatMap((result) => result.artefacts)
          .sort((a, b) => compareText(a.path, b.path))
          .map(({ path, byteLength, sha256 }) => ({
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
  const flows = (result?.flows ?? []).filter((flow) => finding.flows.includes(flow.id)).slice(0, 10);
  return {
    ruleId: finding.detector,
    ruleIndex,
    level: LEVEL[finding.severity],
    message: { text: sentence(plain(finding.message)) },
    locations: [evidenceLocation(primary!)],
    ...(related.length > 0 && {
      relatedLocations: related
        .slice(0, MOST_LOCATIONS)
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
