import { booleanAt, isObject, type JsonObject, type JsonValue, objectAt, stringAt, valueAt } from '../../base/json.ts';
import type { Decision } from '../../result/replay.ts';
import type { HookRun } from './run.ts';

/** What the host would have taken from one hook, read by its rules: exit code, then the JSON on stdout. */
export interface HookAnswer {
  readonly outcome: Decision['outcome'];
  readonly basis: Decision['basis'];
  readonly reason: string;
  /** The hook failed and the host would have gone on. */
  readonly failedOpen: boolean;
  readonly updatedInput?: JsonObject;
  readonly additionalContext?: string;
  readonly systemMessage?: string;
  /** `continue: false`: the run ends after this event, whatever the decision is. */
  readonly stops: boolean;
  readonly remarks: readonly string[];
}

const BLOCKABLE = new Set([
  'PreToolUse',
  'PermissionRequest',
  'UserPromptSubmit',
  'Stop',
  'SubagentStop',
  'PreCompact',
]);
const FEEDBACK = new Set(['PostToolUse', 'PostToolUseFailure', 'PostToolBatch']);
/** Events whose plain stdout becomes context for the model. */
const SPEAKS_TO_MODEL = new Set(['UserPromptSubmit', 'SessionStart', 'SubagentStart']);
const KNOWN_KEYS = [
  'continue',
  'stopReason',
  'suppressOutput',
  'systemMessage',
  'decision',
  'reason',
  'hookSpecificOutput',
  'async',
  'asyncTimeout',
];
const DECISIONS: Readonly<Record<string, Decision['outcome']>> = {
  allow: 'allow',
  deny: 'deny',
  ask: 'ask',
  defer: 'defer',
};

type Draft = Partial<HookAnswer> & Pick<HookAnswer, 'outcome' | 'basis' | 'reason'>;

function answer(draft: Draft): HookAnswer {
  return { failedOpen: false, stops: false, remarks: [], ...draft };
}

export function readAnswer(event: string, run: HookRun): HookAnswer {
  const { end } = run;
  if (end.kind === 'timeout') {
    return answer({
      outcome: 'timeout',
      basis: 'timeout',
      reason: `no answer within ${end.afterMs / 1000} s`,
      failedOpen: true,
    });
  }
  if (end.kind === 'aborted') {
    return answer({ outcome: 'none', basis: 'not-reached', reason: 'the replay was stopped while the hook ran' });
  }
  if (end.kind === 'not-started') {
    return answer({ outcome: 'error', basis: 'not-started', reason: end.problem, failedOpen: true });
  }
  if (end.kind === 'signal') {
    return answer({ outcome: 'error', basis: 'crash', reason: `ended by ${end.signal}`, failedOpen: true });
  }
  const flood = run.flooded ? ['printed more than is kept; the rest was thrown away'] : [];
  if (end.code === 2) return blockedByExit(event, run, flood);
  const text = run.stdout.trim();
  if (text.startsWith('{') || text.startsWith('[')) {
    const read = run.flooded ? bad('the answer on stdout is longer than is kept') : readJson(event, text);
    if (end.code === 0) return { ...read, remarks: [...flood, ...read.remarks] };
    if (read.basis === 'answer') {
      const remark = `the program ended with ${end.code} and its JSON counted all the same; the host's documentation says exit 0 only`;
      return { ...read, remarks: [...flood, ...read.remarks, remark] };
    }
  }
  if (end.code !== 0) return failed(end.code, run.stderr, flood);
  if (text !== '' && SPEAKS_TO_MODEL.has(event)) {
    return answer({
      outcome: 'none',
      basis: 'answer',
      reason: 'stdout is context',
      additionalContext: text,
      remarks: flood,
    });
  }
  const reason = text === '' ? 'exit 0 without a word' : 'exit 0; the words on stdout decide nothing';
  return answer({ outcome: 'none', basis: 'exit-code', reason, remarks: flood });
}

function blockedByExit(event: string, run: HookRun, remarks: readonly string[]): HookAnswer {
  const reason = run.stderr.trim() || 'exit 2 without a reason on stderr';
  const missing = /can't open file|Cannot find module|No such file or directory/.test(reason)
    ? ['the reason looks like a missing script: the block may be an accident']
    : [];
  const outcome = BLOCKABLE.has(event) || FEEDBACK.has(event) ? 'deny' : 'none';
  return answer({ outcome, basis: 'exit-code', reason, remarks: [...remarks, ...missing] });
}

