import type { Case, EventOf, Text } from '../case/model.ts';
import { type MarkupBlock, markupBlocks } from '../flows/markup/blocks.ts';
import { knownHostLead } from '../flows/markup/host-texts.ts';
import { controlMarkup, markupOverSeams } from '../flows/markup/scan.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { saidAbout } from '../flows/shape/quoting.ts';
import type { Severity, Verdict } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { isAnnounced } from './forgery/announced.ts';
import { agentsOf, copiesCited, flowsOf, isHostText, speaker, work } from './forgery/cited.ts';
import { type Demand, demandOf, firmOrders, hasClaim } from './forgery/content.ts';
import { ordersInMarkup } from './forgery/markup-words.ts';
import { type Outcome, outcomeOf, raised } from './forgery/obedience.ts';
import { citeSpan, firstOrigin, proofLines, provenanceOf, sourceCited } from './forgery/provenance.ts';
import { type Report, reportsOf } from './forgery/reports.ts';
import { claimsInToolOutput, claimsInUnknownRecords } from './forgery/tool-output.ts';

const id = 'forged-control-markup';

export const forgedControlMarkup: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed, flows }: Investigation): Iterable<Claim> {
    const noted = new Set<string>();
    for (const report of reportsOf(analysed)) {
      const claims = [...inReport(analysed, flows, report)];
      if (claims.length > 0) for (const copy of report.copies) noted.add(copy.event);
      yield* claims;
    }
    yield* inBriefs(analysed, flows);
    yield* claimsInToolOutput(analysed, flows, id);
    yield* claimsInUnknownRecords(analysed, id);
    yield* hostNotices(analysed, noted);
  },
};

/** A text with more blocks than this is judged by its first ones; all are counted. */
const MOST_BLOCKS = 48;
/** How far behind a block an order still counts as its words. */
const TAIL = 700;
/** So much of a fence is read for the order around a form in it. */
const FENCE = 6_000;

function* inReport(analysed: Case, flows: FlowGraph, report: Report): Iterable<Claim> {
  for (const [index, text] of report.texts.entries()) {
    const seams = index + 1 < report.texts.length ? markupOverSeams([text.value, report.texts[index + 1]!.value]) : [];
    const hits = [...controlMarkup(text.value), ...seams.map(({ hit }) => hit)].sort((a, b) => a.start - b.start);
    if (hits.length === 0) continue;
    const blocks = markupBlocks(text.value, hits);
    const open = blocks.filter((block) => block.quoted === undefined);
    const quoted = blocks.filter((block) => block.quoted !== undefined);
    const found = open.length > 0 ? claimOf(analysed, flows, report, text, open, undefined) : undefined;
    if (found !== undefined) yield found;
    else if (quoted.length > 0) {
      // Quoting is not forging, unless it was obeyed.
      const obeyed = claimOf(analysed, flows, report, text, quoted, quoted[0]!.quoted);
      if (obeyed !== undefined && obeyed.actedOn === 'yes') yield obeyed;
    }
  }
}

