import { existsSync, readFileSync } from 'node:fs';
import type { Case } from '../case/model.ts';
import type { FlowGraph } from '../flows/model.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import type { AgentDefinition, GateEvidence, KnownHook, LoggedHook } from '../result/gate.ts';
import type { Replay } from '../result/replay.ts';
import type { CaseInput } from '../wire/input.ts';
import type { TaintEntry } from './builtin/taint/model.ts';
import { readDefinitions } from './definitions.ts';
import type { EvidenceBytes } from './external/evidence.ts';
import { type LogLine, type MergedLog, mergeHookLog, parseHookLog } from './hook-log.ts';
import type { HostSettings } from './hooks/settings.ts';
import { loadSettings, openGates } from './open.ts';
import type { RebuiltEvent } from './payload/model.ts';
import { rebuildHookEvents } from './payload/rebuild.ts';
import { profilesNamed, underProfile } from './profile.ts';
import { replay } from './replay.ts';
import type { GateSpec } from './spec.ts';

/** What to replay. Plain data: crosses to worker threads. Paths are absolute. */
export interface ReplayPlan {
  readonly gates: readonly GateSpec[];
  /** `recorded`, `all`, a profile's name or a version. */
  readonly profiles?: readonly string[];
  readonly project?: string;
  readonly allowExec: boolean;
  readonly allowNetwork: boolean;
  readonly timeoutMs?: number;
  readonly hookLog?: string;
  readonly tempFolder?: string;
}

export interface ReplaySubject {
  readonly case: Case;
  readonly input: CaseInput;
  readonly flows: FlowGraph;
  readonly policy: TrustPolicy;
  readonly evidence: EvidenceBytes;
  /** Events of the case, inherited ones too, where they were rebuilt before. */
  readonly rebuilt?: readonly RebuiltEvent[];
  /** What the sessions that started this one had taken in by then. */
  readonly taintBefore?: readonly TaintEntry[];
}

export interface ReplayOutcome {
  readonly replays: readonly Replay[];
  /** As put to the gates under the first profile, without inherited ones. */
  readonly events: readonly RebuiltEvent[];
  readonly rebuilt: readonly RebuiltEvent[];
  readonly gate: GateEvidence;
  /** What a reader has to know: settings that the host would trip over, hooks that were not run, where log and rebuild part. */
  readonly notes: readonly string[];
  /** What a hook log shows of the transcripts: that they end early, that it fits several agents. */
  readonly warnings: readonly ReplayWarning[];
  /** Most agents that one line of a hook log fits; 0 where every line fits one. */
  readonly candidates: number;
}

export interface ReplayWarning {
  readonly code: 'transcript-behind-event' | 'ambiguous-link';
  readonly message: string;
}

/** Replays one case through every gate of the plan, under every profile. @throws where a settings file or log cannot be read. */
export async function replayCase(
  subject: ReplaySubject,
  plan: ReplayPlan,
  options: { readonly signal?: AbortSignal; readonly onEvent?: (done: number, total: number) => void } = {},
): Promise<ReplayOutcome> {
  const { case: theCase, input } = subject;
  const notes: string[] = [];
  const log = plan.hookLog === undefined ? [] : linesOf(plan.hookLog, theCase, notes);
  const rebuilt = subject.rebuilt ?? rebuildHookEvents(theCase, input, { inherited: true });
  const merge = log.length === 0 ? undefined : mergeHookLog(rebuilt, log, theCase);
  if (merge !== undefined) notes.push(...notesOf(merge));
  const recorded = merge?.events ?? rebuilt;
  const profiles = (plan.profiles ?? ['recorded']).flatMap(profilesNamed);
  const replays: Replay[] = [];
  for (const profile of profiles) {
    const isRecorded = profile.name === 'recorded';
    const events = isRecorded ? recorded : underProfile(recorded, profile, theCase);
    const opened = openGates(plan.gates, theCase, { ...plan, ...subject });
    if (profile === profiles[0]) notes.push(...opened.notes);
    const total = profiles.length * opened.gates.length * events.length;
    for (const [index, gate] of opened.gates.entries()) {
      const before = (profiles.indexOf(profile) * opened.gates.length + index) * events.length;
      try {
        replays.push(
          ...(await replay(theCase, input, events, gate, {
            ...(options.signal === undefined ? {} : { signal: options.signal }),
            ...(options.onEvent === undefined
              ? {}
              : { onEvent: (done: number) => options.onEvent!(before + done, total) }),
            ...(isRecorded ? {} : { profile: profile.name }),
          })),
        );
      } finally {
        await gate.close?.();
      }
    }
  }
  const settings = plan.gates.flatMap((spec) => (spec.kind === 'settings' ? [loadSettings(spec.path)] : []));
  return {
    replays,
    events: recorded.filter((event) => event.inherited !== true),
    rebuilt,
    gate: {
      replays,
      hookLog: log.map((line): LoggedHook => line.hook),
      hooks: settings.flatMap(hooksKnown),
      rules: settings.flatMap(({ rules }) => rules.map(({ verdict, text }) => ({ verdict, text }))),
      definitions: definitionsOf(plan.project),
    },
    notes,
    warnings: merge === undefined ? [] : warningsOf(merge),
    candidates: Math.max(0, ...(merge?.ambiguous ?? []).map(({ agents }) => agents.length)),
  };
}

function hooksKnown({ hooks }: HostSettings): KnownHook[] {
  return hooks.map((hook) => ({
    hookEvent: hook.event,
    matcher: hook.matcher,
    command: hook.command,
    runsAsync: hook.runsAsync,
    ...(hook.timeoutMs === undefined ? {} : { timeoutMs: hook.timeoutMs }),
  }));
}

function definitionsOf(project: string | undefined): AgentDefinition[] {
  return project === undefined || !existsSync(project) ? [] : readDefinitions(project);
}

/** A log may hold several sessions: lines of others are none of this case. */
function linesOf(path: string, theCase: Case, notes: string[]): LogLine[] {
  const { lines, problems } = parseHookLog(readFileSync(path, 'utf8'));
  notes.push(...problems.map((problem) => `hook log: ${problem}`));
  const own = new Set([theCase.id, ...theCase.ids.sessionIds]);
  return lines.filter((line) => line.hook.sessionId === undefined || own.has(line.hook.sessionId));
}

function notesOf({ differences, unmatched, unlogged }: MergedLog): string[] {
  return [
    ...differences.map(
      ({ hookEvent, field, line }) => `hook log line ${line}: ${hookEvent}.${field} was rebuilt otherwise`,
    ),
    ...unmatched.map((hook) => `hook log line ${hook.line}: the transcripts show no such ${hook.hookEvent}`),
    ...unlogged.map((event) => `the hook log has no ${event.hookEvent} for ${event.toolUseId ?? event.eventId}`),
  ];
}

function warningsOf({ ambiguous, behind }: MergedLog): ReplayWarning[] {
  return [
    ...ambiguous.map(({ hook, agents }): ReplayWarning => {
      const who = `${agents.length} agents made such a call and none is named (${agents.join(', ')})`;
      return { code: 'ambiguous-link', message: `hook log line ${hook.line}: ${who}: nobody is chosen` };
    }),
    ...behind.map(({ hook, agent }): ReplayWarning => {
      const what = `the ${hook.hookEvent} of ${agent} quotes words that its transcript does not hold`;
      return {
        code: 'transcript-behind-event',
        message: `hook log line ${hook.line}: ${what}: the transcript ends before its last record; the event’s words stand for the result`,
      };
    }),
  ];
}
