import { globs } from '../../base/glob.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import { CHANNEL_TRUST, LOCAL_TOOLS, READING_TOOLS, SHELL_OUTPUT_TOOLS, SHELL_TOOLS } from '../../hosts/integrity.ts';
import { commandEffects, type OutsideRead } from '../bash/effects.ts';
import { hostOf } from '../hosts.ts';
import type { Integrity } from '../model.ts';
import { callOf, callsOf } from './calls.ts';
import { relativePaths, resolvePath } from './paths.ts';
import { matchesPattern } from './pattern.ts';
import { pinFor } from './pins.ts';
import type { TrustPolicy } from './policy.ts';
import { lastWriteTo } from './written.ts';

export interface Trust {
  readonly integrity: Integrity;
  /** Why, as half a sentence: `output of WebFetch`, `read under repos/**: repos/intel.md`. */
  readonly reason: string;
}

const BY_CHANNEL: ReadonlyMap<string, Trust> = new Map(
  CHANNEL_TRUST.map((row) => [row.channel, { integrity: row.integrity, reason: row.why }]),
);
const LOCAL: ReadonlySet<string> = new Set(LOCAL_TOOLS);
const byChannel = (channel: string): Trust => BY_CHANNEL.get(channel) ?? BY_CHANNEL.get('unknown')!;

/** The trust of a text by its place and the policy: the label it starts with, before any flow into it is known. */
export function integrityOf(text: Text, policy: TrustPolicy, within?: Case): Integrity {
  return trustOf(text, policy, within).integrity;
}

export function trustOf(text: Text, policy: TrustPolicy, within?: Case): Trust {
  const { channel, tool, place } = text.origin;
  if (channel === 'injected' || channel === 'memory') return broughtIn(text, policy, within) ?? byChannel(channel);
  if (channel !== 'tool' || tool === undefined) return byChannel(channel);
  if (place?.startsWith('input:') === true) return byChannel('model');
  const call = callOf(text, within);
  const input: JsonObject = call?.input ?? {};
  if (globs(policy.sources.tools)(tool) && !globs(policy.trustedTools)(tool)) {
    const url = stringAt(input, 'url');
    if (url !== undefined && isTrustedHost(url, policy))
      return { integrity: 'local', reason: `answer of a trusted host` };
    return { integrity: 'outside', reason: `output of ${tool}` };
  }
  if (SHELL_TOOLS.includes(tool)) return shellTrust(stringAt(input, 'command'), policy, call, within);
  if (SHELL_OUTPUT_TOOLS.includes(tool)) return laterOutputTrust(input, policy, within);
  for (const member of READING_TOOLS[tool] ?? []) {
    const path = stringAt(input, member);
    if (path === undefined) continue;
    const trust = fileTrust(path, tool, policy, call, within);
    if (trust !== undefined) return trust;
  }
  const listed = tool === 'Grep' ? listedPath(text.value, policy) : undefined;
  if (listed !== undefined) return { integrity: 'outside', reason: `${tool} shows files under ${listed}` };
  return LOCAL.has(tool) ? { integrity: 'local', reason: `output of ${tool}` } : byChannel('tool');
}

/** An instruction file of a tree that a command of this very case fetched is the word of whoever keeps that tree. */
function broughtIn(text: Text, policy: TrustPolicy, within: Case | undefined): Trust | undefined {
  const { path } = text.origin;
  const event = within?.event(text.event);
  if (path === undefined || within === undefined || event === undefined || !policy.sources.bashEffects)
    return undefined;
  const last = lastWriteTo(resolvePath(path, event.cwd), event.order, within);
  return last?.outside === true
    ? { integrity: 'outside', reason: 'an instruction file that came with what a command of this case downloaded' }
    : undefined;
}

/** `glob: path` where the path lies under a source glob of the policy, else undefined. */
export function outsidePath(
  path: string,
  policy: TrustPolicy,
  cwd: string | undefined,
  within: Case | undefined,
): string | undefined {
  if (policy.sources.readPaths.length === 0) return undefined;
  for (const candidate of relativePaths(path, cwd, within?.ids.cwds ?? [])) {
    for (const glob of policy.sources.readPaths) {
      if (globs([glob])(candidate)) return `${glob}: ${candidate}`;
    }
  }
  return undefined;
}

