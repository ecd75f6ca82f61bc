import { isObject, type JsonObject, stringAt } from '../base/json.ts';
import type { Case } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { LOCAL_TOOLS, SHELL_TOOLS, WRITING_TOOLS } from '../hosts/integrity.ts';
import type { KnownHook } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { changes } from './gate/actions.ts';
import { agentName, cited, type JudgedCall, judgedCalls, shortCall } from './gate/calls.ts';
import { isHookGate } from './gate/replays.ts';

const id = 'gate-coverage-gap';

/** So many matching calls without a trace are no accident; fewer may be. */
const ENOUGH = 3;

export const gateCoverageGap: Detector = {
  ...CATALOGUE[id],
  *detect({ case: theCase, gate }: Investigation): Iterable<Claim> {
    const watched = gate?.hooks.filter(({ hookEvent }) => hookEvent === 'PreToolUse') ?? [];
    if (gate === undefined || watched.length === 0) return;
    const rows = new Map<string, Replay>();
    for (const replay of gate.replays) {
      if (replay.phase !== 'before-tool' || replay.toolUseId === undefined || !isHookGate(replay.gate)) continue;
      rows.set(replay.toolUseId, replay);
    }
    const calls = judgedCalls(theCase).filter((judged) => judged.ran);
    const seen = (judged: JudgedCall) => rows.get(judged.call.toolUseId)?.basis !== 'not-reached';
    yield* nested(theCase, calls);
    const namesAny = (tools: readonly string[]) =>
      watched.some(({ matcher }) => tools.some((tool) => matcher.includes(tool)));
    const watchesFiles = namesAny(Object.keys(WRITING_TOOLS));
    // A guard of the shell alone has left the host's own file tools out by choice; a tool that it could not know is another matter.
    const isChoice = (tool: string) => !watchesFiles && Object.hasOwn(WRITING_TOOLS, tool);
    if (watchesFiles || namesAny(SHELL_TOOLS))
      yield* unnamed(
        theCase,
        calls.filter((judged) => rows.has(judged.call.toolUseId) && !seen(judged) && !isChoice(judged.call.toolName)),
      );
    yield* withoutTrace(theCase, judgedCalls(theCase), watched, (judged) =>
      seen(judged) ? rows.get(judged.call.toolUseId) : undefined,
    );
    yield* notStarted(theCase, calls, rows);
  },
};

function* nested(theCase: Case, calls: readonly JudgedCall[]): Iterable<Claim> {
  const own = new Set(
    judgedCalls(theCase).map(
      ({ call }) => `${call.agent} ${call.toolName} ${call.input === undefined ? '' : JSON.stringify(call.input)}`,
    ),
  );
  for (const { call, result, hooks } of calls) {
    // A hook of the time that names an inner tool at this call has looked at it.
    const looked = new Set(
      hooks.flatMap(
        ({ attachment }) => /^\w+:(.+)$/.exec(stringAt(attachment, 'hookName') ?? '')?.[1]?.toLowerCase() ?? [],
      ),
    );
    const inner = innerCalls(call.input).filter(
      ({ tool, input }) =>
        !own.has(`${call.agent} ${tool} ${JSON.stringify(input)}`) && !looked.has(tool.toLowerCase()),
    );
    // One entry alone may be anything that has a name and parameters; the name of a tool makes it a call.
    if (inner.length < 2 && !inner.some(({ tool }) => isHostTool(tool))) continue;
    yield {
      ...common(call.agent),
      message: `${call.toolName} of ${agentName(theCase, call.agent)} holds ${inner.length} ${inner.length === 1 ? 'call' : 'calls'} for which no event exists: no rule could look at them`,
      severity: 'high',
      primary: cited(call, `calls inside: ${[...new Set(inner.map(({ tool }) => tool))].slice(0, 5).join(', ')}`),
      related: result === undefined ? [] : [cited(result, 'they ran')],
      details: ['a hook sees the outer call only'],
    };
  }
}

/** A tool of the host or of a server, as hosts of all kinds spell it. */
function isHostTool(name: string): boolean {
  return name.startsWith('mcp__') || OWN_TOOLS.has(name.toLowerCase());
}

const OWN_TOOLS: ReadonlySet<string> = new Set(
  [...LOCAL_TOOLS, ...SHELL_TOOLS, ...Object.keys(WRITING_TOOLS), 'WebFetch', 'WebSearch', 'Task', 'Agent'].map(
    (tool) => tool.toLowerCase(),
  ),
);

/** Lists of `{ tool, parameters }` or `{ name, input }` in a call’s input. */
function innerCalls(input: JsonObject): { tool: string; input: JsonObject }[] {
  for (const value of Object.values(input)) {
    if (!Array.isArray(value) || value.length === 0) continue;
    const found = value.flatMap((item) => {
      if (!isObject(item)) return [];
      const entry = item as JsonObject;
      const tool = stringAt(entry, 'tool') ?? stringAt(entry, 'tool_name') ?? stringAt(entry, 'name');
      const given =
        entry.parameters ?? entry.input ?? entry.arguments ?? entry.args ?? entry.tool_input ?? entry.params;
      return tool !== undefined && isObject(given) ? [{ tool, input: given as JsonObject }] : [];
    });
    if (found.length === value.length) return found;
  }
  return [];
}

