import { clip } from '../base/clean.ts';
import { isObject, objectAt } from '../base/json.ts';
import type { Investigation } from '../flows/model.ts';
import type { Replay } from '../result/replay.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { agentName, answerOf, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';
import { isHookGate } from './gate/replays.ts';

const id = 'gate-misconfigured';

/** What interpreters say of a script that is not there. */
const MISSING_SCRIPT =
  /can(?:'t|not) open |No such file or directory|Cannot find module|Could not open input file|is not recognized as|cannot find the (?:path|file)|\[Errno 2\]/i;

export const gateMisconfigured: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase, gate }: Investigation): Iterable<Claim> {
    const calls = judgedCalls(theCase);
    const byId = new Map(calls.map((judged) => [judged.call.toolUseId, judged]));
    for (const replay of gate?.replays ?? []) {
      const judged = byId.get(replay.toolUseId ?? '');
      if (judged === undefined || replay.phase !== 'before-tool' || !isHookGate(replay.gate)) continue;
      if (/^async hook answers (?:deny|ask)/.test(replay.reason) && judged.ran)
        yield asyncDecision(theCase, judged, replay);
    }
    yield* accidentalDenials(theCase, calls);
    const undecided = (gate?.replays ?? []).filter(
      ({ gate: by, reason }) => isHookGate(by) && reason.includes('not determined: the hook that ends last'),
    );
    for (const judged of calls) {
      const claim = twoRewrites(theCase, judged, undecided);
      if (claim !== undefined) yield claim;
    }
  },
};

function asyncDecision(theCase: Investigation['case'], { call, result }: JudgedCall, replay: Replay): Claim {
  return {
    detector: id,
    message: `the rule for ${shortCall(call)} is an async hook: its denial has no effect, and the call ran`,
    severity: 'medium',
    confidence: 'high',
    primary: cited(call, 'the call that an async hook denies'),
    related: result === undefined ? [] : [cited(result, 'it ran')],
    agents: [call.agent],
    details: [
      `${agentName(theCase, call.agent)}; hook: ${replay.rules.join(', ')}; the host does not wait for an async hook`,
    ],
  };
}

/** One claim per session: a missing script blocks every call that it is registered for. */
function* accidentalDenials(theCase: Investigation['case'], calls: readonly JudgedCall[]): Iterable<Claim> {
  const blocked = calls.filter(
    ({ fate, result }) =>
      fate === 'denied-by-hook' && MISSING_SCRIPT.test(result?.texts.map(({ value }) => value).join('\n') ?? ''),
  );
  const first = blocked[0];
  if (first?.result === undefined) return;
  yield {
    detector: id,
    message: `a hook blocks by accident: its script is missing, and its interpreter ends with 2 (${blocked.length} ${blocked.length === 1 ? 'call' : 'calls'} of ${agentName(theCase, first.call.agent)} and others)`,
    severity: 'low',
    confidence: 'high',
    primary: cited(first.result, 'the interpreter’s own error stands in the place of a reason'),
    related: [cited(first.call, 'the call that was blocked')],
    agents: [...new Set(blocked.map(({ call }) => call.agent))],
    details: ['the same mistake with a missing interpreter has the opposite outcome: the call goes on'],
  };
}

function twoRewrites(
  theCase: Investigation['case'],
  { call, hooks, result }: JudgedCall,
  undecided: readonly Replay[],
): Claim | undefined {
  const recorded = hooks.filter(({ hookEvent, ...trace }) => {
    if (hookEvent !== 'PreToolUse') return false;
    const input = objectAt(answerOf({ hookEvent, ...trace }), 'hookSpecificOutput')?.updatedInput;
    return isObject(input);
  });
  const undetermined = undecided.find((replay) => replay.toolUseId === call.toolUseId);
  if (recorded.length < 2 && undetermined === undefined) return undefined;
  return {
    detector: id,
    message: `two hooks rewrite the input of ${shortCall(call)}: which one counts is not determined`,
    severity: 'low',
    confidence: 'high',
    primary: cited(call, 'the call as the model wrote it'),
    related: [
      ...recorded.map(({ event, command }) => cited(event, `rewritten by \`${clip(command, 80)}\``)),
      ...(result === undefined ? [] : [cited(result, 'what ran in the end')]),
    ],
    agents: [call.agent],
    details: [
      'the hook that ends last wins, neither registration order nor scope decides',
      ...(undetermined === undefined ? [] : [undetermined.reason]),
      ...(theCase.hostVersions.length > 0 ? [`host ${theCase.hostVersions.join(', ')}`] : []),
    ],
  };
}
