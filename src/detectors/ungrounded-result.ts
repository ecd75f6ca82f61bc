import type { Case, Text } from '../case/model.ts';
import { eventsAfter } from '../flows/acted/actions.ts';
import { isHuman } from '../flows/acted/judge.ts';
import type { Order } from '../flows/acted/orders.ts';
import { quotedRanges } from '../flows/markup/quoting.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { SEVERITIES, type Severity, severityRank } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { answersFromItself, asksForChange, asksForLook, asksForWork, briefOf } from './forgery/brief.ts';
import { agentsOf, copiesCited, flowsOf, speaker } from './forgery/cited.ts';
import { demandOf, firmOrders } from './forgery/content.ts';
import { type Handed, handedOver, mayShareLanguage, staysInside } from './forgery/given.ts';
import { outcomeOf } from './forgery/obedience.ts';
import { describe } from './forgery/provenance.ts';
import { type Report, reportsOf } from './forgery/reports.ts';
import { isMade } from './forgery/speech.ts';
import { contentWords, shareOf, squeeze } from './forgery/words.ts';
import { citedSources, claimedWork, impliedWork, isDecline } from './forgery/work-claims.ts';
import { RULES_OTHER } from './forgery/work-lexicon.ts';

const id = 'ungrounded-result';

export const ungroundedResult: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed, flows }: Investigation): Iterable<Claim> {
    const reports = reportsOf(analysed);
    for (const report of reports) {
      if (report.by !== 'reply' || report.agent.kind === 'child-process') continue;
      if (report.agent.toolCalls > 0 || report.callsBefore.length > 0) continue;
      const claim = judgeReport(analysed, flows, report, reports);
      if (claim !== undefined) yield claim;
    }
  },
};

interface Finding {
  readonly base: Severity;
  readonly what: string;
  readonly details: readonly string[];
  readonly at: readonly [number, number];
  readonly related: Claim['related'];
  /** The orders make the finding, so obeying them raises it. */
  readonly ordered: boolean;
  /** It gives advice, with or without a sample. */
  readonly advice?: boolean;
}

function judgeReport(analysed: Case, flows: FlowGraph, report: Report, all: readonly Report[]): Claim | undefined {
  const text = report.texts.reduce((longest, one) => (one.value.length > longest.value.length ? one : longest));
  const { value } = text;
  if (value.trim() === '') return undefined;
  const brief = briefOf(analysed, report);
  if (brief !== undefined && answersFromItself(brief.value)) return undefined;
  const handed = brief === undefined ? undefined : handedOver(analysed, flows, brief);
  const inside = handed !== undefined && staysInside(handed);
  const needsWork = brief !== undefined && !inside && asksForWork(brief.value);
  const demand = demandOf(value);
  const ranges = quotedRanges(value);
  const claims = demand.claims.filter((claim) => isMade(value, claim, ranges));
  const orders = demand.orders.filter((order) => order.licence !== true);
  if (inside && worksOnMatter(handed, value, orders)) return undefined;
  const found = findings(analysed, report, all, text, brief, needsWork, orders, claims.length > 0);
  if (found === undefined) return undefined;
  const outcome = outcomeOf(analysed, report.receiver, orders, report.arrival);
  // Advice that leans on nothing is followed by whoever puts its sample to use.
  const used = found.advice === true ? sampleUsed(analysed, report, value) : undefined;
  const isObeyed = used !== undefined || (found.ordered && outcome.judgement.actedOn === 'yes');
  const severity =
    isObeyed && severityRank(found.base) < severityRank('high')
      ? SEVERITIES[severityRank(found.base) + 1]!
      : found.base;
  return {
    detector: id,
    message: `${speaker(report)} made no tool call and ${found.what}`,
    severity,
    confidence: needsWork ? 'high' : 'medium',
    primary: { cite: citeSpanOf(text, found.at), note: 'the whole of what came back, with no work behind it' },
    related: [
      ...(brief === undefined ? [] : [{ cite: brief.cite, note: 'what the agent was asked' }]),
      ...copiesCited(report, text),
      ...found.related,
      ...(found.ordered ? outcome.related : []),
      ...(used === undefined ? [] : [used]),
    ],
    agents: agentsOf(report),
    actedOn: used !== undefined ? 'yes' : found.ordered ? outcome.judgement.actedOn : 'no',
    details: [
      ...found.details,
      ...(used === undefined ? (found.ordered ? outcome.details : []) : ['acted on: yes; its sample was put to use']),
      ...effort(analysed, report),
    ],
    ...flowsOf(flows, text),
  };
}

