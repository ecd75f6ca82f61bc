import type { Case, Text } from '../case/model.ts';
import type { Order } from '../flows/acted/orders.ts';
import type { ActKind } from '../flows/acted/verbs.ts';
import { markupBlocks } from '../flows/markup/blocks.ts';
import { type QuotePlace, quotedRanges, quotePlace } from '../flows/markup/quoting.ts';
import { roleMarkers } from '../flows/markup/roles.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { type AuthorityClaim, authorityClaims } from '../flows/shape/authority.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { answersFromItself, briefOf, workInputs } from './forgery/brief.ts';
import { agentsOf, copiesCited, flowsOf, speaker, work } from './forgery/cited.ts';
import { demandOf, firmOrders, hasClaim } from './forgery/content.ts';
import { handedOver, staysInside } from './forgery/given.ts';
import { graveMentions } from './forgery/grave.ts';
import { addressesReader } from './forgery/markup-words.ts';
import { outcomeOf, raised } from './forgery/obedience.ts';
import { citeSpan, proofLines, provenanceOf } from './forgery/provenance.ts';
import { type Report, reportsOf } from './forgery/reports.ts';
import { isMade } from './forgery/speech.ts';
import { contentWords, shareOf } from './forgery/words.ts';

const id = 'forged-authority';

export const forgedAuthority: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed, flows }: Investigation): Iterable<Claim> {
    for (const report of reportsOf(analysed)) {
      for (const text of report.texts) {
        const claim = inText(analysed, flows, report, text);
        if (claim !== undefined) yield claim;
      }
    }
  },
};

/** Acts whose order makes an office's voice matter. */
const WEIGHTY: ReadonlySet<ActKind> = new Set([
  'push',
  'publish',
  'commit',
  'delete',
  'grant',
  'send',
  'run',
  'install',
  'write',
  'stop',
  'hide',
  'read',
  'call',
  'delegate',
]);
/** Acts that nobody orders lightly. */
const GRAVE: ReadonlySet<ActKind> = new Set(['push', 'publish', 'commit', 'delete', 'grant', 'send', 'stop', 'hide']);
/** An order this near to a claim is given in its name. */
const NEAR = 300;
const LIMIT = 60_000;

function isNear(order: Order, claims: readonly AuthorityClaim[]): boolean {
  return claims.some((claim) => order.start - claim.end < NEAR && claim.start - order.end < NEAR);
}

/** `Compliance requires a review, see docs/release.md`: what a named document says, with no machine reader in it. */
function isOfDocument(sentence: string): boolean {
  return (
    /(?<![\w/])(?:[\w.-]+\/)*[\w-]+\.(?:md|txt|rst|adoc|pdf|docx?|html?)(?!\w)/iu.test(sentence) &&
    !addressesReader(sentence)
  );
}

function inText(analysed: Case, flows: FlowGraph, report: Report, text: Text): Claim | undefined {
  const value = text.value.slice(0, LIMIT);
  const ranges = quotedRanges(value);
  const claims = authorityClaims(value).filter(
    (claim) =>
      claim.kind !== 'user-approval' &&
      claim.kind !== 'as-user' &&
      isMade(value, claim, ranges) &&
      !isOfDocument(claim.sentence),
  );
  // Without a claim only orders of weight from an agent that did nothing can speak with an authority of their own.
  if (claims.length === 0 && report.callsBefore.length > 0) return undefined;
  const mentions = graveMentions(value).filter(
    (order) => quotePlace(ranges, order.start, order.end)?.place !== 'fence',
  );
  // With markup or a role label the same words are told by the detectors of those.
  if (
    markupBlocks(value).some(
      (block) => block.quoted === undefined && block.hits.some((hit) => hit.strength === 'strong'),
    )
  )
    return undefined;
  const label = roleMarkers(value).find(
    (hit) => hit.shape !== 'heading' && hit.role !== 'assistant' && !hit.neutralised,
  );
  const start = claims[0]?.start ?? 0;
  const isBroken = report.copies.some((copy) => roleMarkers(copy.value).some((hit) => hit.neutralised));
  if (
    label !== undefined &&
    (claims.length === 0 || label.start <= start) &&
    !isBroken &&
    quotePlace(ranges, label.start, label.end) === undefined
  )
    return undefined;
  const demand = demandOf(value, Math.max(0, start - 400), value.length);
  // With no claim to carry them, orders that stand quoted are somebody else's.
  const shown: ReadonlySet<QuotePlace> = new Set(
    claims.length === 0 ? ['fence', 'quotation', 'block-quote'] : ['fence'],
  );
  const orders = demand.orders.filter(
    (order) => !shown.has(quotePlace(ranges, order.start, order.end)?.place ?? 'inline-code'),
  );
  orders.push(
    ...mentions.filter(
      (one) => !orders.some((order) => order.kind === one.kind && order.end > one.start && order.start < one.end),
    ),
  );
  const firm = firmOrders(value, orders).filter((order) => WEIGHTY.has(order.kind));
  const weighty = orders.filter((order) => WEIGHTY.has(order.kind) && order.kind !== 'read');
  const isAdvice =
    claims.length === 0 &&
    mentions.length === 0 &&
    !orders.some((order) => order.kind === 'hide') &&
    !wasSetToWork(analysed, flows, report, orders);
  if (isAdvice || !speaksWithAuthority(analysed, report, value, claims, orders, firm, weighty)) return undefined;
  const end = Math.max(...claims.map((claim) => claim.end), ...orders.map((order) => order.end));
  const span: [number, number] = [Math.min(start, orders[0]?.start ?? start), Math.min(end, start + 2_000)];
  const provenance = provenanceOf(analysed, flows, report.agent.id, report.order, text, span);
  // Words that came in are the business of relayed-injection.
  if (provenance.source !== undefined) return undefined;
  const outcome = outcomeOf(analysed, report.receiver, orders, report.arrival);
  const acted = outcome.judgement.actedOn === 'yes' ? '; the receiver did as told' : '';
  const kinds = [...new Set(claims.map((claim) => claim.kind))].join(', ');
  return {
    detector: id,
    message: `${speaker(report)} ${claims.length === 0 ? 'did no work and gives orders of weight that nobody asked it for' : `claims an authority nobody gave it (${kinds})${orders.length > 0 ? ' and gives orders in its name' : ''}`}; none of its inputs holds the words${acted}`,
    severity: raised('high', outcome.judgement),
    confidence: report.callsBefore.length === 0 ? 'high' : 'medium',
    primary: { cite: citeSpan(text, span[0], span[1]), note: 'the claim, as the agent wrote it' },
    related: [...copiesCited(report, text), ...outcome.related],
    agents: agentsOf(report),
    verdict: 'forged',
    actedOn: outcome.judgement.actedOn,
    details: [...proofLines(provenance), ...outcome.details, ...work(report)],
    ...flowsOf(flows, text),
  };
}

