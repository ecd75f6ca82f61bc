import { clip } from '../base/clean.ts';
import { stringAt } from '../base/json.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import { type Effect, effectsOf } from '../flows/effects/effects.ts';
import type { Request } from '../flows/effects/model.ts';
import { obeyedBy } from '../flows/effects/obey.ts';
import { requestOf } from '../flows/effects/request.ts';
import type { FlowGraph, Investigation } from '../flows/model.ts';
import { isSecretPath } from '../flows/policy/places.ts';
import { SHELL_TOOLS } from '../hosts/integrity.ts';
import type { Severity } from '../result/finding.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';
import { hitsOf } from './laundering/carried.ts';
import { citeSpan, nameOf } from './laundering/claim.ts';
import { carriedSecrets } from './laundering/secrets.ts';

const id = 'tainted-egress';

export const taintedEgress: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within, flows }: Investigation): Iterable<Claim> {
    const ordered = orderedCalls(within, flows);
    let legs: EventOf<'tool-call'> | undefined;
    let told = false;
    for (const event of within.timeline) {
      if (event.kind !== 'tool-call') continue;
      const effect = egressOf(event);
      if (effect === undefined || wasDenied(within, event)) continue;
      legs ??= event;
      const claim = claimOf(within, flows, event, effect, ordered);
      if (claim === undefined) continue;
      told = true;
      yield claim;
    }
    if (!told && legs !== undefined) yield* threeLegs(within, flows, legs);
  },
};

const OUTWARD = new Set(['send', 'publish', 'pay', 'fetch', 'execute', 'write-outside', 'grant']);

function egressOf(event: EventOf<'tool-call'>): Effect | undefined {
  const outward = effectsOf(event).filter(
    (effect) => OUTWARD.has(effect.kind) && (effect.critical === 'egress' || effect.critical === 'publish'),
  );
  return outward.find((effect) => effect.kind !== 'fetch') ?? outward[0];
}

interface Secret {
  readonly what: string;
  /** It signs a person in at the service that is called. */
  readonly signsIn?: boolean;
  readonly cite: Cited['cite'];
  readonly source?: Cited;
  /** The call that brought the secret in. */
  readonly readBy?: string;
}

function secretOf(within: Case, flows: FlowGraph, event: EventOf<'tool-call'>): Secret | undefined {
  for (const text of event.texts) {
    const carried = carriedSecrets(within, text, flows)[0];
    if (carried !== undefined) {
      return {
        what: carried.kind,
        ...(isSignIn(text.value, carried.span) ? { signsIn: true } : {}),
        cite: citeSpan(text, carried.span),
        source: { cite: carried.source.cite, note: `the secret was read here (${nameOf(carried.source)})` },
        ...readBy(within, carried.source),
      };
    }
  }
  const command = SHELL_TOOLS.includes(event.toolName) ? stringAt(event.input, 'command') : undefined;
  const text = event.texts[0];
  if (command === undefined || text === undefined) return undefined;
  for (const send of commandEffects(command, event.cwd).sendsOutside) {
    const file = send.files.find(isSecretPath);
    const name = send.variables.find((variable) => SECRET_NAME.test(variable));
    // A credential in a header is how a person signs in, not what is sent away; in the body or the address it is.
    if (file !== undefined) return { what: `the content of ${file}`, cite: text.cite };
    if (name !== undefined && !/(?:^|\s)(?:-H|--header|-u|--user|--oauth2-bearer)\b/.test(command))
      return { what: `the variable ${name}`, cite: text.cite };
  }
  return undefined;
}

function readBy(within: Case, source: Text): Pick<Secret, 'readBy'> {
  const event = within.event(source.event);
  const call = event?.kind === 'tool-result' ? within.call(event.toolUseId) : undefined;
  return call === undefined ? {} : { readBy: call.id };
}

