import type { Case, Text } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import { isStudied } from '../flows/effects/request.ts';
import { markupBlocks } from '../flows/markup/blocks.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { trustOf } from '../flows/policy/integrity.ts';
import { isInstructionPath } from '../flows/policy/places.ts';
import { DEFAULT_POLICY } from '../flows/policy/policy.ts';
import type { ShapeHit } from '../flows/shape/order.ts';
import { type Quoting, quoting, quotingOfOrder } from '../flows/shape/quoting.ts';
import { type Severity, severityRank } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { hitsOf, isLocalReading } from './laundering/carried.ts';
import { citeSpan, nameOf } from './laundering/claim.ts';
import { effectOf, isHarmless, isMild, isRequested, isThePersons } from './laundering/outcome.ts';
import { asLocal, speaksToMachine, steered } from './laundering/steered.ts';
import { unaskedCalls } from './laundering/unasked.ts';

const id = 'inbound-injection';

export const inboundInjection: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows }: Investigation): Iterable<Claim> {
    const told = new Set<string>();
    for (const text of within.texts) {
      const place =
        placeOf(text, flows) ?? (isLocalReading(flows, text) && wasUnasked(within, text) ? 'local' : undefined);
      if (place === undefined || text.copyOf !== undefined) continue;
      const claim =
        place === 'instructions' ? instructionClaim(within, text) : wordsOrDeeds(within, flows, text, place);
      if (claim === undefined) continue;
      const key = `${text.agent} ${claim.severity} ${text.value}`;
      if (told.has(key)) continue;
      told.add(key);
      yield claim;
    }
  },
};

/** `local`: read on this machine, and somebody did something afterwards that nobody had asked for. */
type Place = 'outside' | 'event' | 'instructions' | 'local';

function placeOf(text: Text, flows: FlowGraph): Place | undefined {
  const { channel, tool, place, path } = text.origin;
  if (place?.startsWith('input') === true) return undefined;
  if (
    tool === 'Monitor' ||
    (channel === 'notice' && /event/.test(place ?? '')) ||
    (channel === 'tool' && /event/.test(place ?? ''))
  )
    return 'event';
  if (channel === 'tool') return flows.labelsOf(text).carried.integrity === 'outside' ? 'outside' : undefined;
  if (channel === 'injected' || channel === 'memory') {
    if (flows.labelsOf(text).carried.integrity === 'outside' && path !== undefined) return 'outside';
    return (path !== undefined && isInstructionPath(path)) || /instructions|memory|nested/.test(place ?? '')
      ? 'instructions'
      : undefined;
  }
  return undefined;
}

/** The reader did something of weight after it that nobody had asked for. */
function wasUnasked(within: Case, text: Text): boolean {
  const order = within.event(text.event)?.order ?? 0;
  return unaskedCalls(within).some(({ event }) => event.agent === text.agent && event.order > order);
}

/** What the words of the text order, or what the reader took for an order, whichever weighs more. */
function wordsOrDeeds(within: Case, flows: FlowGraph, text: Text, place: Place): Claim | undefined {
  const local = place === 'local';
  const spoken = local
    ? hitsOf(text)
        .filter((hit) => speaksToMachine(hit) && ownQuoting(text, hit) === undefined)
        .map(asLocal)
    : spokenIn(text, place);
  const words = claimOf(within, text, place, spoken);
  const obeyed = steered(within, flows).filter((one) => one.source === text && one.arrival === text);
  if (obeyed.length === 0) return words;
  const deeds = claimOf(
    within,
    text,
    place,
    obeyed.map((one) => one.hit),
  );
  if (deeds === undefined || (words !== undefined && severityRank(words.severity) >= severityRank(deeds.severity)))
    return words;
  return deeds;
}

function spokenIn(text: Text, place: Place): readonly ShapeHit[] {
  // What stands inside control markup is told by forged-control-markup.
  const blocks = place !== 'event' && hitsOf(text).some((hit) => hit.kind === 'markup') ? markupBlocks(text.value) : [];
  return hitsOf(text).filter(
    (hit) =>
      hit.kind !== 'markup' &&
      (hit.strength !== 'weak' || (place === 'event' && hit.verbs.includes('stop'))) &&
      !blocks.some((block) => hit.start < block.end && block.start < hit.end),
  );
}

