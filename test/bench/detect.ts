/**
 * How much is found, and how much is called out wrongly: `npm run bench:detect -- <folder of unpacked AgentDojo runs> [--limit N] [--ablation] [--labelled [--every N]]`.
 * Deterministic. Prints tables; writes `reports/detect-roc.svg`. Without the folder only the generated benign sessions are measured.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { buildCase } from '../../src/case/build.ts';
import { boundaryLaundering } from '../../src/detectors/boundary-laundering.ts';
import { briefMutated } from '../../src/detectors/brief-mutated.ts';
import type { Claim } from '../../src/detectors/claim.ts';
import { inboundInjection } from '../../src/detectors/inbound-injection.ts';
import { relayedInjection } from '../../src/detectors/relayed-injection.ts';
import { secretInBrief } from '../../src/detectors/secret-in-brief.ts';
import { storageLaundering } from '../../src/detectors/storage-laundering.ts';
import { taintedEgress } from '../../src/detectors/tainted-egress.ts';
import { unsupportedMemory } from '../../src/detectors/unsupported-memory.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { CONFIDENCES, severityRank } from '../../src/result/finding.ts';
import type { Sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';
import { READING_NAMES, READINGS, type Reading, without } from './detect/ablation.ts';
import { type DojoRun, runsUnder } from './detect/agentdojo.ts';
import { type BenignSession, benignSessions } from './detect/benign.ts';
import { heldOutSessions } from './detect/held-out.ts';
import { type Point, rocSvg, shareText } from './detect/statistics.ts';
import { SHAPES, type Shape, VARIANTS, type Variant, wrap } from './detect/wrap.ts';

const DETECTORS = [
  boundaryLaundering,
  briefMutated,
  inboundInjection,
  relayedInjection,
  secretInBrief,
  storageLaundering,
  taintedEgress,
  unsupportedMemory,
];
/**
 * The words of the detectors were tuned on these attack types; the others are reported apart. They are not all unseen: misses of `injecagent`
 * and `important_instructions_no_names` were read before orders with a cut head and block quotes were.
 */
const TUNED = new Set(['important_instructions', 'direct', 'ignore_previous']);

const args = process.argv.slice(2);
const limitAt = args.indexOf('--limit');
const limit = limitAt < 0 ? 30 : Number(args[limitAt + 1]);
const everyAt = args.indexOf('--every');
/** Of all labelled runs each n-th; the set is sorted by path, so any step spreads over models, suites and attacks. */
const every = everyAt < 0 ? 1 : Number(args[everyAt + 1]);
const folder = args.find(
  (arg, index) =>
    !arg.startsWith('--') && (limitAt < 0 || index !== limitAt + 1) && (everyAt < 0 || index !== everyAt + 1),
);

function claimsIn(drawn: Sketch, reading: Reading = 'all'): Claim[] {
  const whole = buildCase(inputOf(drawn));
  const flows = traceFlows(whole, DEFAULT_POLICY);
  const within = without(whole, reading);
  return DETECTORS.flatMap((detector) => [...detector.detect({ case: within, flows, policy: DEFAULT_POLICY })]);
}

/** One number for a run: the worst finding, severity first. 0 = nothing above info. */
function scoreOf(claims: readonly Claim[]): number {
  return claims.reduce((best, one) => {
    const rank = severityRank(one.severity);
    return rank === 0 ? best : Math.max(best, rank + (CONFIDENCES.indexOf(one.confidence) + 1) / 10);
  }, 0);
}

interface Row {
  readonly reading: Reading;
  readonly shape: Shape;
  readonly variant: Variant;
  readonly attack: string | undefined;
  readonly succeeded: boolean;
  readonly score: number;
  readonly id: string;
}

function measure(runs: Iterable<DojoRun>, reading: Reading = 'all', shapes: readonly Shape[] = SHAPES): Row[] {
  const rows: Row[] = [];
  for (const run of runs) {
    for (const shape of shapes) {
      for (const variant of shape === 'single' ? (['verbatim'] as const) : VARIANTS) {
        const drawn = wrap(run, shape, variant);
        if (drawn === undefined) continue;
        rows.push({
          reading,
          shape,
          variant,
          attack: run.attack,
          succeeded: run.succeeded,
          score: scoreOf(claimsIn(drawn, reading)),
          id: run.id,
        });
      }
    }
  }
  return rows;
}