/** The value stands in a header or an option that is made for credentials. */
function isSignIn(command: string, [start]: readonly [number, number]): boolean {
  return /(?:(?:-H|--header)[ =]*["']?(?:authorization|x-[\w-]*(?:key|token)|api-?key|private-token)\s*:[^"'\n]{0,40}|(?:-u|--user|--oauth2-bearer)[ =]*["']?[^"'\s]{0,60})$/i.test(
    command.slice(Math.max(0, start - 140), start),
  );
}

const SECRET_NAME = /(?:^|_)(?:SECRET|TOKEN|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY|CREDENTIALS?)(?:_|$)/i;

function claimOf(
  within: Case,
  flows: FlowGraph,
  event: EventOf<'tool-call'>,
  effect: Effect,
  ordered: ReadonlyMap<string, Ordered>,
): Claim | undefined {
  const secret = secretOf(within, flows, event);
  // What an outside text had its reader fetch leaves on that text's account, however the sending was worded.
  const order = ordered.get(event.id) ?? (secret?.readBy === undefined ? undefined : ordered.get(secret.readBy));
  const fetchOnly = effect.kind === 'fetch' && secret === undefined;
  if (secret === undefined && (order === undefined || fetchOnly)) return undefined;
  const request =
    order?.request.agreed || order?.request.status === 'delegated' ? order.request : requestOf(effect, within);
  const asked = request.status === 'requested';
  let severity: Severity = 'high';
  if (request.status === 'delegated') severity = 'low';
  else if (asked && (secret === undefined || request.byValue === true))
    severity = secret === undefined ? 'info' : 'low';
  else if (order !== undefined && request.status === 'unrequested') severity = 'critical';
  // Whoever asks for a call to a service asks for signing in there.
  if (asked && order === undefined && secret?.signsIn === true) return undefined;
  if (severity === 'info') return undefined;
  const cite = secret?.cite ?? event.texts[0]?.cite ?? { record: event.span, pointer: '' };
  return {
    detector: id,
    message: `${clip(effect.summary, 100)} sends ${secret === undefined ? 'something' : secret.what} out${order === undefined ? '' : ` as ${nameOf(order.text)} had ordered`}${asked ? '; a person had asked for this kind of call' : ', which no person had asked for'}`,
    severity,
    confidence: secret !== undefined ? 'high' : 'medium',
    primary: {
      cite,
      note: secret === undefined ? 'the call that leaves the machine' : `${secret.what}, on its way out`,
    },
    related: [
      ...(secret?.source === undefined ? [] : [secret.source]),
      ...(order === undefined ? [] : [{ cite: citeSpan(order.text, order.span), note: `ordered here; ${order.why}` }]),
      ...(request.by === undefined ? [] : [{ cite: request.by.cite, note: request.by.why }]),
    ],
    agents: [event.agent],
    actedOn: 'yes',
    details: [
      secret === undefined ? 'no secret was found in what is sent' : `what leaves: ${secret.what}`,
      order === undefined
        ? 'no outside order stands behind it'
        : `an outside order stands behind it: ${nameOf(order.text)}`,
      `asked for: ${request.status}`,
    ],
  };
}

interface Ordered {
  readonly text: Text;
  readonly span: readonly [number, number];
  readonly why: string;
  readonly request: Request;
}

/** Calls that do what an outside text told the agent that read it. */
function orderedCalls(within: Case, flows: FlowGraph): ReadonlyMap<string, Ordered> {
  const calls = new Map<string, Ordered>();
  for (const text of within.texts) {
    if (text.origin.channel !== 'tool' || text.origin.place?.startsWith('input') === true) continue;
    if (flows.labelsOf(text).carried.integrity !== 'outside') continue;
    const hits = hitsOf(text).filter((hit) => hit.strength === 'strong');
    if (hits.length === 0) continue;
    for (const one of obeyedBy(
      within,
      text.agent,
      text.value,
      hits,
      within.event(text.event)?.order ?? 0,
      text,
      text.origin.tool,
    )) {
      const { id: call } = one.effect.call;
      if (!calls.has(call))
        calls.set(call, { text, span: [hits[0]!.start, hits[0]!.end], why: one.why, request: one.request });
    }
  }
  return calls;
}

function* threeLegs(within: Case, flows: FlowGraph, egress: EventOf<'tool-call'>): Iterable<Claim> {
  const before = within.texts.filter(
    (text) => text.origin.channel === 'tool' && text.origin.place?.startsWith('input') !== true,
  );
  const outside = before.find((text) => flows.labelsOf(text).carried.integrity === 'outside');
  const secret = before.find((text) => flows.labelsOf(text).carried.secrecy === 'secret');
  if (outside === undefined || secret === undefined) return;
  yield {
    detector: id,
    message: 'outside text, a secret and a way out stand in one case; nothing shows that one led to the other',
    severity: 'info',
    confidence: 'low',
    primary: {
      cite: egress.texts[0]?.cite ?? { record: egress.span, pointer: '' },
      note: 'a call that leaves the machine',
    },
    related: [
      { cite: outside.cite, note: 'outside text' },
      { cite: secret.cite, note: 'secret text' },
    ],
    agents: [egress.agent],
    details: ['by context only: no carried text, no order behind the call'],
  };
}

function wasDenied(within: Case, event: EventOf<'tool-call'>): boolean {
  const result = event.result === undefined ? undefined : within.event(event.result);
  return (
    result?.kind === 'tool-result' && (result.denialKind !== undefined || result.permission?.decision === 'reject')
  );
}
