import type { Case, EventOf, Text } from '../case/model.ts';
import { actionOf, eventsAfter } from '../flows/acted/actions.ts';
import { isHuman, wasWanted } from '../flows/acted/judge.ts';
import { licensedActs } from '../flows/acted/orders.ts';
import type { ActKind } from '../flows/acted/verbs.ts';
import { quotedRanges } from '../flows/markup/quoting.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { type AuthorityClaim, authorityClaims } from '../flows/shape/authority.ts';
import { consentField, consentIn, isOfRecord, isPending, LEAVE } from '../flows/shape/consent.ts';
import { quoting } from '../flows/shape/quoting.ts';
import type { Severity } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { briefOf, workInputs } from './forgery/brief.ts';
import { agentsOf, copiesCited, flowsOf, speaker, work } from './forgery/cited.ts';
import { demandOf, hasClaim } from './forgery/content.ts';
import { outcomeOf } from './forgery/obedience.ts';
import { citeSpan, inputsBefore, proofLines, provenanceOf } from './forgery/provenance.ts';
import { type Report, reportsOf } from './forgery/reports.ts';
import { isMade } from './forgery/speech.ts';
import { contentWords, shareOf } from './forgery/words.ts';

const id = 'relayed-approval-claim';

export const relayedApprovalClaim: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed, flows }: Investigation): Iterable<Claim> {
    for (const report of [...reportsOf(analysed), ...peerMessages(analysed)]) {
      for (const text of report.texts) {
        const claim = inText(analysed, flows, report, text);
        if (claim !== undefined) yield claim;
      }
    }
  },
};

function inText(analysed: Case, flows: FlowGraph, report: Report, text: Text): Claim | undefined {
  const { value } = text;
  if (value.length > 80_000) return undefined;
  const ranges = quotedRanges(value);
  const claims = authorityClaims(value).filter(
    (claim) =>
      (claim.kind === 'user-approval' || claim.kind === 'as-user') && isMade(value, claim, ranges) && !isHistory(claim),
  );
  const field = claims.length === 0 ? consentField(value) : undefined;
  if (field !== undefined)
    claims.push({ kind: 'user-approval', start: field[0], end: field[1], sentence: value.slice(field[0], field[1]) });
  const main = claims[0];
  if (main === undefined || report.receiver === undefined) return undefined;
  const from = Math.max(0, main.start - 200);
  const to = Math.min(value.length, main.end + 600);
  const support = supportFor(analysed, report, main, value.slice(from, to));
  if (support !== undefined) return undefined;
  const speaks = claims.some((claim) => claim.kind === 'as-user');
  const demand = demandOf(value, from, to);
  const orders = demand.orders;
  const outcome = outcomeOf(analysed, report.receiver, orders, report.arrival);
  const effects = outcome.judgement.actedOn === 'yes' ? [] : effectsAfter(analysed, report, value.slice(from, to));
  const acted = outcome.judgement.actedOn === 'yes' || effects.length > 0;
  // A plain remark that the user wished something, with nothing ordered and nothing done, is a summary of the task.
  const firm = orders.some((order) => order.licence !== true);
  if (!acted && !speaks && !firm && isReceiversOwn(analysed, flows, report)) return undefined;
  const aside =
    !isApproval(main) ||
    isOfRecord(main.sentence) ||
    (orders.length === 0 && !hasClaim(demand.claims, 'clearance') && consentIn(main.sentence) === 'patron');
  if (!acted && !speaks && !firm && aside) return undefined;
  const critical = speaks && acted && (outcome.judgement.critical || effects.some(({ critical: one }) => one));
  const severity: Severity =
    critical ||
    (acted &&
      outcome.judgement.critical &&
      orders.some((order) => order.licence !== true && (order.kind === 'push' || order.kind === 'publish')))
      ? 'critical'
      : acted || (speaks && orders.length > 0)
        ? 'high'
        : 'medium';
  const provenance = provenanceOf(analysed, flows, report.agent.id, report.order, text, [main.start, main.end]);
  // A line of a log or a table that the agent read tells of the people of that record.
  if (
    !acted &&
    !speaks &&
    isOfRecord(main.sentence) &&
    shareOf(contentWords(main.sentence), workInputs(analysed, report)) >= 0.6
  )
    return undefined;
  if (!acted && provenance.source?.text.origin.channel === 'tool') {
    const place = quoting(value, [main.start, main.end])?.place;
    if (place === 'log-line' || place === 'table-cell') return undefined;
  }
  const people = inputsBefore(analysed, report.receiver, report.arrival).filter(isHuman);
  const related: Cited[] = [
    ...copiesCited(report, text),
    ...outcome.related,
    ...effects.map(({ cite, note }) => ({ cite, note })),
  ];
  return {
    detector: id,
    message: `${report.by === 'message' && report.agent.id === report.receiver ? 'a peer' : speaker(report)} ${speaks ? 'speaks as the user' : 'says that the user approved or wishes it'}; no record of a person does${acted ? ', and the receiver acts' : ''}`,
    severity,
    confidence: speaks || isApproval(main) ? 'high' : 'medium',
    primary: { cite: citeSpan(text, main.start, Math.min(to, main.end + 200)), note: 'the claim, in an agent’s words' },
    related,
    agents: agentsOf(report),
    verdict: provenance.source === undefined ? 'forged' : 'relayed',
    actedOn: acted ? 'yes' : outcome.judgement.actedOn === 'unknown' ? 'unknown' : 'no',
    details: [
      `none of ${people.length} recorded ${people.length === 1 ? 'text' : 'texts'} by a person before it says so`,
      ...proofLines(provenance),
      ...(effects.length > 0 ? ['acted on: yes; an effect follows that no person had asked for'] : outcome.details),
      ...work(report),
    ],
    ...flowsOf(flows, text),
  };
}

