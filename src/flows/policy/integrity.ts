import { globs } from '../../base/glob.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import { CHANNEL_TRUST, LOCAL_TOOLS, READING_TOOLS, SHELL_OUTPUT_TOOLS, SHELL_TOOLS } from '../../hosts/integrity.ts';
import { INTEGRITY_ORDER, type Integrity } from '../model.ts';
import { relativePaths } from './paths.ts';
import { matchesPattern } from './pattern.ts';
import type { TrustPolicy } from './policy.ts';

export interface Trust {
  readonly integrity: Integrity;
  /** Why, as half a sentence: `output of WebFetch`, `read under repos/**: repos/intel.md`. */
  readonly reason: string;
}

const BY_CHANNEL: ReadonlyMap<string, Trust> = new Map(
  CHANNEL_TRUST.map((row) => [row.channel, { integrity: row.integrity, reason: row.why }]),
);
const LOCAL: ReadonlySet<string> = new Set(LOCAL_TOOLS);

/** The trust of a text by its place and the policy: the label it starts with, before any flow into it is known. */
export function integrityOf(text: Text, policy: TrustPolicy, within?: Case): Integrity {
  return trustOf(text, policy, within).integrity;
}

export function trustOf(text: Text, policy: TrustPolicy, within?: Case): Trust {
  const { channel, tool, place } = text.origin;
  if (channel !== 'tool' || tool === undefined) return BY_CHANNEL.get(channel) ?? BY_CHANNEL.get('unknown')!;
  if (place?.startsWith('input:') === true) return BY_CHANNEL.get('model')!;
  if (globs(policy.sources.tools)(tool)) return { integrity: 'outside', reason: `output of ${tool}` };
  const call = callOf(text, within);
  const input: JsonObject = call?.input ?? {};
  if (SHELL_TOOLS.includes(tool)) return shellTrust(stringAt(input, 'command'), policy, call?.cwd, within);
  if (SHELL_OUTPUT_TOOLS.includes(tool)) return BY_CHANNEL.get('tool')!;
  for (const member of READING_TOOLS[tool] ?? []) {
    const path = stringAt(input, member);
    const under = path === undefined ? undefined : outsidePath(path, policy, call?.cwd, within);
    if (under !== undefined) return { integrity: 'outside', reason: `${tool} under ${under}` };
  }
  return LOCAL.has(tool) ? { integrity: 'local', reason: `output of ${tool}` } : BY_CHANNEL.get('tool')!;
}

/** `glob: path` where the path lies under a source glob of the policy, else undefined. */
export function outsidePath(
  path: string,
  policy: TrustPolicy,
  cwd: string | undefined,
  within: Case | undefined,
): string | undefined {
  for (const candidate of relativePaths(path, cwd, within?.ids.cwds ?? [])) {
    for (const glob of policy.sources.readPaths) {
      if (globs([glob])(candidate)) return `${glob}: ${candidate}`;
    }
  }
  return undefined;
}

function shellTrust(
  command: string | undefined,
  policy: TrustPolicy,
  _cwd: string | undefined,
  _within: Case | undefined,
): Trust {
  if (command === undefined) return BY_CHANNEL.get('tool')!;
  const hit = policy.sources.bashPatterns.find((pattern) => matchesPattern(pattern, command));
  if (hit !== undefined) return { integrity: 'outside', reason: `output of a command that matches ${hit}` };
  if (policy.sources.bashEffects && /(^|[\s|;&(`])(curl|wget|gh|ssh|nc)\s/.test(command)) {
    return { integrity: 'outside', reason: 'output of a network command' };
  }
  return { integrity: 'local', reason: 'output of a local command' };
}

const calls = new WeakMap<Case, ReadonlyMap<string, EventOf<'tool-call'>>>();

/** The tool call behind a tool text, by its tool-use id. Indexed once per case. */
export function callOf(text: Text, within: Case | undefined): EventOf<'tool-call'> | undefined {
  const id = text.origin.toolUseId;
  if (within === undefined || id === undefined) return undefined;
  return callsOf(within).get(id);
}

export function callsOf(within: Case): ReadonlyMap<string, EventOf<'tool-call'>> {
  let index = calls.get(within);
  if (index === undefined) {
    index = new Map(
      within.timeline
        .filter((event): event is EventOf<'tool-call'> => event.kind === 'tool-call')
        .map((event) => [event.toolUseId, event]),
    );
    calls.set(within, index);
  }
  return index;
}

export function isBelow(a: Integrity, b: Integrity): boolean {
  return INTEGRITY_ORDER.indexOf(a) > INTEGRITY_ORDER.indexOf(b);
}