export function isTrustedHost(url: string, policy: TrustPolicy): boolean {
  if (policy.trustedHosts.length === 0) return false;
  const host = hostOf(url)?.host;
  return (
    host !== undefined &&
    policy.trustedHosts.some((name) => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
  );
}

/** Search results name the file in front of each line: one line from below a source glob makes the answer outside text. */
function listedPath(value: string, policy: TrustPolicy): string | undefined {
  for (const glob of policy.sources.readPaths) {
    const folder = /^([^*?[{]+\/)\*\*$/.exec(glob)?.[1];
    if (folder !== undefined && (value.startsWith(folder) || value.includes(`\n${folder}`))) return glob;
  }
  return undefined;
}

/**
 * A file below a source glob, one that a command of the case downloaded, or one that an agent of the case wrote: a place stops
 * being trusted once an agent was seen writing there.
 */
function fileTrust(
  path: string,
  tool: string,
  policy: TrustPolicy,
  call: EventOf<'tool-call'> | undefined,
  within: Case | undefined,
): Trust | undefined {
  const under = outsidePath(path, policy, call?.cwd, within);
  const pin = call === undefined || within === undefined ? undefined : pinFor(call, policy, within);
  if (pin?.holds === true) return { integrity: 'local', reason: `${tool} of a pinned file: ${pin.pin.reason}` };
  const loose = pin === undefined ? '' : `; pinned, but ${pin.why}`;
  if (under !== undefined) return { integrity: 'outside', reason: `${tool} under ${under}${loose}` };
  if (within === undefined || call === undefined) return undefined;
  const spilled = /\/tool-results\/(toolu_\w+)/.exec(path)?.[1];
  const origin = spilled === undefined ? undefined : callsOf(within).get(spilled);
  if (origin !== undefined && globs(policy.sources.tools)(origin.toolName)) {
    return { integrity: 'outside', reason: `the whole output of ${origin.toolName}, kept in a file` };
  }
  let last = lastWriteTo(resolvePath(path, call.cwd), call.order, within);
  for (let hops = 0; last !== undefined && hops < 8; hops++) {
    if (last.outside && policy.sources.bashEffects)
      return { integrity: 'outside', reason: `${tool} of a file that a command of this case downloaded` };
    const source = last.from
      .map((from) => outsidePath(from, policy, undefined, within))
      .find((one) => one !== undefined);
    if (source !== undefined) return { integrity: 'outside', reason: `${tool} of a copy of ${source}` };
    const next = last.from.length === 0 ? undefined : lastWriteTo(last.from[0]!, last.order, within);
    if (next === undefined) return { integrity: 'model', reason: `${tool} of a file that an agent of this case wrote` };
    last = next;
  }
  return undefined;
}

function shellTrust(
  command: string | undefined,
  policy: TrustPolicy,
  call: EventOf<'tool-call'> | undefined,
  within: Case | undefined,
): Trust {
  if (command === undefined) return byChannel('tool');
  const hit = policy.sources.bashPatterns.find((pattern) => matchesPattern(pattern, command));
  if (hit !== undefined) return { integrity: 'outside', reason: `output of a command that matches ${hit}` };
  const { output } = commandEffects(command, call?.cwd);
  if (policy.sources.bashEffects) {
    const read = output.outside.find((one) => !isTrusted(one, policy));
    if (read !== undefined) return { integrity: 'outside', reason: `output of ${read.tool}` };
  }
  let worst: Trust | undefined;
  for (const file of output.files) {
    const trust = fileTrust(file, 'a command that reads', policy, call, within);
    if (trust?.integrity === 'outside') return trust;
    worst ??= trust;
  }
  if (worst !== undefined) return worst;
  return output.unknown
    ? { integrity: 'tool', reason: 'output of a command whose doing is not in its text' }
    : { integrity: 'local', reason: 'output of a local command' };
}

function isTrusted(read: OutsideRead, policy: TrustPolicy): boolean {
  return read.host !== undefined && isTrustedHost(read.host, policy);
}

/** Output that is fetched later belongs to the command that was started in the background under that id. */
function laterOutputTrust(input: JsonObject, policy: TrustPolicy, within: Case | undefined): Trust {
  const id = stringAt(input, 'bash_id') ?? stringAt(input, 'shell_id') ?? stringAt(input, 'task_id');
  if (within === undefined || id === undefined) return byChannel('tool');
  const started = backgroundCalls(within).get(id);
  if (started === undefined) return byChannel('tool');
  return shellTrust(stringAt(started.input, 'command'), policy, started, within);
}

const background = new WeakMap<Case, ReadonlyMap<string, EventOf<'tool-call'>>>();

/** Shell calls by the id of the background task they started, which the result's text names. */
function backgroundCalls(within: Case): ReadonlyMap<string, EventOf<'tool-call'>> {
  let index = background.get(within);
  if (index === undefined) {
    const found = new Map<string, EventOf<'tool-call'>>();
    for (const event of within.timeline) {
      if (event.kind !== 'tool-result' || !SHELL_TOOLS.includes(event.toolName ?? '')) continue;
      const id = /background with ID: (\w+)/.exec(event.texts[0]?.value.slice(0, 400) ?? '')?.[1];
      const call = id === undefined ? undefined : callsOf(within).get(event.toolUseId);
      if (call !== undefined) found.set(id!, call);
    }
    index = found;
    background.set(within, index);
  }
  return index;
}