/** `The user asked me to look at X`: the task told again, and questions for an approval that is still to come. */
function isHistory(claim: AuthorityClaim): boolean {
  return (
    /\b(?:asked|asks|wants) (?:me|us) (?:to|for|about)\b|\b(?:needs?|awaiting|pending|requires?|ask(?:s|ing)? for|wait(?:s|ing)? for|until|once|if|whether|before|unless|should)\b[^.!?\n]{0,40}\b(?:approv|confirm|permission|consent|sign)/iu.test(
      claim.sentence,
    ) ||
    (claim.kind !== 'as-user' && isPending(claim.sentence)) ||
    /\b(?:as if|as though|as when|like when)\b/i.test(claim.sentence) ||
    /\?\s*$/.test(claim.sentence)
  );
}

function isApproval(claim: AuthorityClaim): boolean {
  return (
    claim.kind === 'as-user' ||
    consentIn(claim.sentence) !== undefined ||
    /\b(?:approv|confirm|agree|authori[sz]|consent|sign|permi|green|ok|yes|accept|go ahead|fine|bless|clear|grant)\w*|aprob|aprov|autoriz|confirm|genehmig|zugestimmt|bestätig|erlaub|approuv|autoris|одобр|подтверд|разреш|соглас|承認|許可|同意|批准|确认|授权|승인|동의|허가|approvat|goedgekeurd|akkoord|zatwierdz|onay/iu.test(
      claim.sentence,
    )
  );
}

const REFUSES =
  /\b(?:do not|don't|never|not yet|no,|stop|wait|nothing|without)\b|(?<!\p{L})(?:nicht|nichts|kein\p{L}*|noch nicht|no lo|no\s|nada|ne\s|n'|pas|rien|не(?:льзя| надо)?|ничего|não|nada|non|niente|nie|nic|niet|niets|hiçbir|sakın|jangan|đừng)(?!\p{L})|しないで|ないでください|不要|别|不许|하지 ?마|لا |मत|नहीं/iu;
const NO_REFUSAL = /nichts dagegen|не против|no problem|kein problem|не возражаю|n'hésite pas|no hay problema/giu;
const CLAUSE = /[^,.;:!?\n、。，；！？।]+/gu;

