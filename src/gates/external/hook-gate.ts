import { isObject, type JsonObject, stringAt } from '../../base/json.ts';
import type { Case } from '../../case/model.ts';
import { profileFor } from '../../hosts/profile.ts';
import type { Decision } from '../../result/replay.ts';
import { callOf } from '../builtin/calls.ts';
import { readAnswer } from '../hooks/answer.ts';
import { combine, type NamedAnswer } from '../hooks/combine.ts';
import { hostVariables } from '../hooks/environment.ts';
import { hookMatches } from '../hooks/matcher.ts';
import type { HookCommand } from '../hooks/settings.ts';
import { type Gate, type GateRequest, NO_SAY, STATE_SET } from '../model.ts';
import type { RebuiltEvent } from '../payload/model.ts';
import { ruleMatches } from '../permissions/match.ts';
import { isProblem, parseRule } from '../permissions/rule.ts';
import { splitCommand } from '../permissions/split.ts';
import { type HookDriver, NoIsolation, startDriver } from './driver-client.ts';
import type { EvidenceBytes } from './evidence.ts';
import { Workspace } from './workspace.ts';

export interface HookGateOptions {
  readonly id: string;
  readonly hooks: readonly HookCommand[];
  readonly evidence: EvidenceBytes;
  /** Folder that hooks see as their project: copied, never touched. */
  readonly project?: string;
  readonly allowNetwork: boolean;
  /** Say which hooks match, and start none. */
  readonly dry?: boolean;
  /** No hook gets longer than this, whatever its settings say; without it they count, or the host's default. */
  readonly timeoutMs?: number;
  readonly tempFolder?: string;
}

/** What the host gave a hook that names no limit. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Unmodified hook programs, asked as the host would have asked them. One folder and one driver process for the whole replay. */
export function hookGate(theCase: Case, options: HookGateOptions): Gate {
  const interactive = theCase.entrypoint === 'cli';
  let opened: Promise<Opened> | undefined;
  const open = (): Promise<Opened> => {
    opened ??= start(theCase, options);
    return opened;
  };
  return {
    id: options.id,
    async decide(request, signal) {
      if (request.inherited) return NO_SAY;
      const matching = options.hooks.filter(
        (hook) => hook.event === request.rebuilt.hookEvent && concerns(hook, request, theCase),
      );
      if (matching.length === 0) return { ...NO_SAY, reason: 'no hook matches', basis: 'not-reached' };
      const deciding = matching.filter((hook) => !hook.runsAsync);
      if (options.dry === true) {
        const reason = 'a hook matches; it was not run (--allow-exec runs the hooks of a settings file)';
        return { ...NO_SAY, reason, rules: matching.map((hook) => hook.command), basis: 'not-started' };
      }
      const host = await open();
      if ('problem' in host)
        return { ...NO_SAY, outcome: 'error', reason: host.problem, basis: 'not-started', failedOpen: true };
      if (deciding.length > 0) return run(host, deciding, request, interactive, options, signal);
      const unheard = await run(host, matching, request, interactive, options, signal);
      const said = unheard.outcome === 'deny' || unheard.outcome === 'ask' ? unheard : undefined;
      const reason =
        said === undefined
          ? 'only an async hook matches: it can decide nothing'
          : `async hook answers ${said.outcome}, which decides nothing: ${said.reason}`;
      return { ...NO_SAY, reason, rules: unheard.rules, basis: 'answer' };
    },
    rewritten: (event) => rewrittenFields(event, options.hooks),
    async close() {
      const host = await opened;
      if (host === undefined || 'problem' in host) return;
      await host.driver.close();
      host.workspace.remove();
    },
  };
}

type Opened =
  | { readonly driver: HookDriver; readonly workspace: Workspace; mark: string }
  | { readonly problem: string };

async function start(theCase: Case, options: HookGateOptions): Promise<Opened> {
  const recordedProject = theCase.ids.cwds[0];
  const workspace = new Workspace({
    evidence: options.evidence,
    ...(options.project === undefined ? {} : { projectCopy: options.project }),
    ...(recordedProject === undefined ? {} : { recordedProject }),
    ...(options.tempFolder === undefined ? {} : { tempFolder: options.tempFolder }),
  });
  try {
    const driver = await startDriver({ workspace: workspace.root, allowNetwork: options.allowNetwork });
    return { driver, workspace, mark: workspace.stateMark() };
  } catch (error) {
    workspace.remove();
    if (error instanceof NoIsolation) return { problem: error.message };
    throw error;
  }
}

