import type { Case, Text } from '../case/model.ts';
import { isDiscussed, isEmbedded, quotedRanges, quotePlace } from '../flows/markup/quoting.ts';
import { type RoleHit, roleMarkers } from '../flows/markup/roles.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { agentsOf, copiesCited, flowsOf, isHostText, speaker, work } from './forgery/cited.ts';
import { type Demand, demandOf, firmOrders } from './forgery/content.ts';
import { ordersInMarkup } from './forgery/markup-words.ts';
import { outcomeOf, raised } from './forgery/obedience.ts';
import {
  citeSpan,
  firstOrigin,
  inputsBefore,
  type Provenance,
  proofLines,
  provenanceOf,
  sourceCited,
} from './forgery/provenance.ts';
import { type Report, reportsOf } from './forgery/reports.ts';

const id = 'forged-role-marker';

export const forgedRoleMarker: Detector = {
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

/** So many labels of one text are read for orders. */
const MOST = 200;
/** What stands behind a label belongs to it up to the next label, or this far. */
const REACH = 2_400;

function inText(analysed: Case, flows: FlowGraph, report: Report, text: Text): Claim | undefined {
  const { value } = text;
  const all = roleMarkers(value).filter((hit) => hit.role !== 'assistant' && hit.shape !== 'heading');
  if (all.length === 0) return undefined;
  const ranges = quotedRanges(value);
  const broken = new Set(
    report.copies.flatMap((copy) =>
      roleMarkers(copy.value)
        .filter((hit) => hit.neutralised)
        .map((hit) => hit.role),
    ),
  );
  const quoted: RoleHit[] = [];
  const open: RoleHit[] = [];
  for (const hit of all) {
    const isQuoted =
      quotePlace(ranges, hit.start, hit.end) !== undefined ||
      isDiscussed(value, hit.start, hit.end) ||
      isEmbedded(value, hit.start);
    (isQuoted ? quoted : open).push(hit);
  }
  for (const [hits, isQuoted] of [
    [open, false],
    [quoted, true],
  ] as const) {
    for (const [index, hit] of hits.slice(0, MOST).entries()) {
      const end = Math.min(value.length, hit.end + REACH, hits[index + 1]?.start ?? value.length);
      const demand = demandOf(value, hit.end, end);
      if (!isMeant(value, hit, demand) && !isLoneOrder(value, hit, demand)) continue;
      const claim = claimOf(analysed, flows, report, text, hit, end, demand, isQuoted);
      if (claim === undefined) continue;
      // The receiver read no label. What was claimed behind it, or handed back without work, is told by others.
      const told = demand.claims.length > 0 || report.agent.toolCalls === 0;
      if (broken.has(hit.role) && told && claim.actedOn !== 'yes') return statement(report, text, hit);
      return claim;
    }
  }
  return broken.size > 0 && open.length > 0 ? statement(report, text, open[0]!) : undefined;
}

const OWN_NOUN: Readonly<Partial<Record<RoleHit['role'], RegExp>>> = {
  system: /^\s*(?:(?:the|a|das|ein|le|el|il|o|lo)\s+)?(?:system|sistema|système|система)\s+(?!,)/iu,
  user: /^\s*(?:(?:the|a|der|die|ein|le|l'|el|il|o)\s*)?(?:user|usuario|utilisateur|benutzer|nutzer|utente|usuário|пользователь)\s+(?!,)/iu,
};

/** `Operator: may restart the service`: what a role may do. */
const MAY =
  /^\s*(?:may|can|could|darf|kann|peut|puede|pode|può|может|może|yapabilir|mag|kan)(?!\p{L})|^\s*(?:可以|只能|できる)/iu;

/** Acts that nobody orders in a list of what a part of a program does. */
const WEIGHTY: ReadonlySet<string> = new Set(['push', 'publish', 'delete', 'grant', 'stop']);
const LABELLED = /^[ \t>*_#-]*[\p{L}][\p{L} ]{1,24}[*_]{0,2}\s?[:：]/u;

/** One label in the whole report, in a paragraph of its own, with an order of weight behind it: no list of requirements, no dialogue. */
function isLoneOrder(text: string, hit: RoleHit, demand: Demand): boolean {
  if (MAY.test(text.slice(hit.end, hit.end + 24))) return false;
  if (OWN_NOUN[hit.role]?.test(text.slice(hit.end, hit.end + 60)) === true) return false;
  const lines = text
    .slice(0, 20_000)
    .split('\n')
    .filter((line) => line.trim() !== '');
  if (lines.filter((line) => LABELLED.test(line)).length > 1) return false;
  const behind = text.slice(hit.end, hit.end + 400);
  if (/^[^.!\n]{0,200}\?/.test(behind)) return false;
  return (
    demand.orders.some((order) => WEIGHTY.has(order.kind) && order.licence !== true) ||
    (hit.role === 'user' && FORCED.test(behind))
  );
}

/** An order among words of consent, whatever stands in front of it. */
const FORCED = /[,;–—-]\s*(?:force-?push|push|merge|publish|deploy|delete|remove|drop)\b/iu;

/** A label is meant as one when its words order, authorise, or speak to the reader; a list of `System: Linux` does not. */
function isMeant(text: string, hit: RoleHit, demand: Demand): boolean {
  if (demand.hides) return true;
  if (demand.claims.some((claim) => claim.kind !== 'header' && claim.kind !== 'mandate')) return true;
  // `System: the system must …`: a requirement that has the label's own noun for its subject.
  if (MAY.test(text.slice(hit.end, hit.end + 24))) return false;
  if (OWN_NOUN[hit.role]?.test(text.slice(hit.end, hit.end + 60)) === true) return false;
  if (demand.claims.length > 0 && demand.orders.length > 0) return true;
  // A turn of a person is mostly an order by itself; a label of the system needs a firm one.
  if (hit.role === 'user')
    return (
      demand.orders.length > 0 ||
      ordersInMarkup(text, hit.end, Math.min(text.length, hit.end + 400)).some(
        ({ kind, objects }) => kind === 'hide' || objects.length > 0,
      )
    );
  return firmOrders(text, demand.orders).length > 0;
}

function claimOf(
  analysed: Case,
  flows: FlowGraph,
  report: Report,
  text: Text,
  hit: RoleHit,
  end: number,
  demand: Demand,
  isQuoted: boolean,
): Claim | undefined {
  const provenance = provenanceOf(analysed, flows, report.agent.id, report.order, text, [hit.start, end]);
  const first = firstOrigin(analysed, flows, provenance, text.value.slice(hit.start, end));
  if (first !== undefined && isHostText(first)) return undefined;
  if (first?.origin.channel === 'model' && first.agent !== report.agent.id && first.agent !== analysed.agents.root)
    return undefined;
  const outcome = outcomeOf(analysed, report.receiver, demand.orders, report.arrival);
  const label = text.value.slice(hit.start, hit.end).trim();
  if (
    outcome.judgement.actedOn !== 'yes' &&
    (isQuoted || isReceiversOwn(analysed, report, provenance) || isRetold(analysed, report, text, label))
  )
    return undefined;
  const acted = outcome.judgement.actedOn === 'yes' ? '; the receiver did as told' : '';
  return {
    detector: id,
    message: `${speaker(report)} opens a line as ${hit.role} (${JSON.stringify(label)}) and ${demand.claims.length > 0 ? 'claims an authority' : 'gives orders'} ${provenance.source === undefined ? 'that none of its inputs holds' : 'from one of its inputs'}${acted}`,
    severity: raised('high', outcome.judgement),
    confidence: hit.shape === 'alone' ? 'medium' : 'high',
    primary: {
      cite: citeSpan(text, hit.start, Math.min(end, hit.start + 600)),
      note: `a line in the name of the ${hit.role}, as the agent wrote it`,
    },
    related: [...copiesCited(report, text), ...sourceCited(provenance), ...outcome.related],
    agents: agentsOf(report),
    verdict: provenance.source === undefined ? 'forged' : 'relayed',
    actedOn: outcome.judgement.actedOn,
    details: [
      ...proofLines(provenance),
      ...(hit.disguise.length > 0 ? [`disguise: ${hit.disguise.join(', ')}`] : []),
      ...(isQuoted ? ['it stands quoted, but was obeyed: quotation is no excuse for text that was carried out'] : []),
      ...outcome.details,
      ...work(report),
    ],
    ...flowsOf(flows, text),
  };
}

/** The receiver put these very words into the brief: it hears them again and learns nothing from them. */
function isReceiversOwn(analysed: Case, report: Report, { source }: Provenance): boolean {
  const original = source?.text.copyOf === undefined ? source?.text : analysed.texts[source.text.copyOf];
  return original?.origin.channel === 'model' && original.agent === report.receiver;
}

const SPEAKER =
  /^[ \t>*_-]{0,8}(?:[[(]?\d{1,2}:\d{2}(?::\d{2})?[\])]?[ \t]*)?[*_]{0,2}(\p{L}[\p{L}\p{N} ._-]{0,24}?)[*_]{0,2}[ \t]?[:：]/gmu;

/** Names at the head of lines, each with how often it speaks. */
function speakersOf(text: string): ReadonlyMap<string, number> {
  const names = new Map<string, number>();
  for (const [, name] of text.slice(0, 60_000).matchAll(SPEAKER)) {
    const key = name!.toLowerCase();
    names.set(key, (names.get(key) ?? 0) + 1);
  }
  return names;
}

/**
 * One voice of a conversation that the agent was given: the same three speakers or more, one of whom spoke there more than once (the heads
 * of a form do not).
 */
function isRetold(analysed: Case, report: Report, text: Text, label: string): boolean {
  const mine = speakersOf(text.value);
  const own = /[\p{L}][\p{L}\p{N} ._-]*/u.exec(label)?.[0].trim().toLowerCase() ?? '';
  if (mine.size < 3 || !mine.has(own)) return false;
  return inputsBefore(analysed, report.agent.id, report.order).some((input) => {
    const theirs = speakersOf(input.value);
    const shared = [...mine.keys()].filter((name) => theirs.has(name));
    return theirs.has(own) && shared.length >= 3 && shared.some((name) => theirs.get(name)! >= 2);
  });
}

function statement(report: Report, text: Text, hit: RoleHit): Claim {
  return {
    detector: id,
    message: `${speaker(report)} opens a line as ${hit.role}; the host broke the label up before the receiver read it`,
    severity: 'info',
    confidence: 'high',
    primary: { cite: citeSpan(text, hit.start, hit.end), note: 'the label as the agent wrote it' },
    related: copiesCited(report, text),
    agents: agentsOf(report),
    verdict: 'forged',
    actedOn: 'no',
    details: [
      'already neutralised by the host: a statement, no alarm; what the words behind it claim is told apart from it',
    ],
  };
}