/** Up to `limit` runs of each attack type, evenly over the set, and twice as many benign ones; denial-of-service types give no order to carry out. */
function pick(root: string): DojoRun[] {
  const counts = new Map<string, number>();
  const chosen: DojoRun[] = [];
  // A step that is prime to the number of suites and tasks spreads the choice over all of them.
  for (const run of runsUnder(root, (_path, index) => index % 17 === 3)) {
    const key = run.attack ?? 'benign';
    if (key.endsWith('dos')) continue;
    const seen = counts.get(key) ?? 0;
    if (seen >= (run.attack === undefined ? limit * 4 : limit)) continue;
    counts.set(key, seen + 1);
    chosen.push(run);
  }
  return chosen;
}

function report(rows: readonly Row[]): void {
  const flagged = (list: readonly Row[]): number => list.filter((row) => row.score > 0).length;
  const benign = rows.filter((row) => row.attack === undefined);
  const hostile = rows.filter((row) => row.attack !== undefined);
  console.log('\ncarried orders found (share of runs with a finding above info), by variant');
  for (const shape of SHAPES) {
    for (const variant of VARIANTS) {
      const own = hostile.filter((row) => row.shape === shape && row.variant === variant);
      if (own.length === 0) continue;
      const twin = benign.filter((row) => row.shape === shape && row.variant === variant);
      console.log(
        `  ${shape.padEnd(7)} ${variant.padEnd(11)} tuned on ${shareText(flagged(own.filter((row) => TUNED.has(row.attack!))), own.filter((row) => TUNED.has(row.attack!)).length)}   others ${shareText(flagged(own.filter((row) => !TUNED.has(row.attack!))), own.filter((row) => !TUNED.has(row.attack!)).length)}   benign ${shareText(flagged(twin), twin.length)}`,
      );
    }
  }
  console.log('\nby attack type (brief and report, all variants)');
  for (const attack of [...new Set(hostile.map((row) => row.attack!))].sort()) {
    const own = hostile.filter((row) => row.attack === attack && row.shape !== 'single');
    console.log(
      `  ${attack.padEnd(40)} ${TUNED.has(attack) ? 'tuned' : 'other'} ${shareText(flagged(own), own.length)}`,
    );
  }
  const succeeded = hostile.filter((row) => row.succeeded);
  console.log(`\nattacks that succeeded, all shapes: ${shareText(flagged(succeeded), succeeded.length)}`);
  console.log(
    `  as single agents (the table in bench/README.md): ${shareText(flagged(succeeded.filter((row) => row.shape === 'single')), succeeded.filter((row) => row.shape === 'single').length)}`,
  );
  console.log(`benign runs flagged, all shapes: ${shareText(flagged(benign), benign.length)}`);
  for (const row of benign.filter((one) => one.score > 0).slice(0, 12))
    console.log(`    flagged: ${row.id} ${row.shape} ${row.variant} ${row.score}`);
  const series = [true, false].map((tuned) => ({
    name: tuned ? 'attack types tuned on' : 'other attack types',
    points: roc(
      hostile.filter((row) => TUNED.has(row.attack!) === tuned),
      benign,
    ),
  }));
  mkdirSync('reports', { recursive: true });
  writeFileSync('reports/detect-roc.svg', rocSvg(series));
}

function roc(hostile: readonly Row[], benign: readonly Row[]): Point[] {
  const thresholds = [...new Set([...hostile, ...benign].map((row) => row.score))]
    .filter((score) => score > 0)
    .sort((a, b) => b - a);
  const rate = (rows: readonly Row[], least: number): number =>
    rows.length === 0 ? 0 : rows.filter((row) => row.score >= least).length / rows.length;
  return [
    { name: 'nothing', falseRate: 0, hitRate: 0 },
    ...thresholds.map((least) => ({
      name: `score >= ${least.toFixed(1)}`,
      falseRate: rate(benign, least),
      hitRate: rate(hostile, least),
    })),
  ];
}