function failed(code: number, stderr: string, remarks: readonly string[]): HookAnswer {
  const why = stderr.trim();
  // A shell says 127 for a program it cannot find and 126 for one it may not run.
  // … and 128 plus the signal for one that a signal ended.
  const basis = code === 127 || code === 126 ? 'not-started' : code > 128 && code <= 159 ? 'crash' : 'exit-code';
  return answer({
    outcome: 'error',
    basis,
    reason: `exit ${code}${why === '' ? '' : `: ${why}`}`,
    failedOpen: true,
    remarks,
  });
}

function bad(problem: string): HookAnswer {
  return answer({ outcome: 'none', basis: 'bad-answer', reason: problem, failedOpen: true });
}

function readJson(event: string, text: string): HookAnswer {
  let value: JsonValue;
  try {
    value = JSON.parse(text) as JsonValue;
  } catch {
    return bad('the answer on stdout is no valid JSON');
  }
  if (!isObject(value)) return bad('the answer on stdout is no JSON object');
  const keys = Object.keys(value);
  if (keys.length > 0 && !keys.some((key) => KNOWN_KEYS.includes(key))) {
    return bad(
      `the answer has none of the host's members (it has ${keys.slice(0, 5).join(', ')}): a decision stands in hookSpecificOutput`,
    );
  }
  if (booleanAt(value, 'async') === true) {
    return answer({ outcome: 'none', basis: 'answer', reason: 'the hook went on beside the host: it decides nothing' });
  }
  const specific = valueAt(value, 'hookSpecificOutput');
  if (specific !== undefined && !isObject(specific)) return bad('hookSpecificOutput is no object');
  const named = stringAt(specific, 'hookEventName');
  if (isObject(specific) && named !== event) {
    return bad(`hookSpecificOutput is for ${named ?? 'no event'}, this is ${event}`);
  }
  const decided = decisionOf(event, value, specific as JsonObject | undefined);
  if ('problem' in decided) return bad(decided.problem);
  const stops = booleanAt(value, 'continue') === false;
  const updatedInput = objectAt(specific as JsonObject | undefined, 'updatedInput');
  const additionalContext = stringAt(specific as JsonObject | undefined, 'additionalContext');
  const systemMessage = stringAt(value, 'systemMessage');
  return answer({
    outcome: decided.outcome,
    basis: 'answer',
    reason: decided.reason || (stops ? (stringAt(value, 'stopReason') ?? 'continue: false') : ''),
    stops,
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(additionalContext === undefined ? {} : { additionalContext }),
    ...(systemMessage === undefined ? {} : { systemMessage }),
  });
}

type Decided = { outcome: Decision['outcome']; reason: string } | { problem: string };

function decisionOf(event: string, value: JsonObject, specific: JsonObject | undefined): Decided {
  const permission = valueAt(specific, 'permissionDecision');
  if (event === 'PreToolUse' && permission !== undefined) {
    const outcome =
      typeof permission === 'string' && Object.hasOwn(DECISIONS, permission) ? DECISIONS[permission] : undefined;
    if (outcome === undefined)
      return { problem: `permissionDecision ${JSON.stringify(permission)} is none of allow, deny, ask, defer` };
    return { outcome, reason: stringAt(specific, 'permissionDecisionReason') ?? '' };
  }
  if (event === 'PermissionRequest' && specific !== undefined) {
    const decision = objectAt(specific, 'decision');
    const behaviour = stringAt(decision, 'behavior');
    if (behaviour === 'allow' || behaviour === 'deny')
      return { outcome: behaviour, reason: stringAt(decision, 'message') ?? '' };
  }
  const legacy = valueAt(value, 'decision');
  if (legacy === undefined || legacy === null) return { outcome: 'none', reason: '' };
  const reason = stringAt(value, 'reason') ?? '';
  if (legacy === 'block') return { outcome: 'deny', reason };
  if (legacy === 'approve') return { outcome: event === 'PreToolUse' ? 'allow' : 'none', reason };
  return { problem: `decision ${JSON.stringify(legacy)} is none of approve, block` };
}
