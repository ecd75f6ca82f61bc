import { globs } from '../../base/glob.ts';
import { stringAt } from '../../base/json.ts';
import type { AgentId, Case } from '../../case/model.ts';
import type { FlowGraph } from '../../flows/model.ts';
import type { TrustPolicy } from '../../flows/policy/policy.ts';
import type { Decision } from '../../result/replay.ts';
import { type GateRequest, NO_SAY, type PureGate } from '../model.ts';
import { callOf, type GateCall, namedBy, sinkOf } from './calls.ts';
import { carriedTaint } from './taint/flow.ts';
import { flipEvents, type Ledger, listed, type TaintEntry, type TaintKey, union, withEntry } from './taint/model.ts';
import { sourceOf } from './taint/sources.ts';

export interface TaintFloorOptions {
  readonly policy: TrustPolicy;
  readonly key: TaintKey;
  /** Needed for the key `flow`. */
  readonly flows?: FlowGraph;
  /** Like the published gate: an event that it cannot read goes through. Otherwise it is denied. */
  readonly failOpen?: boolean;
  /** For the key `tree`: what the sessions that started this one had taken in by then. */
  readonly before?: readonly TaintEntry[];
}

interface State {
  readonly ledger: Ledger;
  /** Reads that lowered no floor because a pin names them. */
  readonly pinned: Ledger;
}

/**
 * A monotone floor: once text from outside has come in, nothing under the same key may go out any more. Every entry of the ledger says
 * which agent let in what; nothing takes an entry back.
 */
export function taintFloor(theCase: Case, options: TaintFloorOptions): PureGate<State> {
  const { policy, key } = options;
  return {
    id: 'taint-floor',
    key: options.failOpen === true ? `${key}:fail-open` : key,
    start: { ledger: startingWith(options), pinned: new Map() },
    step(state, request) {
      const buckets = bucketsOf(request, theCase, key);
      switch (request.phase) {
        case 'before-tool':
          return { state, decision: beforeTool(state, request, theCase, options, buckets) };
        case 'after-tool':
        case 'after-tool-failure':
          return afterTool(state, request, theCase, policy, buckets);
        case 'agent-stop':
          return agentStop(state, request, theCase, key, buckets, options);
        default:
          return { state, decision: NO_SAY };
      }
    },
  };
}

function startingWith({ key, before = [] }: TaintFloorOptions): Ledger {
  return key === 'tree' && before.length > 0 ? new Map([['tree', before]]) : new Map();
}

/** Where the taint of an event is kept. An event of a session that this one continues counts for the tree, and for its own session. */
function bucketsOf(request: GateRequest, theCase: Case, key: TaintKey): string[] {
  const session = stringAt(request.payload, 'session_id') ?? (request.inherited ? 'an earlier session' : theCase.id);
  // A gate that is not told whose call it is takes it for the main session's.
  const agent =
    stringAt(request.payload, 'agent_id') ?? (request.rebuilt.unnamed === true ? theCase.agents.root : request.agent);
  switch (key) {
    case 'session':
      return [session];
    case 'agent':
    case 'flow':
      return [`${session} ${agent}`];
    case 'tree':
      return ['tree'];
    case 'sidecar':
      return [`${stringAt(request.payload, 'cwd') ?? ''} ${session}`];
    case 'sidecar:project':
      return [`${theCase.ids.cwds[0] ?? ''} ${session}`];
  }
}

function entriesFor(
  state: State,
  request: GateRequest,
  theCase: Case,
  { key, flows }: TaintFloorOptions,
  buckets: readonly string[],
): readonly TaintEntry[] {
  const own =
    buckets.length === 1
      ? (state.ledger.get(buckets[0]!) ?? [])
      : buckets.flatMap((bucket) => state.ledger.get(bucket) ?? []);
  if (key !== 'flow' || flows === undefined) return own;
  return [...carriedTaint(request, theCase, flows), ...own];
}

