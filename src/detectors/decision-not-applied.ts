import type { Investigation } from '../flows/model.ts';
import type { LoggedHook } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { isDestructive } from './gate/actions.ts';
import { agentName, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';
import { ofLiveGate } from './gate/replays.ts';

const id = 'decision-not-applied';

export const decisionNotApplied: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase, gate }: Investigation): Iterable<Claim> {
    if (gate === undefined) return;
    const denials = new Map<string, Replay[]>();
    for (const replay of gate.replays) {
      const stops = replay.outcome === 'deny' || (replay.outcome === 'ask' && replay.effect === 'blocks-call');
      if (
        !ofLiveGate(replay) ||
        replay.basis === 'default' ||
        replay.phase !== 'before-tool' ||
        !stops ||
        replay.toolUseId === undefined
      )
        continue;
      denials.set(replay.toolUseId, [...(denials.get(replay.toolUseId) ?? []), replay]);
    }
    const logged = new Map<string, LoggedHook>();
    for (const hook of gate.hookLog) {
      if (hook.hookEvent === 'PreToolUse' && hook.outcome === 'deny' && hook.toolUseId !== undefined)
        logged.set(hook.toolUseId, hook);
    }
    const calls = judgedCalls(theCase);
    for (const judged of calls) {
      const { call } = judged;
      const log = logged.get(call.toolUseId);
      const replays = denials.get(call.toolUseId) ?? [];
      const denies = replays.filter(({ outcome }) => outcome === 'deny');
      if (!judged.ran || judged.consented || (log === undefined && denies.length === 0)) continue;
      yield claimOf(theCase, judged, denies, replays, log, calls);
    }
  },
};

function claimOf(
  theCase: Investigation['case'],
  { call, result, fate }: JudgedCall,
  denies: readonly Replay[],
  replays: readonly Replay[],
  log: LoggedHook | undefined,
  calls: readonly JudgedCall[],
): Claim {
  const gates = [...new Set(denies.map(({ gate }) => gate))];
  const twin =
    log === undefined ? undefined : calls.find((other) => other.denied && other.call.toolName === call.toolName);
  // Two controls of the same settings that would both have stopped it cannot both have been out of force by chance.
  const twice = new Set(replays.map(({ gate }) => gate)).size > 1;
  const severity = log !== undefined ? (isDestructive(call) ? 'critical' : 'high') : twice ? 'high' : 'medium';
  const reason = log?.reason ?? denies[0]?.reason ?? '';
  return {
    detector: id,
    message: `${agentName(theCase, call.agent)} ran ${shortCall(call)}, which ${log === undefined ? gates.join(' and ') : 'the gate’s own log'} denies${reason === '' ? '' : `: ${reason}`}`,
    severity,
    confidence: log === undefined ? 'medium' : 'high',
    primary: cited(
      call,
      log === undefined ? 'the call that would have been denied' : `the call that the log denies (line ${log.line})`,
    ),
    related: [
      ...(result === undefined
        ? []
        : [
            cited(
              result,
              fate === 'failed'
                ? 'it came to its tool and failed there, with no word of the gate'
                : 'its result: it ran',
            ),
          ]),
      ...(twin?.result === undefined
        ? []
        : [cited(twin.result, `${agentName(theCase, twin.call.agent)}’s like call was denied`)]),
    ],
    agents: [call.agent],
    details: [
      ...(log === undefined
        ? ['only the replay says deny: the transcript cannot show whether the rule was in force at the time']
        : []),
      ...(twice
        ? [
            'a deny rule beats a hook’s ask by the host’s documentation; a hook’s ask that switched a deny rule off was reported for 2.1.84',
          ]
        : []),
      ...(fate === 'failed' ? ['the failure is the tool’s own: it is no enforcement by the gate'] : []),
    ],
  };
}
