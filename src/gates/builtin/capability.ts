import { globs } from '../../base/glob.ts';
import type { Case } from '../../case/model.ts';
import type { FlowGraph } from '../../flows/model.ts';
import type { TrustPolicy } from '../../flows/policy/policy.ts';
import { NO_SAY, type PureGate } from '../model.ts';
import { callOf, sinkOf } from './calls.ts';
import { carriedTaint } from './taint/flow.ts';
import { flipEvents, type Ledger, withEntry } from './taint/model.ts';
import { sourceOf } from './taint/sources.ts';

/** A child that has handled text from outside keeps no tool that carries something out, nor those that the policy takes from its type. */
export function capability(
  theCase: Case,
  { policy, flows }: { policy: TrustPolicy; flows?: FlowGraph },
): PureGate<Ledger> {
  return {
    id: 'capability',
    start: new Map(),
    step(ledger, request) {
      const call = callOf(request.payload);
      const isChild = request.agent !== theCase.agents.root;
      if (call === undefined || !isChild) return { state: ledger, decision: NO_SAY };
      if (request.phase === 'after-tool' || request.phase === 'after-tool-failure') {
        const source = sourceOf(request, theCase, policy);
        if (source === undefined || 'pin' in source) return { state: ledger, decision: NO_SAY };
        const entry = { eventId: request.event.id, agentId: request.agent, text: source.text };
        return { state: withEntry(ledger, request.agent, entry), decision: NO_SAY };
      }
      if (request.phase !== 'before-tool') return { state: ledger, decision: NO_SAY };
      const carried = flows === undefined ? [] : carriedTaint(request, theCase, flows);
      const entries = [...carried, ...(ledger.get(request.agent) ?? [])];
      const handled = entries.at(-1);
      const lost = policy.capabilities.find(
        (rule) => globs(rule.agents)(request.agentType) && globs(rule.denyAfterOutside)(call.tool),
      );
      const sink = sinkOf('egress', policy, call) ?? sinkOf('publish', policy, call);
      if (handled === undefined || (lost === undefined && sink === undefined)) {
        return {
          state: ledger,
          decision: { ...NO_SAY, outcome: 'allow', basis: 'default', reason: 'the child keeps this tool' },
        };
      }
      const events = flipEvents(entries);
      const why = lost === undefined ? sink : lost.reason;
      return {
        state: ledger,
        decision: {
          outcome: 'deny',
          reason: `${request.agentType} has handled text from outside (${handled.text.replace(/^tainted by /, '')}): ${why}`,
          rules: [lost === undefined ? 'no-egress-after-outside' : 'policy-capability'],
          ...(events !== undefined && { flip: { by: 'label', verdict: 'allow', events } }),
          cause: { text: handled.text, eventId: handled.eventId, agentId: handled.agentId },
          failedOpen: false,
          basis: 'rule',
          effect: 'blocks-call',
        },
      };
    },
  };
}