function beforeTool(
  state: State,
  request: GateRequest,
  theCase: Case,
  options: TaintFloorOptions,
  buckets: readonly string[],
): Decision {
  const { policy } = options;
  const call = callOf(request.payload);
  if (call === undefined) {
    const reason = 'the call cannot be read: it has no tool name or no input';
    return options.failOpen === true
      ? { outcome: 'error', reason, rules: [], failedOpen: true, basis: 'crash', effect: 'none' }
      : decide('deny', 'fail-closed', reason);
  }
  if (policy.projectedTools.length > 0 && !globs(policy.projectedTools)(call.tool)) {
    return decide('deny', 'projected-tools', `${call.tool} is no tool of this world`);
  }
  const entries = entriesFor(state, request, theCase, options, buckets);
  const sink = sinkOf('egress', policy, call) ?? sinkOf('publish', policy, call);
  const asked = namedBy(policy.ask, call);
  // The latest entry is what a reader looks for first; the reason names how many there are.
  const latest = entries.at(-1);
  if (sink !== undefined && latest !== undefined) {
    const events = flipEvents(entries);
    const more = entries.length > 1 ? ` (and ${entries.length - 1} more)` : '';
    return {
      ...decide('deny', 'egress-while-tainted', `${sink} would carry out text: ${latest.text}${more}`),
      cause: causeOf(latest),
      causes: listed(entries).map(causeOf),
      ...(events !== undefined && { flip: { by: 'label', verdict: asked === undefined ? 'allow' : 'ask', events } }),
    };
  }
  if (asked !== undefined) return decide('ask', 'ask-pattern', asked);
  const allowed = allow(request, theCase, policy, call, sink);
  const pin = sink === undefined ? undefined : buckets.flatMap((bucket) => state.pinned.get(bucket) ?? [])[0];
  if (pin === undefined) return allowed;
  return { ...allowed, flip: { by: 'trust-pin', verdict: 'deny', events: [pin.eventId] } };
}

function allow(
  request: GateRequest,
  theCase: Case,
  policy: TrustPolicy,
  call: GateCall,
  sink: string | undefined,
): Decision {
  const source = sourceOf(request, theCase, policy);
  const reason =
    sink === undefined ? `${call.tool} carries nothing out` : `${sink}, and nothing from outside has come in`;
  const decision: Decision = { ...decide('allow', 'clean', reason), basis: 'default', rules: [] };
  if (source === undefined) return decision;
  if ('pin' in source)
    return { ...decision, reason: `${reason}; trusted by a pin: ${source.pin.reason}`, rules: ['trust-pin'] };
  return {
    ...decision,
    reason: `${reason}; what it reads lowers the floor (${source.reason})`,
    cause: causeOf(entryOf(request, source.text)),
  };
}

function afterTool(
  state: State,
  request: GateRequest,
  theCase: Case,
  policy: TrustPolicy,
  buckets: readonly string[],
): { state: State; decision: Decision } {
  const source = sourceOf(request, theCase, policy);
  if (source === undefined) return { state, decision: NO_SAY };
  if ('pin' in source) {
    const entry = entryOf(request, source.pin.path);
    const pinned = buckets.reduce((next, bucket) => withEntry(next, bucket, entry), state.pinned);
    return { state: { ...state, pinned }, decision: NO_SAY };
  }
  const entry = entryOf(request, source.text);
  const ledger = buckets.reduce((next, bucket) => withEntry(next, bucket, entry), state.ledger);
  return {
    state: { ...state, ledger },
    decision: {
      ...NO_SAY,
      basis: 'rule',
      rules: ['taint'],
      reason: `the floor is lowered: ${source.reason}`,
      cause: causeOf(entry),
    },
  };
}

/** The child's report is about to reach its parent: say what it has seen, and let the parent inherit it. */
function agentStop(
  state: State,
  request: GateRequest,
  theCase: Case,
  key: TaintKey,
  buckets: readonly string[],
  options: TaintFloorOptions,
): { state: State; decision: Decision } {
  const entries = entriesFor(state, request, theCase, options, buckets);
  const latest = entries.at(-1);
  if (latest === undefined) return { state, decision: NO_SAY };
  const parent = key === 'agent' ? parentBucket(request, theCase) : undefined;
  const ledger =
    parent === undefined ? state.ledger : buckets.reduce((next, bucket) => union(next, bucket, parent), state.ledger);
  const message = `${request.agentType} stops ${latest.text}: treat its report as text from outside`;
  return {
    state: { ...state, ledger },
    decision: {
      outcome: 'none',
      reason: latest.text,
      rules: ['agent-stop-notice'],
      cause: causeOf(latest),
      failedOpen: false,
      basis: 'rule',
      // A notice at an agent's stop is shown to the person; the parent's model never sees it.
      effect: 'user-only',
      message,
    },
  };
}

function parentBucket(request: GateRequest, theCase: Case): string | undefined {
  const parent: AgentId | undefined = theCase.agents.get(request.agent)?.parent;
  if (parent === undefined) return undefined;
  const session = stringAt(request.payload, 'session_id') ?? theCase.id;
  return `${session} ${parent}`;
}

function entryOf(request: GateRequest, text: string): TaintEntry {
  return { eventId: request.event.id, agentId: request.agent, text: `tainted by ${text}` };
}

function causeOf(entry: TaintEntry): { text: string; eventId: string; agentId: string } {
  return { text: entry.text, eventId: entry.eventId, agentId: entry.agentId };
}

function decide(outcome: 'allow' | 'deny' | 'ask', rule: string, reason: string): Decision {
  const effect = outcome === 'deny' ? 'blocks-call' : outcome === 'ask' ? 'unknown' : 'none';
  return { outcome, reason, rules: [rule], failedOpen: false, basis: 'rule', effect };
}
