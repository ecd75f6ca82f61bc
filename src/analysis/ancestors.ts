import { stringAt } from '../base/json.ts';
import { by } from '../base/order.ts';
import { buildCase } from '../case/build.ts';
import type { Case } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import type { TaintEntry } from '../gates/builtin/taint/model.ts';
import { taintFloor } from '../gates/builtin/taint-floor.ts';
import { keepState } from '../gates/model.ts';
import { rebuildHookEvents } from '../gates/payload/rebuild.ts';
import { replay } from '../gates/replay.ts';
import { SHELL_TOOLS } from '../hosts/integrity.ts';
import type { CaseSource } from '../ingest/model.ts';
import { readCase } from '../ingest/read-case.ts';
import type { CaseOptions } from './options.ts';

/** A call that starts another process of the host, and what may tell which session that became. */
interface Started {
  readonly source: CaseSource;
  readonly order: number;
  readonly at: string | undefined;
  readonly until: string | undefined;
  readonly prompt: string | undefined;
  /** What came back: a process may print its session id. */
  readonly printed: string;
}

interface Beginning {
  readonly source: CaseSource;
  readonly at: string | undefined;
  readonly prompt: string;
}

/**
 * What the sessions that started another one had taken in by then: a floor keyed by tree reaches over the process border. A process is
 * known by the session id that its call printed, or by its prompt and the time of the call; what only fits by time is left out, since a
 * gate that is kept by guess denies by guess. [FACTS section 7]
 */
export async function withProcessAncestors(
  sources: readonly CaseSource[],
  options: CaseOptions,
): Promise<readonly CaseSource[]> {
  const started: Started[] = [];
  const beginnings: Beginning[] = [];
  for (const source of sources) {
    const theCase = buildCase(readCase(source, options).input);
    started.push(...startedIn(theCase, source));
    const beginning = beginningOf(theCase, source);
    if (beginning !== undefined) beginnings.push(beginning);
  }
  const parents = parentsOf(started, beginnings);
  const taint = new Map<CaseSource, readonly TaintEntry[]>();
  const entering = new Set<CaseSource>();
  const entriesBefore = async (child: CaseSource): Promise<readonly TaintEntry[]> => {
    const known = taint.get(child);
    const parent = parents.get(child);
    if (known !== undefined || parent === undefined || entering.has(child)) return known ?? [];
    entering.add(child);
    const entries = await taintUpTo(parent, options, await entriesBefore(parent.source));
    taint.set(child, entries);
    return entries;
  };
  for (const child of parents.keys()) await entriesBefore(child);
  return sources.map((source) => {
    const entries = taint.get(source) ?? [];
    return entries.length === 0 ? source : { ...source, taintBefore: entries };
  });
}

function startedIn(theCase: Case, source: CaseSource): Started[] {
  return theCase.timeline.flatMap((event) => {
    if (event.kind !== 'tool-call' || !SHELL_TOOLS.includes(event.toolName) || theCase.isInherited(event.span))
      return [];
    const command = stringAt(event.input, 'command') ?? '';
    if (!/\bclaude\b/.test(command)) return [];
    const result = event.result === undefined ? undefined : theCase.event(event.result);
    return commandEffects(command, event.cwd)
      .executes.filter((one) => one.kind === 'agent' && one.language === 'claude')
      .map((one) => ({
        source,
        order: event.order,
        at: event.at,
        until: result?.at,
        prompt: one.from === 'outside' || one.value === '' ? undefined : one.value.trim(),
        printed: result?.texts.map(({ value }) => value).join('\n') ?? '',
      }));
  });
}

function beginningOf(theCase: Case, source: CaseSource): Beginning | undefined {
  const first = theCase
    .eventsOf(theCase.agents.root)
    .find((event) => event.kind === 'prompt' && event.texts.some(({ origin }) => origin.channel === 'caller'));
  const text = first?.texts.find(({ origin }) => origin.channel === 'caller');
  if (first === undefined || text === undefined || theCase.isInherited(first.span)) return undefined;
  return { source, at: first.at, prompt: text.value.trim() };
}

/** The call that started each session; none where several calls fit equally well. */
function parentsOf(started: readonly Started[], beginnings: readonly Beginning[]): Map<CaseSource, Started> {
  const byPrompt = new Map<string, Started[]>();
  for (const one of started) {
    if (one.prompt === undefined) continue;
    const list = byPrompt.get(one.prompt);
    if (list === undefined) byPrompt.set(one.prompt, [one]);
    else list.push(one);
  }
  const printing = started.filter(({ printed }) => printed !== '');
  const found = new Map<CaseSource, Started>();
  for (const { source, at, prompt } of beginnings) {
    const named = printing.filter((one) => one.source !== source && one.printed.includes(source.sessionId));
    const equal = (byPrompt.get(prompt) ?? []).filter(
      (one) =>
        one.source !== source &&
        at !== undefined &&
        one.at !== undefined &&
        one.at <= at &&
        (one.until === undefined || at <= one.until),
    );
    const fitting = named.length > 0 ? named : equal;
    const [first] = [...fitting].sort(
      by(
        ({ at: time }) => time ?? '',
        ({ source: parent }) => parent.id,
      ),
    );
    if (first !== undefined && (named.length > 0 || fitting.length === 1)) found.set(source, first);
  }
  return found;
}

async function taintUpTo(
  { source, order }: Started,
  options: CaseOptions,
  seed: readonly TaintEntry[],
): Promise<TaintEntry[]> {
  const { input } = readCase(source, options);
  const theCase = buildCase(input);
  const policy: TrustPolicy = options.policy;
  const events = rebuildHookEvents(theCase, input, { inherited: true }).filter(
    ({ eventId }) => (theCase.event(eventId)?.order ?? Number.POSITIVE_INFINITY) < order,
  );
  const gate = keepState(taintFloor(theCase, { policy, key: 'tree' }));
  const replays = await replay(theCase, input, events, gate);
  const own = replays.flatMap(({ rules, cause }): TaintEntry[] =>
    rules.includes('taint') && cause?.eventId !== undefined && cause.agentId !== undefined
      ? [
          {
            eventId: cause.eventId,
            agentId: cause.agentId,
            text: `${cause.text} (in session ${theCase.id}, which started this one)`,
          },
        ]
      : [],
  );
  return [...seed, ...own];
}