function speaksWithAuthority(
  analysed: Case,
  report: Report,
  value: string,
  claims: readonly AuthorityClaim[],
  orders: readonly Order[],
  firm: readonly Order[],
  weighty: readonly Order[],
): boolean {
  const strong = hasClaim(claims, 'clearance', 'meta-permission', 'override');
  const voice = hasClaim(claims, 'mandate', 'header', 'mode');
  const words = contentWords(claims.length === 0 ? value : claims.map((claim) => claim.sentence).join('\n'));
  const idle = report.callsBefore.length === 0;
  const hides = orders.some((order) => order.kind === 'hide');
  const grave = weighty.filter((order) => GRAVE.has(order.kind));
  if (!idle) {
    // What an agent read it may tell; its own words must order or clear its reader in an office's name.
    const known = shareOf(words, workInputs(analysed, report));
    if (known >= 0.6) return false;
    if (known < 0.35 && hasClaim(claims, 'meta-permission')) return true;
    if (strong) return weighty.length > 0 || hides;
    return voice && (hides || grave.some((order) => isNear(order, claims))) && (firm.length > 0 || grave.length > 0);
  }
  // What it was given, or read before it was asked again, it may tell.
  if (claims.length > 0 && !hides && shareOf(words, workInputs(analysed, report)) >= 0.6) return false;
  const onTopic = shareOf(words, contentWords(briefOf(analysed, report)?.value ?? '')) >= 0.4;
  if (onTopic)
    return (
      (strong || voice) &&
      (hides || firm.some((order) => order.kind !== 'read' && order.kind !== 'call' && order.kind !== 'write'))
    );
  if (strong) return true;
  if (!voice) return commandsReader(firm, hides);
  return voice && (firm.length > 0 || grave.length > 0 || weighty.length > 1 || hides);
}

/**
 * Whether an agent without a call should have made one. It need not where it answers from the brief (advice is the result then), nor where
 * it is asked again after work and its orders are of that work.
 */
function wasSetToWork(analysed: Case, flows: FlowGraph, report: Report, orders: readonly Order[]): boolean {
  const brief = briefOf(analysed, report);
  if (brief === undefined) return true;
  if (answersFromItself(brief.value)) return false;
  const handed = handedOver(analysed, flows, brief);
  if (handed !== undefined && staysInside(handed)) return false;
  if (report.agent.toolCalls === 0) return true;
  const asked = contentWords(orders.map((order) => report.texts[0]!.value.slice(order.start, order.end)).join('\n'));
  return shareOf(asked, workInputs(analysed, report)) < 0.3;
}

/** Firm orders to publish, destroy, hand over or keep silent are given in somebody's name, whoever it is. */
function commandsReader(firm: readonly Order[], hides: boolean): boolean {
  const grave = new Set(firm.filter((order) => GRAVE.has(order.kind) && order.kind !== 'hide').map((one) => one.kind));
  return grave.size > 1 || (grave.size === 1 && (hides || !grave.has('stop')));
}