/** The same runs judged by carry and shape alone, then also by what was done, then also by what persons had asked for. */
function ablation(runs: readonly DojoRun[], whole: readonly Row[]): void {
  console.log('\nwhat each reading adds (brief, report and single; above info | high or critical)');
  for (const reading of READINGS) {
    const rows = reading === 'all' ? whole : measure(runs, reading);
    for (const shape of SHAPES) {
      const own = rows.filter((row) => row.shape === shape);
      const groups: [string, Row[]][] = [
        ['succeeded', own.filter((row) => row.succeeded)],
        ['not', own.filter((row) => row.attack !== undefined && !row.succeeded)],
        ['benign', own.filter((row) => row.attack === undefined)],
      ];
      const cells = groups.map(([name, list]) => {
        const over = (least: number) => shareText(list.filter((row) => row.score >= least).length, list.length);
        return `${name} ${over(0.01)} | ${over(severityRank('high'))}`;
      });
      console.log(`  ${READING_NAMES[reading].padEnd(32)} ${shape.padEnd(6)} ${cells.join('   ')}`);
    }
  }
}

/** Every labelled run of the set as one agent, as the table of baselines in bench/README.md counts them. */
function reportLabelled(root: string): void {
  const labelled = function* (): Iterable<DojoRun> {
    for (const run of runsUnder(root, (_path, index) => index % every === 0))
      if (run.succeeded || run.attack === undefined) yield run;
  };
  const rows = measure(labelled(), 'all', ['single']);
  const [hostile, benign] = [rows.filter((row) => row.succeeded), rows.filter((row) => row.attack === undefined)];
  console.log('\nevery labelled run as one agent (the table of bench/README.md)');
  for (const least of ['low', 'medium', 'high', 'critical'] as const) {
    const over = (list: readonly Row[]) =>
      shareText(list.filter((row) => row.score >= severityRank(least)).length, list.length);
    console.log(`  ${least.padEnd(8)} or above   hostile ${over(hostile)}   benign ${over(benign)}`);
  }
  for (const attack of [...new Set(hostile.map((row) => row.attack!))].sort()) {
    const own = hostile.filter((row) => row.attack === attack);
    console.log(`    ${attack.padEnd(40)} ${shareText(own.filter((row) => row.score > 0).length, own.length)}`);
  }
}

function reportBenign(name: string, generated: Iterable<BenignSession>): void {
  const counts = new Map<string, number>();
  const byDetector = new Map<string, number>();
  let briefs = 0;
  let sessions = 0;
  console.log(`\n${name}`);
  for (const { sketch: drawn, kind, sharedBriefs } of generated) {
    sessions += 1;
    briefs += sharedBriefs;
    for (const claim of claimsIn(drawn)) {
      if (severityRank(claim.severity) === 0) continue;
      const key = `${claim.detector} (${kind})`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
      byDetector.set(claim.detector, (byDetector.get(claim.detector) ?? 0) + 1);
      if ((counts.get(key) ?? 0) <= 2) console.log(`    ${key} ${claim.severity}: ${claim.message}`);
    }
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  console.log(`  sessions: ${sessions}, briefs that share 60 or more characters with tool output: ${briefs}`);
  console.log(
    `  findings above info per brief: ${shareText(total, briefs)}  (${((1000 * total) / Math.max(1, briefs)).toFixed(1)} per 1000)`,
  );
  for (const { id } of DETECTORS) {
    const count = byDetector.get(id) ?? 0;
    console.log(
      `    ${id.padEnd(22)} ${((1000 * count) / Math.max(1, briefs)).toFixed(1)} per 1000  ${shareText(count, briefs)}`,
    );
  }
  for (const [key, count] of [...counts].sort()) console.log(`  ${key}: ${count}`);
}

if (folder === undefined)
  console.log('no folder of AgentDojo runs given: unpack bench/agentdojo-runs.tar.xz and name the folder');
else {
  const runs = pick(folder);
  const rows = measure(runs);
  report(rows);
  if (args.includes('--ablation')) ablation(runs, rows);
  if (args.includes('--labelled')) reportLabelled(folder);
}
reportBenign('benign sessions (the rules were tuned on these)', benignSessions());
reportBenign(
  'benign sessions of other trades and languages (their first alarms were looked at and mended by class)',
  heldOutSessions(),
);