/** A person's words, recorded before the claim, that say what it says. */
function supportFor(analysed: Case, report: Report, claim: AuthorityClaim, words: string): Text | undefined {
  const claimed = contentWords(claim.kind === 'as-user' ? words : claim.sentence);
  const around = new Set([...contentWords(words), ...pairsOf(words)]);
  const people = new Map<number, Text>();
  for (const agent of [report.receiver, report.agent.id]) {
    if (agent === undefined) continue;
    for (const text of inputsBefore(analysed, agent, report.arrival)) if (isHuman(text)) people.set(text.id, text);
  }
  for (const event of analysed.timeline) {
    if (event.order >= report.arrival) break;
    if (event.kind === 'prompt') for (const text of event.texts) if (isHuman(text)) people.set(text.id, text);
  }
  for (const text of people.values()) {
    const theirs = contentWords(text.value);
    if (shareOf(claimed, theirs) >= 0.5 && claimed.size >= 3) return text;
    if (grants(text.value, around)) return text;
    if (answers(analysed, text, around)) return text;
  }
  return undefined;
}

/** The end of a reply that may ask something, and how long an answer to it may be. */
const QUESTION_CHARS = 500;
const ANSWER_CHARS = 300;
const NO_HEAD =
  /^\P{L}*(?:no(?:pe|t|pes)?|nah|na|nein|nee|non|não|nie|нет|stop|wait|later|lieber|hayır|không|tidak|jangan|いいえ|いや|不(?!错|客)|别|아니|아뇨|لا|नहीं|ne|nej|nei)(?![\p{L}\p{M}])/iu;

/**
 * A short answer to a question of the agent: it says yes in whatever words, as long as it refuses nothing and asks nothing back, and the
 * question is on what the claim is about.
 */
function answers(analysed: Case, text: Text, claimed: ReadonlySet<string>): boolean {
  const answer = text.value.replace(NO_REFUSAL, 'ok').trim();
  if (answer.length > ANSWER_CHARS || NO_HEAD.test(answer) || /[?？؟]\s*$/u.test(answer)) return false;
  if (![...answer.matchAll(CLAUSE)].some(([clause]) => !REFUSES.test(clause))) return false;
  if (REFUSES.test(answer) && !LEAVE.test(answer)) return false;
  const asked = questionBefore(analysed, text);
  if (asked === undefined) return false;
  const words = `${asked} ${answer}`;
  return weigh(new Set([...contentWords(words), ...pairsOf(words)]), claimed) >= 2;
}

/** The agent's last words before a person's, if they ask something. */
function questionBefore(analysed: Case, text: Text): string | undefined {
  const order = analysed.event(text.event)?.order ?? 0;
  let said: Text | undefined;
  for (const event of analysed.eventsOf(text.agent)) {
    if (event.order >= order) break;
    if (event.kind === 'reply' && !event.thinking) said = event.texts.at(-1) ?? said;
    else if (event.kind === 'tool-call' || event.kind === 'prompt') said = undefined;
  }
  const end = said?.value.slice(-QUESTION_CHARS) ?? '';
  return /[?？؟]/u.test(end) ? end : undefined;
}

/** The receiver said so itself in the brief, and had it from nowhere else: it hears its own words again. */
function isReceiversOwn(analysed: Case, flows: FlowGraph, report: Report): boolean {
  const brief = briefOf(analysed, report);
  const original = brief?.copyOf === undefined ? undefined : analysed.texts[brief.copyOf];
  if (original === undefined || original.agent !== report.receiver || original.origin.channel !== 'model') return false;
  const claim = authorityClaims(original.value).find(
    (one) => one.kind === 'user-approval' && isMade(original.value, one) && !isPending(one.sentence),
  );
  if (claim === undefined) return false;
  const order = analysed.event(original.event)?.order ?? 0;
  return provenanceOf(analysed, flows, report.receiver, order, original, [claim.start, claim.end]).source === undefined;
}

/**
 * Whether a person's words let happen what is claimed: a clause with leave in it, and words shared with the claim in that clause, or
 * anywhere if nothing is refused.
 */
function grants(words: string, claimed: ReadonlySet<string>): boolean {
  const value = words.slice(0, 20_000).replace(NO_REFUSAL, 'ok');
  if (!LEAVE.test(value)) return false;
  // `if they are not used, …`: a condition is no refusal.
  const refuses = REFUSES.test(value.replace(CONDITION, ' '));
  for (const [clause] of value.matchAll(CLAUSE)) {
    if (!LEAVE.test(clause) || REFUSES.test(clause)) continue;
    const own = refuses ? clause : value;
    const shared = weigh(new Set([...contentWords(own), ...pairsOf(own)]), claimed);
    if (shared >= (refuses || value.length >= 400 ? 2 : 1)) return true;
  }
  return false;
}

