import { nearestName } from '../base/nearest.ts';
import type { TrustPolicy } from '../flows/policy/policy.ts';
import { GUARD_MODES, type GuardMode, SPLIT_MODES, type SplitMode } from './builtin/modes.ts';
import { TAINT_KEYS, type TaintKey } from './builtin/taint/model.ts';
import { PHASE_OF } from './payload/model.ts';

/** Which gate to ask: as written on the command line, read. Plain data, may cross threads. */
export type GateSpec =
  | { readonly kind: 'taint-floor'; readonly key: TaintKey; readonly failOpen?: boolean; readonly policy?: TrustPolicy }
  | { readonly kind: 'reminder-guard'; readonly mode: GuardMode }
  | { readonly kind: 'channel-split'; readonly mode: SplitMode }
  | { readonly kind: 'capability'; readonly policy?: TrustPolicy }
  | { readonly kind: 'ask-destructive' }
  | { readonly kind: 'settings'; readonly path: string }
  | { readonly kind: 'hook'; readonly command: string; readonly events: readonly string[]; readonly matcher: string };

export const BUILTIN_GATES = [
  'taint-floor',
  'reminder-guard',
  'channel-split',
  'capability',
  'ask-destructive',
  'permission-rules',
] as const;

/** `hook:PreToolUse,PostToolUse[Bash|Task]:command`; without events the program is asked about all. */
const HOOK = new RegExp(
  `^((?:${Object.keys(PHASE_OF).join('|')})(?:,(?:${Object.keys(PHASE_OF).join('|')}))*)(?:\\[([^\\]]*)\\])?:(.+)$`,
  's',
);

/**
 * Reads a gate as written: `taint-floor[:key][:fail-open]`, `reminder-guard[:mode]`, `channel-split[:mode]`, `capability`, `ask-destructive`,
 * `hook:[events[matcher]:]command`, `settings:file`. `keys` are the taint keys to compare; `none` asks nobody.
 * @throws Error in words where it cannot be read.
 */
export function parseGate(text: string, keys: readonly string[] = []): GateSpec[] {
  const colon = text.indexOf(':');
  const [id, rest] = colon === -1 ? [text, ''] : [text.slice(0, colon), text.slice(colon + 1)];
  switch (id) {
    case 'none':
      return [];
    case 'taint-floor': {
      const failOpen = /(?:^|:)fail-open$/.test(rest);
      const named = rest.replace(/(?:^|:)fail-open$/, '');
      const wanted = named !== '' ? [named] : keys.length > 0 ? keys : ['session'];
      return wanted.map((key) => ({
        kind: 'taint-floor',
        key: oneOf(TAINT_KEYS, key, 'taint key'),
        ...(failOpen ? { failOpen } : {}),
      }));
    }
    case 'reminder-guard':
      return [
        { kind: 'reminder-guard', mode: rest === '' ? 'advise' : oneOf(GUARD_MODES, rest, 'mode of reminder-guard') },
      ];
    case 'channel-split':
      return [
        { kind: 'channel-split', mode: rest === '' ? 'evidence' : oneOf(SPLIT_MODES, rest, 'mode of channel-split') },
      ];
    case 'capability':
    case 'ask-destructive':
      return [{ kind: id }];
    case 'settings':
    case 'permission-rules':
      if (rest === '') throw new Error(`'${text}' names no settings file: write settings:<file>`);
      return [{ kind: 'settings', path: rest }];
    case 'hook': {
      const match = HOOK.exec(rest);
      const command = match?.[3] ?? rest;
      if (command.trim() === '') throw new Error(`'${text}' names no command: write hook:<command>`);
      return [
        { kind: 'hook', command, events: match?.[1]?.split(',') ?? Object.keys(PHASE_OF), matcher: match?.[2] ?? '' },
      ];
    }
    default:
      throw new Error(
        `no gate is called '${id}'${close(id)}; there are ${BUILTIN_GATES.join(', ')}, hook:<command> and settings:<file>`,
      );
  }
}

function oneOf<const T extends readonly string[]>(values: T, value: string, what: string): T[number] {
  if (!values.includes(value)) throw new Error(`'${value}' is no ${what}: there are ${values.join(', ')}`);
  return value as T[number];
}

/** The gates that look at a trust policy, under another one: for comparing policies. */
export function underPolicy(specs: readonly GateSpec[], policy: TrustPolicy): GateSpec[] {
  return specs.flatMap((spec): GateSpec[] =>
    spec.kind === 'taint-floor' || spec.kind === 'capability' ? [{ ...spec, policy }] : [],
  );
}

function close(id: string): string {
  const name = nearestName(id, BUILTIN_GATES);
  return name === undefined ? '' : `, did you mean ${name}?`;
}