function* unnamed(theCase: Case, calls: readonly JudgedCall[]): Iterable<Claim> {
  const told = new Set<string>();
  for (const { call, result } of calls) {
    if (told.has(call.toolName) || !(changes(call) || patches(call.input))) continue;
    told.add(call.toolName);
    yield {
      ...common(call.agent),
      message: `${shortCall(call)} of ${agentName(theCase, call.agent)} changes something and no hook names ${call.toolName}, though other changes are watched`,
      severity: 'medium',
      primary: cited(call, 'no matcher of the settings names this tool'),
      related: result === undefined ? [] : [cited(result, 'it ran')],
      details: [],
    };
  }
}

/** A patch in the input of a tool that is not the host's own: it writes, whatever it is called. */
function patches(input: JsonObject): boolean {
  return Object.values(input).some(
    (value) => typeof value === 'string' && /^(?:\*\*\* (?:Add|Update|Delete) File: |\+\+\+ \S)/m.test(value),
  );
}

function* withoutTrace(
  theCase: Case,
  calls: readonly JudgedCall[],
  watched: readonly KnownHook[],
  rowOf: (judged: JudgedCall) => Replay | undefined,
): Iterable<Claim> {
  const bare = new Map<string, JudgedCall[]>();
  const traced = new Map<string, JudgedCall[]>();
  const agents = new Set<string>();
  for (const judged of calls) {
    if (rowOf(judged) === undefined) continue;
    const { agent, toolName } = judged.call;
    const evidence =
      judged.fate === 'denied-by-hook' || judged.hooks.some(({ hookEvent }) => hookEvent === 'PreToolUse');
    if (evidence) {
      traced.set(toolName, [...(traced.get(toolName) ?? []), judged]);
      agents.add(`${agent} ${toolName}`);
    } else bare.set(`${agent} ${toolName}`, [...(bare.get(`${agent} ${toolName}`) ?? []), judged]);
  }
  const by = new Map<string, { calls: JudgedCall[]; twins: readonly JudgedCall[] }>();
  for (const [key, list] of bare) {
    const { call } = list[0]!;
    const twins = traced.get(call.toolName) ?? twinsOf(call.toolName, traced, watched);
    if (call.agent === theCase.agents.root || agents.has(key) || twins[0] === undefined) continue;
    // A hook that speaks on some calls only is silent on others by its own choice, as far as the replay shows.
    const speaks = twins.every((twin) => rowOf(twin)?.outcome !== 'none');
    const silent = speaks ? list.filter((judged) => rowOf(judged)?.outcome !== 'none') : list;
    const found = by.get(call.agent) ?? { calls: [], twins };
    found.calls.push(...silent);
    by.set(call.agent, found);
  }
  for (const { calls: list, twins } of by.values()) {
    const twin = twins[0]!;
    const { call } = list[0] ?? {};
    if (call === undefined || list.length < ENOUGH) continue;
    const tools = [...new Set(list.map((judged) => judged.call.toolName))].join(', ');
    yield {
      ...common(call.agent),
      message: `no hook evidence for ${list.length} ${tools} calls of ${agentName(theCase, call.agent)}, though a hook matches them and left evidence at ${agentName(theCase, twin.call.agent)}’s`,
      severity: 'medium',
      primary: cited(call, 'no hook evidence'),
      related: [cited(twin.hooks[0]?.event ?? twin.call, 'the hook left evidence here')],
      details: ['no evidence is not the same as no hook: one that says nothing leaves none'],
    };
  }
}

/** Calls of other tools at which a hook left evidence that matches this tool too. */
function twinsOf(
  tool: string,
  traced: ReadonlyMap<string, readonly JudgedCall[]>,
  watched: readonly KnownHook[],
): readonly JudgedCall[] {
  for (const [other, list] of traced) {
    const both = watched.filter(({ matcher }) => names(matcher, tool) && names(matcher, other));
    const commands = new Set(both.map(({ command }) => command));
    // Some kinds of traces do not say whose they are: then no other hook may stand behind them.
    const alone = both.length > 0 && watched.every((hook) => !names(hook.matcher, other) || both.includes(hook));
    if (list.some(({ hooks }) => hooks.some(({ command }) => (command === '' ? alone : commands.has(command)))))
      return list;
  }
  return [];
}

function names(matcher: string, tool: string): boolean {
  return matcher === '' || matcher === '*' || matcher === '.*' || matcher.includes(tool);
}

function* notStarted(theCase: Case, calls: readonly JudgedCall[], rows: ReadonlyMap<string, Replay>): Iterable<Claim> {
  const found = calls.filter(({ call, hooks }) => hooks.length === 0 && rows.get(call.toolUseId)?.outcome === 'error');
  const first = found[0];
  if (first === undefined) return;
  yield {
    ...common(first.call.agent),
    message: `no hook evidence for ${found.length} calls that a hook matches, and in the replay the hook cannot be started: ${shortCall(first.call)} of ${agentName(theCase, first.call.agent)}`,
    severity: 'low',
    primary: cited(first.call, 'no hook evidence'),
    related: [],
    details: [rows.get(first.call.toolUseId)?.reason ?? ''],
  };
}

function common(agent: string): Pick<Claim, 'detector' | 'confidence' | 'agents'> {
  return { detector: id, confidence: 'medium', agents: [agent] };
}