function concerns(hook: HookCommand, request: GateRequest, theCase: Case): boolean {
  if (!hookMatches(hook.matcher, request.payload)) return false;
  const call = callOf(request.payload);
  if (hook.condition === undefined || call === undefined) return true;
  const rule = parseRule('deny', hook.condition);
  const project = theCase.ids.cwds[0];
  return (
    !isProblem(rule) &&
    ruleMatches(rule, call, {
      folders: { ...(project === undefined ? {} : { project }), ...(call.cwd === undefined ? {} : { cwd: call.cwd }) },
      split: splitCommand,
    })
  );
}

async function run(
  host: Exclude<Opened, { problem: string }>,
  hooks: readonly HookCommand[],
  request: GateRequest,
  interactive: boolean,
  options: HookGateOptions,
  signal: AbortSignal,
): Promise<Decision> {
  const { driver, workspace } = host;
  const payload = mapPayload(request, workspace);
  const stdin = JSON.stringify(payload);
  const cwd = typeof payload.cwd === 'string' ? payload.cwd : workspace.project;
  const env = {
    PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
    HOME: workspace.home,
    TMPDIR: workspace.temp,
    LANG: 'C.UTF-8',
    SHELL: '/bin/sh',
    ...hostVariables(request.rebuilt, workspace.project, interactive),
  };
  const answers = await Promise.all(
    hooks.map(async (hook): Promise<NamedAnswer> => {
      const result = await driver.run(
        {
          command: hook.command,
          ...(hook.args === undefined ? {} : { args: hook.args }),
          cwd,
          env,
          stdin,
          timeoutMs: Math.min(hook.timeoutMs ?? DEFAULT_TIMEOUT_MS, options.timeoutMs ?? Number.MAX_SAFE_INTEGER),
        },
        signal,
      );
      return { hook: hook.command, answer: readAnswer(request.rebuilt.hookEvent, result) };
    }),
  );
  const facts = { headless: !interactive, defers: profileFor(request.rebuilt.version).hookDefer };
  const decision = combine(request.rebuilt.hookEvent, answers, facts);
  const mark = workspace.stateMark();
  const stateSet = mark !== host.mark;
  host.mark = mark;
  return backToRecorded(decision, workspace, stateSet);
}

/** The main file and the agent's own, as the host had written them when it asked; folders and paths as they are in the workspace. */
function mapPayload(request: GateRequest, workspace: Workspace): JsonObject {
  const { payload, rebuilt } = request;
  const mapped: JsonObject = { ...payload };
  const cwd = stringAt(payload, 'cwd');
  if (cwd !== undefined) mapped.cwd = workspace.folder(cwd);
  for (const [field, prefix] of [
    ['transcript_path', rebuilt.transcripts?.main],
    ['agent_transcript_path', rebuilt.transcripts?.agent],
  ] as const) {
    const path = stringAt(payload, field);
    if (path !== undefined) mapped[field] = workspace.transcript(path, prefix?.artefact, prefix?.byteEnd ?? 0);
  }
  return mapped;
}

function backToRecorded(decision: Decision, workspace: Workspace, stateSet: boolean): Decision {
  const updatedInput = isObject(decision.updatedInput) ? workspace.mapBack(decision.updatedInput) : undefined;
  return {
    ...decision,
    reason: workspace.mapBack(decision.reason),
    rules: stateSet ? [...decision.rules, STATE_SET] : decision.rules,
    ...(updatedInput === undefined ? {} : { updatedInput }),
    ...(decision.message === undefined ? {} : { message: workspace.mapBack(decision.message) }),
  };
}

function rewrittenFields({ payload, hookEvent }: RebuiltEvent, hooks: readonly HookCommand[]): string[] {
  if (!hooks.some((hook) => hook.event === hookEvent)) return [];
  const fields = ['transcript_path', 'agent_transcript_path', 'cwd'].filter((field) => payload[field] !== undefined);
  return [...fields, 'CLAUDE_PROJECT_DIR'];
}
