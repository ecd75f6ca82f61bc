import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { AnalysisOptions } from '../analysis/options.ts';
import type { ReplayWish } from '../analysis/replay.ts';
import type { JsonValue } from '../base/json.ts';
import { DEFAULT_POLICY, type TrustPolicy } from '../flows/policy/policy.ts';
import type { Call } from './command.ts';
import { Complaint } from './exit.ts';
import type { Wish } from './input.ts';
import { inputOptions } from './input-options.ts';
import type { Settings } from './settings.ts';
import { shardOf } from './shard.ts';

/** Settings → what the analysis is asked for. */
export async function analysisOptions(
  call: Call,
  { parts, focus, gates, payloadsOnly }: Wish,
): Promise<AnalysisOptions> {
  const { settings } = call;
  const replay = await replayWish(settings, gates ?? [], payloadsOnly === true);
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
      ...(settings.maxLine !== undefined && { maxLineBytes: settings.maxLine }),
    },
    ...(settings.shard !== undefined && { shard: shardOf(settings.shard, call.io.env) }),
    jobs: settings.jobs ?? Math.min(availableParallelism(), 8),
  };
}

/** Seconds that a host gives a hook which names no limit of its own. */
const HOOK_SECONDS = 60;

async function replayWish(
  settings: Settings,
  gates: readonly string[],
  payloadsOnly: boolean,
): Promise<ReplayWish | undefined> {
  if (gates.length === 0 && !payloadsOnly) return undefined;
  const { parseGate } = await import('../gates/spec.ts');
  const specs = gates.flatMap((gate) => {
    try {
      return parseGate(gate, settings.taintKey ?? []);
    } catch (error) {
      throw new Complaint(`--gate: ${(error as Error).message}`);
    }
  });
  for (const spec of specs) {
    if (spec.kind !== 'settings') continue;
    const { loadSettings } = await import('../gates/open.ts');
    try {
      loadSettings(spec.path);
    } catch (error) {
      throw new Complaint((error as Error).message, { hint: 'settings:<file> names a Claude Code settings.json' });
    }
  }
  return {
    gates: specs,
    allowExec: settings.allowExec === true,
    allowNetwork: settings.allowNetwork === true,
    timeoutMs: HOOK_SECONDS * 1000,
    ...(settings.timeout !== undefined && { limitMs: settings.timeout * 1000 }),
    ...(settings.project !== undefined && { project: settings.project }),
    ...(settings.tmp !== undefined && { tempFolder: settings.tmp }),
    ...(payloadsOnly && { payloadsOnly }),
  };
}

async function policyOf(call: Call): Promise<TrustPolicy> {
  const named = call.settings.policy;
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
  const { policy, errors, notes } = parseWorldManifest(json);
  if (policy === undefined)
    throw new Complaint(errors.map(({ path, message }) => `${named}: ${path}: ${message}`).join('\n'));
  for (const note of notes) await call.err.write(`aftertaint: ${named}: ${note}\n`);
  return policy;
}