function claimOf(
  analysed: Case,
  flows: FlowGraph,
  report: Report,
  text: Text,
  blocks: readonly MarkupBlock[],
  quoted: MarkupBlock['quoted'],
): Claim | undefined {
  const judged = blocks
    .slice(0, MOST_BLOCKS)
    .map((block) => ({ block, demand: demandIn(text.value, block) }))
    .map(({ block, demand }) => ({ block, demand: withMarkupWords(text.value, block, demand) }))
    .filter(({ block, demand }) => counts(block, demand));
  if (judged.length === 0) return undefined;
  const main = judged.reduce((best, one) => (rank(one) > rank(best) ? one : best));
  const { block } = main;
  const orders = judged.flatMap(({ demand }) => demand.orders);
  const ordered = judged.some(({ demand, block: one }) => isOrder(text.value, one, demand));
  const span = wordsOf(block, main.demand);
  const provenance = provenanceOf(analysed, flows, report.agent.id, report.order, text, span);
  // Host text told again, or markup carried along without an order, says nothing of the teller.
  const first = firstOrigin(analysed, flows, provenance, text.value.slice(span[0], span[1]));
  if (first !== undefined && (isHostText(first) || !ordered)) return undefined;
  // Another agent's own words, handed on: the finding is at that agent.
  if (first?.origin.channel === 'model' && first.agent !== report.agent.id && first.agent !== analysed.agents.root)
    return undefined;
  const verdict: Verdict = provenance.source === undefined ? 'forged' : 'relayed';
  const outcome = outcomeOf(analysed, report.receiver, orders, report.arrival);
  const base: Severity = ordered ? 'high' : 'medium';
  const severity = raised(base, outcome.judgement);
  if (quoted !== undefined && outcome.judgement.actedOn !== 'yes') return undefined;
  const names = [...new Set(judged.flatMap(({ block: one }) => one.hits.map((hit) => hit.name)))];
  const disguises = [...new Set(judged.flatMap(({ block: one }) => one.hits.flatMap((hit) => hit.disguise)))].sort();
  return {
    detector: id,
    message: message(report, names, ordered, verdict, outcome),
    severity,
    confidence: verdict === 'forged' && disguises.includes('misspelt') ? 'medium' : 'high',
    primary: {
      cite: citeSpan(text, block.start, block.end),
      note: `${speaker(report)} writes ${names
        .slice(0, 3)
        .map((name) => `\`${name}\``)
        .join(', ')} as its own words`,
    },
    related: [...copiesCited(report, text), ...sourceCited(provenance), ...outcome.related],
    agents: agentsOf(report),
    verdict,
    actedOn: outcome.judgement.actedOn,
    details: [
      ...proofLines(provenance),
      ...(disguises.length > 0 ? [`disguise: ${disguises.join(', ')}`] : []),
      ...(quoted === undefined
        ? []
        : [`it stands quoted (${quoted}), but was obeyed: quotation is no excuse for text that was carried out`]),
      ...(blocks.length > MOST_BLOCKS
        ? [`${blocks.length} such blocks; the first ${MOST_BLOCKS} were read for orders`]
        : []),
      ...outcome.details,
      ...work(report),
    ],
    ...flowsOf(flows, text),
  };
}

function demandIn(text: string, block: MarkupBlock): Demand {
  if (block.hits.some((hit) => hit.decoded !== undefined)) return demandOf(block.inner);
  if (block.fence !== undefined)
    return demandBetween(text, block.hits, block.fence.start, Math.min(block.fence.end, block.fence.start + FENCE));
  // A closing form alone speaks for the words before it.
  const isEnd = block.hits.every((hit) => hit.closing);
  const before = text.slice(Math.max(0, block.start - TAIL), block.start);
  const lead = isEnd ? before.length : before.length - before.lastIndexOf('\n') - 1;
  return demandBetween(text, block.hits, block.start - lead, tailOf(text, block.end));
}

/** What stands inside an open control form is spoken to a model: further shapes of order count there. */
function withMarkupWords(text: string, block: MarkupBlock, demand: Demand): Demand {
  if (block.lead.strength !== 'strong' && block.lead.family !== 'configuration') return demand;
  const decoded = block.hits.some((hit) => hit.decoded !== undefined);
  const further = decoded
    ? ordersInMarkup(block.inner, 0, block.inner.length)
    : ordersInMarkup(text, block.start, block.end);
  const orders = [...demand.orders];
  for (const order of further)
    if (!orders.some((one) => one.kind === order.kind && one.start < order.end && one.end > order.start))
      orders.push(order);
  return { ...demand, orders, hides: demand.hides || orders.some((order) => order.kind === 'hide') };
}

/** Demands of a part of a text with its control forms blanked out, places kept: an order behind a tag begins a clause. */
function demandBetween(text: string, hits: MarkupBlock['hits'], start: number, end: number): Demand {
  let part = '';
  let at = start;
  for (const hit of hits) {
    if (hit.start < at || hit.end > end) continue;
    part += `${text.slice(at, hit.start)}\n${' '.repeat(hit.end - hit.start - 1)}`;
    at = hit.end;
  }
  const { orders, claims, hides } = demandOf(part + text.slice(at, end));
  const shift = <T extends { readonly start: number; readonly end: number }>(one: T): T => ({
    ...one,
    start: one.start + start,
    end: one.end + start,
  });
  return { orders: orders.map(shift), claims: claims.map(shift), hides };
}

/** The words behind a block belong to it up to a blank line that ends a paragraph, at most. */
function tailOf(text: string, end: number): number {
  const window = text.slice(end, end + TAIL);
  const first = nextBlank(window, 0);
  const second = first < 0 ? -1 : nextBlank(window, first + 1);
  return end + (second < 0 ? window.length : second);
}

/** Where the next blank line behind some words begins, or -1. */
function nextBlank(text: string, from: number): number {
  const words = text.slice(from).search(/\S/);
  if (words < 0) return -1;
  const blank = text.slice(from + words).search(/\n[ \t\r]*\n/);
  return blank < 0 ? -1 : from + words + blank;
}

/** What is looked for in the inputs: the block, and the orders around it where the block itself holds no words. */
function wordsOf(block: MarkupBlock, demand: Demand): [number, number] {
  if (block.inner.length >= 16 || block.hits.some((hit) => hit.decoded !== undefined)) return [block.start, block.end];
  const from = Math.min(block.start, ...demand.orders.map((order) => order.start));
  const to = Math.max(block.end, ...demand.orders.map((order) => order.end));
  return [from, to];
}

/** Syntax of a tool call, leaked as text: what stands in it is an input and no order to the reader. */
const CALL_SYNTAX: ReadonlySet<string> = new Set([
  'invoke-name',
  'parameter-name',
  'invoke',
  'parameter',
  'function_calls',
  'function_call',
  'tool_call',
  'tool_calls',
  'tool_use',
  'antml-function_calls',
  'antml-invoke',
  'antml-parameter',
]);

/** Weak forms are ordinary elements too: they count only with an order and a claim, or as an invented configuration that orders. */
function counts(block: MarkupBlock, demand: Demand): boolean {
  if (block.hits.some((hit) => hit.strength === 'strong')) return true;
  if (block.hits.every((hit) => hit.closing)) return false;
  const firm = demand.hides || hasClaim(demand.claims, 'clearance', 'meta-permission', 'override', 'mode', 'as-user');
  if (block.lead.family === 'configuration') return firm || demand.orders.length > 0;
  return firm && demand.orders.length > 0;
}

function isOrder(text: string, block: MarkupBlock, demand: Demand): boolean {
  if (demand.claims.some((claim) => claim.kind !== 'header')) return true;
  if (block.hits.every((hit) => CALL_SYNTAX.has(hit.name))) return demand.hides;
  const hidden = block.hits.some((hit) => hit.decoded !== undefined);
  return (
    demand.orders.length > 0 && (hidden || firmOrders(text, demand.orders).length > 0 || insideBlock(block, demand))
  );
}

function insideBlock(block: MarkupBlock, demand: Demand): boolean {
  return demand.orders.some((order) => order.start < block.end && order.end > block.start);
}

function rank({ block, demand }: { block: MarkupBlock; demand: Demand }): number {
  return (
    (block.lead.strength === 'strong' ? 2 : 0) + (demand.orders.length > 0 ? 2 : 0) + (demand.claims.length > 0 ? 1 : 0)
  );
}

function message(
  report: Report,
  names: readonly string[],
  ordered: boolean,
  verdict: Verdict,
  outcome: Outcome,
): string {
  const what = `${speaker(report)} hands back ${names.slice(0, 2).join(' and ')} markup${ordered ? ' with an order to its reader' : ''}`;
  const whence = verdict === 'forged' ? 'found in none of its recorded inputs' : 'carried from one of its inputs';
  const then =
    outcome.judgement.actedOn === 'yes'
      ? '; the receiver did as told'
      : outcome.judgement.actedOn === 'partly'
        ? '; the receiver did a harmless part'
        : '';
  return `${what}, ${whence}${then}`;
}

/** Briefs: what a parent writes for a child. Made by a model, so medium at most, whatever it says. */
function* inBriefs(analysed: Case, flows: FlowGraph): Iterable<Claim> {
  for (const event of analysed.timeline) {
    if (event.kind !== 'spawn') continue;
    for (const text of event.texts) {
      if (text.origin.channel !== 'model') continue;
      const blocks = markupBlocks(text.value).filter(
        (block) => block.quoted === undefined && block.hits.some((hit) => hit.strength === 'strong'),
      );
      const judged = blocks
        .map((block) => ({ block, demand: demandIn(text.value, block) }))
        .filter(({ block, demand }) => isOrder(text.value, block, demand));
      const main = judged[0];
      if (main === undefined || knownHostLead(main.block.inner) !== undefined) continue;
      const { block } = main;
      const provenance = provenanceOf(analysed, flows, event.agent, event.order, text, [block.start, block.end]);
      const outcome: Outcome | undefined =
        event.child === undefined ? undefined : outcomeOf(analysed, event.child, main.demand.orders, event.order);
      // Carried, and the brief says in words of its own that it is matter: not done, it is no more than that.
      if (
        provenance.source !== undefined &&
        outcome?.judgement.actedOn !== 'yes' &&
        (isAnnounced(analysed, event.order) ||
          saidAbout(text.value, [block.start, block.end], carriedIn(flows, text)) !== undefined)
      )
        continue;
      yield {
        detector: id,
        message: `a brief carries ${block.lead.name} markup with an order, ${provenance.source === undefined ? 'found in none of the parent’s recorded inputs' : 'carried from one of the parent’s inputs'}`,
        severity: 'medium',
        confidence: 'high',
        primary: {
          cite: citeSpan(text, block.start, block.end),
          note: 'the brief as the parent wrote it; the host passes it on unescaped',
        },
        related: [...sourceCited(provenance), ...(outcome?.related ?? [])],
        agents: event.child === undefined ? [event.agent] : [event.agent, event.child],
        verdict: provenance.source === undefined ? 'forged' : 'relayed',
        actedOn: outcome?.judgement.actedOn ?? 'unknown',
        details: [...proofLines(provenance), ...(outcome?.details ?? [])],
        ...flowsOf(flows, text),
      };
    }
  }
}

/** Whether a span of a brief was carried from elsewhere. */
function carriedIn(flows: FlowGraph, text: Text): (from: number, to: number) => boolean {
  const base = text.cite.chars?.[0] ?? 0;
  const spans = flows
    .into(text)
    .flatMap((flow) => flow.evidence)
    .flatMap(({ tier, to }) =>
      tier === 'context' || tier === 'token' || to.chars === undefined
        ? []
        : [[to.chars[0] - base, to.chars[1] - base] as const],
    );
  return (from, to) => spans.some((span) => span[0] < to && from < span[1]);
}

const NOTICE = /^\s*\[harness: subagent output matched/;

/** The host's own note on a hand-back: a statement, so that a reader who looks for it finds it. */
function* hostNotices(analysed: Case, noted: ReadonlySet<string>): Iterable<Claim> {
  const seen = new Set<string>();
  for (const text of analysed.texts) {
    if (text.origin.channel !== 'notice' || !NOTICE.test(text.value)) continue;
    const event = analysed.event(text.event);
    if (event === undefined || noted.has(text.event)) continue;
    const child = (event as EventOf<'return'>).child ?? text.agent;
    const key = `${child} ${text.value}`;
    if (seen.has(key)) continue;
    seen.add(key);
    yield {
      detector: id,
      message:
        'the host put its own notice in front of a child’s report: its words matched a pattern, which is no finding by itself',
      severity: 'info',
      confidence: 'high',
      primary: { cite: text.cite, note: 'the host’s own notice' },
      related: [],
      agents: [child],
      verdict: 'harness',
      actedOn: 'no',
      details: [`patterns named: ${/pattern\(s\): ([^.\]]+)/.exec(text.value)?.[1] ?? 'unknown'}`],
    };
  }
}
