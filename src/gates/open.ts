import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { JsonValue } from '../base/json.ts';
import type { Case } from '../case/model.ts';
import type { FlowGraph } from '../flows/model.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import { askDestructive } from './builtin/ask-destructive.ts';
import { capability } from './builtin/capability.ts';
import { channelSplit } from './builtin/channel-split.ts';
import { permissionRules } from './builtin/permission-rules.ts';
import { reminderGuard } from './builtin/reminder-guard.ts';
import type { TaintEntry } from './builtin/taint/model.ts';
import { taintFloor } from './builtin/taint-floor.ts';
import type { EvidenceBytes } from './external/evidence.ts';
import { hookGate } from './external/hook-gate.ts';
import { rulesOverHooks } from './external/rules-over-hooks.ts';
import { type HookCommand, type HostSettings, readSettings } from './hooks/settings.ts';
import { type Gate, keepState } from './model.ts';
import type { GateSpec } from './spec.ts';

/** What gates need besides the case: evidence for the transcripts that hooks read, and how far they may go. */
export interface GateContext {
  readonly policy: TrustPolicy;
  /** Needed by channel-split, capability and the taint key `flow`. */
  readonly flows: FlowGraph;
  readonly evidence: EvidenceBytes;
  /** What the sessions that started this one had taken in by then. */
  readonly taintBefore?: readonly TaintEntry[];
  readonly project?: string;
  readonly allowExec: boolean;
  readonly allowNetwork: boolean;
  /** Upper limit for every hook. */
  readonly timeoutMs?: number;
  readonly tempFolder?: string;
}

export interface OpenedGates {
  readonly gates: readonly Gate[];
  /** What a settings file holds that the host would ignore or trip over, and what was not run. */
  readonly notes: readonly string[];
}

/** Gates for one replay of one case: their state lives as long as the replay. @throws where a settings file cannot be read. */
export function openGates(specs: readonly GateSpec[], theCase: Case, context: GateContext): OpenedGates {
  const notes: string[] = [];
  const gates = specs.flatMap((spec) => openGate(spec, theCase, context, notes));
  return { gates, notes };
}

function openGate(spec: GateSpec, theCase: Case, context: GateContext, notes: string[]): Gate[] {
  switch (spec.kind) {
    case 'taint-floor': {
      const shared = {
        flows: context.flows,
        ...(context.taintBefore === undefined ? {} : { before: context.taintBefore }),
      };
      return [named(spec.policy, keepState(taintFloor(theCase, { policy: context.policy, ...spec, ...shared })))];
    }
    case 'reminder-guard':
      return [keepState(reminderGuard(theCase, spec.mode))];
    case 'channel-split':
      return [keepState(channelSplit(theCase, { flows: context.flows, mode: spec.mode }))];
    case 'capability':
      return [
        named(
          spec.policy,
          keepState(capability(theCase, { flows: context.flows, policy: spec.policy ?? context.policy })),
        ),
      ];
    case 'ask-destructive':
      return [keepState(askDestructive())];
    case 'hook':
      return [hookGate(theCase, { ...hookOptions(context), id: `hook:${spec.command}`, hooks: hooksOf(spec) })];
    case 'settings':
      return fromSettings(spec.path, theCase, context, notes);
  }
}

function named(policy: TrustPolicy | undefined, gate: Gate): Gate {
  return policy === undefined ? gate : { ...gate, policy: policy.name };
}

function fromSettings(path: string, theCase: Case, context: GateContext, notes: string[]): Gate[] {
  const settings = loadSettings(path);
  const name = basename(path);
  for (const { pointer, problem } of settings.problems) notes.push(`${name}${pointer}: ${problem}`);
  const gates: Gate[] = [keepState(permissionRules(theCase, settings))];
  if (settings.hooks.length === 0) return gates;
  if (!context.allowExec) notes.push(`${name}: ${settings.hooks.length} hooks were not run; --allow-exec runs them`);
  const hooks = hookGate(theCase, {
    ...hookOptions(context),
    id: `settings:${name}`,
    hooks: settings.hooks,
    dry: !context.allowExec,
  });
  return [...gates, rulesOverHooks(hooks, theCase, settings)];
}

export function loadSettings(path: string): HostSettings {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`settings file ${path} cannot be read: ${(error as Error).message}`);
  }
  try {
    return readSettings(JSON.parse(text) as JsonValue);
  } catch (error) {
    throw new Error(`settings file ${path} is no valid JSON: ${(error as Error).message}`);
  }
}

function hooksOf(spec: Extract<GateSpec, { kind: 'hook' }>): HookCommand[] {
  return spec.events.map((event) => ({ event, matcher: spec.matcher, command: spec.command, runsAsync: false }));
}

function hookOptions(context: GateContext) {
  return {
    evidence: context.evidence,
    allowNetwork: context.allowNetwork,
    ...(context.timeoutMs === undefined ? {} : { timeoutMs: context.timeoutMs }),
    ...(context.project === undefined ? {} : { project: context.project }),
    ...(context.tempFolder === undefined ? {} : { tempFolder: context.tempFolder }),
  };
}