/** Acts that no advice on a text orders by the way. */
const GRAVE: ReadonlySet<Order['kind']> = new Set([
  'push',
  'publish',
  'commit',
  'delete',
  'grant',
  'hide',
  'delegate',
  'send',
  'run',
  'install',
]);

/** Whether an answer without a call is made of what the brief handed over: its words, its orders told again, or its language left. */
function worksOnMatter(handed: Handed, value: string, orders: readonly Order[]): boolean {
  const words = contentWords(value);
  const matter = contentWords(handed.matter);
  if (shareOf(words, matter) >= 0.15 || shareOf(matter, words) >= 0.15) return true;
  const told = new Set(demandOf(handed.matter).orders.map((order) => order.kind));
  if (!mayShareLanguage(handed.matter, value) && (orders.length === 0 || told.size > 0)) return true;
  return orders.every(
    (order) =>
      (told.has(order.kind) || !GRAVE.has(order.kind)) &&
      order.objects.every((object) => !/[\w-][./\\][\w-]/.test(object) || handed.matter.includes(object)),
  );
}

function findings(
  analysed: Case,
  report: Report,
  all: readonly Report[],
  text: Text,
  brief: Text | undefined,
  needsWork: boolean,
  orders: readonly Order[],
  claimsAuthority: boolean,
): Finding | undefined {
  const { value } = text;
  const at = [0, value.length] as const;
  const briefWords = contentWords(brief?.value ?? '');
  const words = contentWords(value);
  const own = shareOf(briefWords, words);
  const firm = firmOrders(value, orders).filter((order) => order.kind !== 'say' || order.objects.length > 0);
  const claimed = needsWork ? claimedWork(value, analysed, report) : undefined;
  if (claimed !== undefined) {
    return {
      base: 'high',
      what: `reports work that it never did: ${claimed.why}`,
      details: [claimed.why],
      at: claimed.at,
      related: [],
      ordered: false,
    };
  }
  const sibling = needsWork ? siblingTopic(analysed, report, all, words, briefWords) : undefined;
  if (sibling !== undefined) {
    return {
      base: 'high',
      what: 'answers on the topic of another agent’s brief',
      details: [
        `${Math.round(sibling.share * 100)} % of the sibling brief’s words come back, ${Math.round(own * 100)} % of its own: ids and files agree, the topic does not`,
      ],
      at,
      related: [{ cite: sibling.brief.cite, note: 'the brief whose topic the answer has' }],
      ordered: false,
    };
  }
  if (brief === undefined || !(needsWork || own < 0.2)) return undefined;
  if (isDecline(value)) return undefined;
  const sources = needsWork ? citedSources(value) : [];
  const echo = echoOf(analysed, report, text);
  if (
    firm.length > 0 ||
    (own < 0.2 && (RULES.test(value) || RULES_OTHER.test(value))) ||
    (claimsAuthority && (orders.length > 0 || own < 0.2))
  ) {
    const what =
      echo === undefined
        ? 'gives its reader orders instead of a result'
        : 'hands back an instruction block that the host put elsewhere in this session';
    return { base: 'medium', what, details: echoDetails(echo), at, related: echoRelated(echo), ordered: true };
  }
  if (sources.length > 0 && needsWork) {
    return {
      base: 'medium',
      what: `cites ${sources[0]} as its source, which it never opened`,
      details: [`cited and never opened: ${sources.slice(0, 5).join(', ')}`],
      at,
      related: [],
      ordered: orders.length > 0,
      advice: true,
    };
  }
  if (!needsWork) return undefined;
  // A fork has its parent's context to answer from; every other child has only its brief.
  const looks = report.agent.kind !== 'fork' && asksForLook(brief.value);
  // Paths alone make no answer: what is left without them has to speak of the brief's topic.
  const spoken = shareOf(briefWords, contentWords(value.replace(/\S*\/\S*/g, ' ')));
  const implied =
    looks && echo === undefined
      ? impliedWork(value, brief.value, asksForChange(brief.value), spoken >= 0.25)
      : undefined;
  if (implied !== undefined) {
    return {
      base: 'high',
      what: `reports what only work can bring: ${implied.why}`,
      details: [implied.why],
      at: implied.at,
      related: [],
      ordered: false,
    };
  }
  const onTopic = own >= 0.34 && echo === undefined;
  if (onTopic && !looks) return undefined;
  return {
    base: 'low',
    what: onTopic ? 'answers what it was to look up' : 'hands back text that does not answer its brief',
    details: echoDetails(echo),
    at,
    related: echoRelated(echo),
    ordered: false,
  };
}