function claimOf(within: Case, text: Text, place: Place, hits: readonly ShapeHit[]): Claim | undefined {
  if (hits.length === 0) return undefined;
  const order = within.event(text.event)?.order ?? 0;
  const strong = hits.filter((hit) => hit.strength === 'strong');
  const main = strong[0] ?? hits[0]!;
  const read = strong.length > 0 ? [...strong, ...hits.filter((hit) => near(hit, strong))] : hits;
  const effect = effectOf(within, text.agent, text.value, read, order, text, place === 'event');
  const request = isRequested(within, strong.length > 0 ? strong : read, order, text);
  if (isThePersons(within, read, request, order)) return undefined;
  const shown = ownQuoting(text, main);
  let severity: Severity;
  if (place === 'local') {
    // Who wrote a file of this machine is not known: told only where it was carried out and nobody had asked.
    if (effect.actedOn !== 'yes' || !effect.critical || effect.delegated || request.status !== 'unrequested')
      return undefined;
    severity = 'medium';
  } else if (effect.actedOn === 'yes' && (strong.length > 0 || (effect.critical && request.status === 'unrequested'))) {
    if (effect.delegated || effect.agreed || request.status === 'delegated') {
      if (isMild(hits) && (effect.delegated || effect.agreed)) return undefined;
      severity = 'low';
    } else if (request.status === 'requested' && strong.length === 0) return undefined;
    // Only the deed was seen, no words of an order were read: never the highest.
    else severity = effect.critical && !main.features.includes('obeyed-value') ? 'critical' : 'high';
  } else if (strong.length === 0) {
    if (place !== 'event' || request.status === 'requested') return undefined;
    severity = 'high';
  } else if (
    shown !== undefined ||
    isStudied(within, order) ||
    (effect.actedOn !== 'yes' && isMild(strong) && strong.every((hit) => isHarmless(hit, text, within))) ||
    (request.handedOver === true && isMild(strong))
  )
    severity = 'info';
  else severity = place === 'event' ? 'high' : 'medium';
  return {
    detector: id,
    message: `${nameOf(text)} orders its reader about${effect.actedOn === 'yes' ? (effect.critical ? ', and the reader did it though nobody had asked for it' : ', and the reader did it') : ''}`,
    severity,
    confidence: strong.length > 0 ? 'high' : 'medium',
    primary: { cite: citeSpan(text, [main.start, main.end]), note: 'the order as it was read' },
    related: [
      ...effect.related,
      ...(request.by === undefined ? [] : [{ cite: request.by.cite, note: request.by.why }]),
    ],
    agents: [text.agent],
    verdict: 'relayed',
    actedOn: effect.actedOn,
    details: [
      `source: ${trustOf(text, DEFAULT_POLICY, within).reason}`,
      `shape: ${main.strength} ${main.kind} (${main.features.join(', ')}), ${main.language}`,
      ...(place === 'local'
        ? ['it was read on this machine: who put it there is not recorded, so at most medium']
        : []),
      ...(shown === undefined ? [] : [`shown rather than said (${shown.place})`]),
      ...(request.status === 'unrequested' ? ['no person of the session asked for it'] : []),
      ...effect.details,
    ],
  };
}

function near(hit: ShapeHit, strong: readonly ShapeHit[]): boolean {
  return strong.some((one) => hit !== one && hit.start < one.end + 600 && one.start < hit.end + 600);
}

function ownQuoting(text: Text, hit: ShapeHit): Quoting | undefined {
  return quoting(text.value, hit.core ?? [hit.start, hit.end]) ?? quotingOfOrder(text.value, hit);
}

/**
 * Instruction files order their reader by their nature. What they must not do is bring in code from an address, or ask to override
 * or conceal: that is a stranger speaking through the file.
 */
function instructionClaim(within: Case, text: Text): Claim | undefined {
  const hits = hitsOf(text).filter((hit) => hit.kind !== 'markup' && hit.strength !== 'weak' && isForeign(text, hit));
  const main = hits[0];
  if (main === undefined) return undefined;
  const order = within.event(text.event)?.order ?? 0;
  const effect = effectOf(within, text.agent, text.value, hits, order);
  const request = isRequested(within, hits.slice(0, 1), order);
  const shown = ownQuoting(text, main);
  if (shown !== undefined && shown.place !== 'inline-code' && effect.actedOn !== 'yes') return undefined;
  const severity: Severity = effect.actedOn === 'yes' ? (effect.critical ? 'critical' : 'high') : 'medium';
  if (request.status === 'requested' && effect.actedOn === 'yes' && !effect.critical) return undefined;
  return {
    detector: id,
    message: `an instruction file${text.origin.path === undefined ? '' : ` (${text.origin.path})`} orders its reader to ${isRemoteCode(text, main) ? 'run what an address answers' : 'override or conceal'}${effect.actedOn === 'yes' ? ', and the reader did it' : ''}`,
    severity,
    confidence: 'medium',
    primary: { cite: citeSpan(text, [main.start, main.end]), note: 'the order as it was loaded' },
    related: effect.related,
    agents: [text.agent],
    verdict: 'unattributed',
    actedOn: effect.actedOn,
    details: [
      'instruction source: a file of the repository; it came with the start of the session, where no gate is asked',
      ...(request.status === 'unrequested' ? ['no person of the session asked for it'] : []),
      ...effect.details,
    ],
  };
}

function isForeign(text: Text, hit: ShapeHit): boolean {
  return hit.features.includes('override') || hit.features.includes('conceal') || isRemoteCode(text, hit);
}

const ADDRESS = new Set(['url', 'host']);

function isRemoteCode(text: Text, hit: ShapeHit): boolean {
  const address = hit.slots.some((slot) => ADDRESS.has(slot.kind));
  const commands = hit.slots.filter((slot) => slot.kind === 'command').map((slot) => slot.value);
  const words = text.value.slice(hit.start, Math.min(text.value.length, hit.end + 160));
  if (
    commands.some((command) =>
      commandEffects(command).executes.some((one) => one.from === 'outside' && one.kind !== 'package'),
    )
  )
    return true;
  if (!address) return false;
  return (
    hit.verbs.includes('execute') &&
    /\b(script|setup|installer|bootstrap|\w+\.sh|\w+\.py|\|\s*(ba|z)?sh|curl|wget)\b/i.test(words)
  );
}
