import { existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import type { AnalysisOptions } from '../analysis/options.ts';
import type { ReplayWish } from '../analysis/replay.ts';
import { isObject, type JsonValue } from '../base/json.ts';
import { DEFAULT_POLICY, type TrustPolicy } from '../flows/policy/policy.ts';
import type { Call } from './command.ts';
import { Complaint } from './exit.ts';
import type { Wish } from './input.ts';
import { inputOptions } from './input-options.ts';
import { shardOf } from './shard.ts';

/** Settings → what the analysis is asked for. */
export async function analysisOptions(
  call: Call,
  { parts, focus, trail, gates, payloadsOnly, gateSummary }: Wish,
): Promise<AnalysisOptions> {
  const { settings } = call;
  const wish = await replayWish(call, gates ?? [], payloadsOnly === true);
  const replay = wish === undefined || gateSummary !== true ? wish : { ...wish, summary: true };
  return {
    find: {
      ...inputOptions(settings),
      ...(settings.session !== undefined && { sessions: settings.session }),
      ...(settings.since !== undefined && { since: settings.since }),
      ...(settings.until !== undefined && { until: settings.until }),
      ...(settings.maxLine !== undefined && { maxLineBytes: settings.maxLine }),
    },
    case: {
      policy: await policyOf(call),
      parts,
      ...(replay !== undefined && { replay }),
      ...(settings.agent !== undefined && { agents: settings.agent }),
      ...(focus !== undefined && { focus }),
      ...(trail !== undefined && { trail }),
      ...(settings.maxLine !== undefined && { maxLineBytes: settings.maxLine }),
    },
    ...(settings.shard !== undefined && { shard: shardOf(settings.shard, call.io.env) }),
    jobs: settings.jobs ?? Math.min(availableParallelism(), 8),
  };
}

/** What to replay, if anything: named gates, and what is handed in about gates even where none is asked. */
async function replayWish(
  call: Call,
  gates: readonly string[],
  payloadsOnly: boolean,
): Promise<ReplayWish | undefined> {
  const { settings } = call;
  const about = [settings.hookLog, settings.project, settings.gateState];
  if (gates.length === 0 && !payloadsOnly && about.every((one) => one === undefined)) return undefined;
  const [{ parseGate, underPolicy }, { profilesNamed }] = await Promise.all([
    import('../gates/spec.ts'),
    import('../gates/profile.ts'),
  ]);
  // Beside gates, `--against` takes what else two replays may differ in.
  const other = (kind: string): string[] =>
    gates.flatMap((gate) => (gate.startsWith(`${kind}:`) ? [gate.slice(kind.length + 1)] : []));
  const profiles = [settings.hostProfile ?? 'recorded', ...other('profile')];
  complaining('--host-profile', () => profiles.forEach(profilesNamed));
  const specs = gates
    .filter((gate) => !/^(?:profile|policy|key):/.test(gate))
    .flatMap((gate) => complaining('--gate', () => parseGate(gate, settings.taintKey ?? [])));
  for (const key of other('key')) specs.push(...complaining('--against', () => parseGate(`taint-floor:${key}`)));
  const asked = [...specs];
  for (const name of other('policy')) {
    const policy = await policyNamed(name, call);
    specs.push(...underPolicy(asked, { ...policy, name: policy.name === '' ? name : policy.name }));
  }
  for (const spec of specs) {
    if (spec.kind !== 'settings') continue;
    const { loadSettings } = await import('../gates/open.ts');
    complaining('--gate', () => loadSettings(spec.path), 'settings:<file> names a Claude Code settings.json');
  }
  for (const [flag, path] of [
    ['--hook-log', settings.hookLog],
    ['--project', settings.project],
    ['--gate-state', settings.gateState],
  ] as const) {
    if (path !== undefined && !existsSync(path)) throw new Complaint(`${flag}: ${path} does not exist`);
  }
  const seen = new Set<string>();
  return {
    gates: specs.filter((spec) => !seen.has(JSON.stringify(spec)) && seen.add(JSON.stringify(spec))),
    profiles,
    allowExec: settings.allowExec === true,
    allowNetwork: settings.allowNetwork === true,
    ...(settings.timeout !== undefined && { timeoutMs: settings.timeout * 1000 }),
    ...(settings.project !== undefined && { project: resolve(settings.project) }),
    ...(settings.hookLog !== undefined && { hookLog: resolve(settings.hookLog) }),
    ...(settings.gateState !== undefined && { gateState: resolve(settings.gateState) }),
    ...(settings.tmp !== undefined && { tempFolder: resolve(settings.tmp) }),
    ...(payloadsOnly && { payloadsOnly }),
  };
}

function complaining<T>(flag: string, read: () => T, hint?: string): T {
  try {
    return read();
  } catch (error) {
    throw new Complaint(`${flag}: ${(error as Error).message}`, hint === undefined ? {} : { hint });
  }
}

function policyOf(call: Call): Promise<TrustPolicy> {
  return policyNamed(call.settings.policy, call);
}

async function policyNamed(named: string | undefined, call: Call): Promise<TrustPolicy> {
  if (named === undefined || named === 'default') return DEFAULT_POLICY;
  if (named === 'published') return (await import('../flows/policy/policy.ts')).PUBLISHED_POLICY;
  let text: string;
  try {
    text = readFileSync(named, 'utf8');
  } catch (error) {
    throw new Complaint(`policy ${named}: cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      hint: 'check --policy',
    });
  }
  if (/\.json$/i.test(named)) return worldPolicy(named, text, call);
  const { parsePolicyYaml } = await import('../flows/policy/file.ts');
  const { policy, errors } = parsePolicyYaml(text);
  if (policy === undefined)
    throw new Complaint(errors.map(({ line, message }) => `${named}:${line}: ${message}`).join('\n'));
  return policy;
}

/** A `cc-world.json`; a JSON policy of ours is YAML too and is told apart by its keys. */
async function worldPolicy(named: string, text: string, call: Call): Promise<TrustPolicy> {
  let json: JsonValue;
  try {
    json = JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new Complaint(`${named}: no JSON (${(error as Error).message})`);
  }
  const [{ parseWorldManifest }, { parsePolicyYaml }] = await Promise.all([
    import('../flows/policy/world.ts'),
    import('../flows/policy/file.ts'),
  ]);
  const own = parsePolicyYaml(text);
  if (own.policy !== undefined) return own.policy;
  // With neither of the members that only a manifest has it is a policy of ours with a mistake, not a world of nothing.
  const isWorld = isObject(json) && ('taint_sources' in json || 'egress' in json);
  if (!isWorld) throw new Complaint(own.errors.map(({ line, message }) => `${named}:${line}: ${message}`).join('\n'));
  const { policy, errors, notes } = parseWorldManifest(json, text);
  if (policy === undefined) {
    const place = (line: number | undefined) => (line === undefined ? named : `${named}:${line}`);
    throw new Complaint(errors.map(({ path, message, line }) => `${place(line)}: ${path}: ${message}`).join('\n'));
  }
  for (const note of notes) await call.err.write(`aftertaint: ${named}: ${note}\n`);
  return policy;
}