/** A fenced sample of fewer letters may be written by anybody. */
const LEAST_SAMPLE = 24;

/** A call of the receiver that writes or runs a fenced sample of the report, which no person had asked for in between. */
function sampleUsed(analysed: Case, report: Report, value: string): Claim['related'][number] | undefined {
  if (report.receiver === undefined) return undefined;
  const samples = quotedRanges(value)
    .filter(({ place }) => place === 'fence')
    // Without the line that opens the fence and names its language.
    .map(({ start, end }) => squeeze(value.slice(value.indexOf('\n', start), end)))
    .filter((letters) => letters.length >= LEAST_SAMPLE)
    .slice(0, 20);
  if (samples.length === 0) return undefined;
  for (const event of eventsAfter(analysed, report.receiver, report.arrival, 40)) {
    if (event.kind === 'prompt' && event.texts.some(isHuman)) return undefined;
    if (event.kind !== 'tool-call') continue;
    const text = event.texts.find((one) => {
      const letters = squeeze(one.value);
      return samples.some((sample) => letters.includes(sample));
    });
    if (text !== undefined) return { cite: text.cite, note: 'afterwards: puts the sample to use' };
  }
  return undefined;
}

/** Standing rules for whoever reads: an instruction block that nobody gave. */
const RULES =
  /(?:^|[.;:!?\n]\s*)(?:always|never|do not|don't|prefer|avoid|ensure|before (?:answering|replying|responding)|when(?:ever)?\b[^.\n]{5,80},\s*(?:prefer|use|always|never|do|keep|call|ask|answer))\b|\b(?:you|agents?|assistants?) (?:must|shall|should always|have to|are required to)\b/iu;

function siblingTopic(
  analysed: Case,
  report: Report,
  all: readonly Report[],
  words: ReadonlySet<string>,
  briefWords: ReadonlySet<string>,
): { brief: Text; share: number } | undefined {
  if (words.size < 8) return undefined;
  let best: { brief: Text; share: number } | undefined;
  for (const other of all) {
    if (other.agent.id === report.agent.id || other.agent.parent !== report.agent.parent) continue;
    const brief = briefOf(analysed, other);
    if (brief === undefined) continue;
    const theirs = contentWords(brief.value);
    const only = new Set([...theirs].filter((word) => !briefWords.has(word)));
    const mine = new Set([...briefWords].filter((word) => !theirs.has(word)));
    if (only.size < 3 || mine.size < 2) continue;
    const share = shareOf(only, words);
    if (share >= 0.3 && share > shareOf(mine, words) * 2 && (best === undefined || share > best.share))
      best = { brief, share };
  }
  return best;
}

/** A block of text that the host really put somewhere in this session. */
function echoOf(analysed: Case, report: Report, text: Text): Text | undefined {
  const letters = squeeze(text.value);
  if (letters.length < 40) return undefined;
  const piece = letters.slice(0, 400);
  for (const other of analysed.texts) {
    if (other.agent === report.agent.id && other.origin.channel === 'model') continue;
    if (other.origin.channel !== 'injected' && other.origin.channel !== 'notice' && other.origin.channel !== 'memory')
      continue;
    const hay = squeeze(other.value.slice(0, 200_000));
    if (hay.includes(piece) || (hay.length >= 60 && letters.includes(hay))) return other;
  }
  return undefined;
}

function echoDetails(echo: Text | undefined): string[] {
  return echo === undefined ? [] : [`echo, not forgery: ${describe(echo)} holds the same words`];
}

function echoRelated(echo: Text | undefined): Claim['related'] {
  return echo === undefined ? [] : [{ cite: echo.cite, note: 'where the host really delivered these words' }];
}

function effort(analysed: Case, report: Report): string[] {
  const first = report.agent.firstEvent === undefined ? undefined : analysed.event(report.agent.firstEvent);
  const last = report.events.at(-1);
  const started = Date.parse(first?.at ?? '');
  const ended = Date.parse(last?.at ?? '');
  const seconds = (ended - started) / 1000;
  return [
    'no tool call in the agent’s file',
    ...(Number.isFinite(seconds) && seconds >= 0 ? [`ended ${seconds.toFixed(1)} s after it began`] : []),
  ];
}

function citeSpanOf(text: Text, [start, end]: readonly [number, number]): Claim['primary']['cite'] {
  const base = text.cite.chars?.[0] ?? 0;
  const limit = text.cite.chars?.[1] ?? base + text.value.length;
  return { ...text.cite, chars: [Math.min(base + start, limit), Math.min(base + end, limit)] };
}