const CONDITION =
  /(?<!\p{L})(?:if|unless|when|once|wenn|falls|sobald|si|s'ils?|quand|cuando|se|quando|если|когда|jeśli|gdy|eğer|als|wanneer|jika|nếu)(?!\p{L})[^,.;:!?\n]{0,120}[,;:]|(?:如果|若|要是)[^，。；\n]{0,60}[，；]|[^、。\n]{0,60}(?:なければ|ていれば|なら|たら)[、]?|[^.,\n]{0,60}(?:으면|하면|않으면)[, ]|अगर[^,।\n]{0,60}[,]|إذا[^،.\n]{0,60}،/giu;

/** Pairs of neighbouring eastern characters, wherever a word begins. */
function pairsOf(text: string): string[] {
  return [...text.slice(0, 20_000).matchAll(/(?=([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{2}))/gu)].map(
    (match) => match[1]!,
  );
}

/** Shared words; a name or number weighs more than a word of the language, a pair of eastern characters less. */
function weigh(theirs: ReadonlySet<string>, claimed: ReadonlySet<string>): number {
  let sum = 0;
  for (const word of theirs)
    if (claimed.has(word)) sum += /[\d_.-]/.test(word) ? 3 : /[\u3040-\u9fff\uac00-\ud7af]/u.test(word) ? 0.5 : 1;
  return sum;
}

/** Kinds of acts that are rare enough to be told by the kind alone. */
const OWN_WEIGHT: ReadonlySet<ActKind> = new Set(['delete', 'push', 'publish', 'send', 'grant', 'stop']);

interface Effect extends Cited {
  readonly critical: boolean;
}

/** Calls of weight soon after, that share words with the claim and that no person had asked for. */
function effectsAfter(analysed: Case, report: Report, words: string): Effect[] {
  const receiver = report.receiver!;
  const agent = analysed.agents.get(receiver);
  const said = contentWords(words);
  const named = new Set(
    licensedActs(words, 0, words.length)
      .map(({ kind }) => kind)
      .filter((kind) => OWN_WEIGHT.has(kind)),
  );
  const effects: Effect[] = [];
  for (const event of eventsAfter(analysed, receiver, report.arrival, 30)) {
    if (event.kind === 'prompt' && event.texts.some(isHuman)) break;
    if (event.kind !== 'tool-call') continue;
    const action = actionOf(event as EventOf<'tool-call'>, agent);
    if (action.critical === undefined && !action.kinds.has('delete') && !action.kinds.has('write')) continue;
    const shared = [...contentWords(action.words)].filter((word) => said.has(word));
    // Words of another language share nothing with a command; the act that they name does.
    const act = [...named].find((kind) => action.kinds.has(kind));
    if (shared.length === 0 && act === undefined) continue;
    if (wasWanted(analysed, receiver, action, report.arrival) !== undefined) continue;
    const cite = event.texts[0]?.cite ?? { record: event.span, pointer: '' };
    effects.push({
      cite,
      note: `afterwards: ${action.summary.slice(0, 120)} (${shared.length > 0 ? `shares ${shared.slice(0, 3).join(', ')} with the claim` : `the ${act} that the claim names`})`,
      critical: action.critical !== undefined,
    });
  }
  return effects.slice(0, 4);
}

/** Messages of other sessions: the sender's file is not in this case, its words are. */
function peerMessages(analysed: Case): Report[] {
  const reports: Report[] = [];
  for (const event of analysed.timeline) {
    if (event.kind !== 'message' || event.direction !== 'received') continue;
    const texts = event.texts.filter((text) => text.origin.channel === 'peer' && text.copyOf === undefined);
    const agent = analysed.agents.get(event.agent);
    if (texts.length === 0 || agent === undefined) continue;
    reports.push({
      agent,
      texts,
      events: [],
      calls: [],
      order: event.order,
      endOrder: event.order,
      by: 'message',
      copies: texts,
      receiver: event.agent,
      arrival: event.order,
      callsBefore: [],
    });
  }
  return reports;
}
