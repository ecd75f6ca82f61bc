import { globs } from '../../base/glob.ts';
import { stringAt } from '../../base/json.ts';
import type { Case, EventOf } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import type { Effect } from '../../flows/effects/model.ts';
import { humanTexts, requestOf } from '../../flows/effects/request.ts';
import { cleanPath, resolvePath } from '../../flows/policy/paths.ts';
import { SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';
import type { JudgedCall } from '../gate/calls.ts';

/** A file that a call changes or takes away. */
export interface Touched {
  readonly path: string;
  readonly how: 'written' | 'deleted';
}

/** Absolute where the call says where it stands. Only calls that ran touch anything. */
export function touchedBy({ call, fate }: JudgedCall): readonly Touched[] {
  if (fate !== 'ran') return [];
  const found: Touched[] = [];
  for (const member of WRITING_TOOLS[call.toolName] ?? []) {
    const path = stringAt(call.input, member);
    if (path !== undefined) found.push({ path: resolvePath(path, call.cwd), how: 'written' });
  }
  const command = SHELL_TOOLS.includes(call.toolName) ? stringAt(call.input, 'command') : undefined;
  if (command !== undefined) {
    const effects = commandEffects(command, call.cwd);
    for (const { path } of effects.writes) found.push({ path: resolvePath(path, call.cwd), how: 'written' });
    for (const { path } of effects.deletes) found.push({ path: resolvePath(path, call.cwd), how: 'deleted' });
  }
  return found;
}

const anywhere = (list: readonly string[]): ((path: string) => boolean) => {
  const matches = globs(list);
  return (path) => {
    const clean = cleanPath(path);
    return matches(clean.startsWith('/') ? clean.slice(1) : clean);
  };
};

/** Where the host's rules and hooks stand. */
export const isGateSetting = anywhere([
  '**/.claude/settings*.json',
  '**/.claude/hooks/**',
  '**/.claude.json',
  '**/managed-settings.json',
  '**/cc-world.json',
  '**/aftertaint.policy.yaml',
]);

/** What gates keep from one event to the next: sidecars, ledgers, floors. Names as gates in the wild use them. */
export const isGateState = anywhere([
  '**/.claude/state/**',
  '**/.claude/{taint,gate,gates,guard,ledger,world}*/**',
  '**/.{world-gate,taint,taint-state,gate-state,guard-state}/**',
  '**/*{taint,gate-state,guard-state}*.{json,jsonl,db,sqlite,lock}',
]);

/** Transcripts of the host, not the notes that it keeps beside them. [FACTS section 1] */
export function isTranscriptPlace(path: string): boolean {
  const clean = cleanPath(path);
  if (!/(?:^|\/)\.(?:config\/)?claude\/projects(?:\/|$)/.test(clean)) return false;
  return !/\/memory(?:\/|$)/.test(clean);
}

/**
 * Whether a person had this changed: by naming the file or its folder, or by speaking of the thing (`about`) in a text before the call.
 * A word of the thing in a text that forbids it is no request; `requestOf` reads the verbs.
 */
export function askedByPerson(within: Case, effect: Effect, about: RegExp): boolean {
  const before = humanTexts(within).filter(({ order }) => order <= effect.call.order);
  if (!before.some(({ text }) => about.test(text.value))) return requestOf(effect, within, ['grant']).byValue === true;
  const { status } = requestOf(effect, within);
  return status === 'requested' || status === 'delegated';
}

export function effectFor(call: EventOf<'tool-call'>, { path, how }: Touched): Effect {
  return {
    kind: how === 'deleted' ? 'delete' : 'write-inside',
    call,
    values: [path, path.slice(path.lastIndexOf('/') + 1)],
    grave: true,
    summary: `${how} ${path}`,
  };
}
