import { isObject, type JsonValue } from '../../base/json.ts';
import { nearestName } from '../../base/nearest.ts';
import { readYaml } from '../../base/yaml.ts';
import { type WorldManifest, worldManifestErrors } from '../../result/schema/policy.ts';
import { folderGlob, patternError } from './file.ts';
import { DEFAULT_POLICY, NO_CALLS, type TrustPolicy } from './policy.ts';

export interface ParsedWorld {
  readonly policy?: TrustPolicy;
  /** `line` is 1-based; absent where the file's text was not given. */
  readonly errors: readonly { readonly path: string; readonly message: string; readonly line?: number }[];
  /** Patterns that are no expression we can run, and are searched as plain words; keys that are nearly known. */
  readonly notes: readonly string[];
}

/**
 * Reads the manifest of the world-gate hook (`cc-world.json`). It names all there is: nothing of the default policy is added, and
 * a shell command counts only by the manifest's patterns.
 */
export function parseWorldManifest(json: JsonValue, text?: string): ParsedWorld {
  const file = text === undefined ? undefined : readYaml(text);
  const lineOf = (path: readonly (string | number)[]) =>
    file === undefined || file.error !== undefined ? undefined : file.lineOf(path);
  const errors = worldManifestErrors(json).map((error) => {
    const line = lineOf(error.path);
    return {
      path: error.path.join('.') || '(whole file)',
      message: error.message,
      ...(line === undefined ? {} : { line }),
    };
  });
  if (errors.length > 0) return { errors, notes: [] };
  const world = json as unknown as WorldManifest;
  const notes = nearlyKnown(json, lineOf);
  const patterns = (sources: readonly string[] | undefined, where: string): string[] =>
    (sources ?? []).map((source) => {
      const reason = patternError(source);
      if (reason === undefined) return source;
      notes.push(`${where}: '${source}' ${reason}; searched as plain text`);
      return source.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
    });
  return {
    errors,
    notes,
    policy: {
      ...DEFAULT_POLICY,
      name: 'cc-world.json',
      sources: {
        tools: world.taint_sources?.tools ?? [],
        readPaths: (world.taint_sources?.read_paths ?? []).map(folderGlob),
        bashPatterns: [],
        bashEffects: false,
      },
      sinks: {
        egress: {
          tools: world.egress?.tools ?? [],
          bashPatterns: patterns(world.egress?.bash_patterns, 'egress.bash_patterns'),
          bashEffects: false,
        },
        exec: NO_CALLS,
        write: NO_CALLS,
        permission: NO_CALLS,
        publish: NO_CALLS,
      },
      ask: {
        tools: world.ask?.tools ?? [],
        bashPatterns: patterns(world.ask?.bash_patterns, 'ask.bash_patterns'),
        bashEffects: false,
      },
      pins: (world.trust_pins ?? []).map((pin) => ({ ...pin, reason: pin.reason ?? 'no reason given' })),
      projectedTools: world.projected_tools ?? [],
    },
  };
}

const MEMBERS: Readonly<Record<string, readonly string[]>> = {
  '': ['projected_tools', 'taint_sources', 'egress', 'ask', 'trust_pins'],
  taint_sources: ['tools', 'read_paths'],
  egress: ['tools', 'bash_patterns'],
  ask: ['tools', 'bash_patterns'],
};

/** Keys of another program are left alone; one that is nearly ours is a slip of the hand, and has no effect. */
function nearlyKnown(json: JsonValue, lineOf: (path: readonly string[]) => number | undefined): string[] {
  const notes: string[] = [];
  for (const [within, known] of Object.entries(MEMBERS)) {
    const part = within === '' ? json : isObject(json) ? json[within] : undefined;
    if (!isObject(part)) continue;
    for (const key of Object.keys(part)) {
      const near = known.includes(key) ? undefined : nearestName(key, known);
      if (near === undefined) continue;
      const path = within === '' ? [key] : [within, key];
      const line = lineOf(path);
      const place = line === undefined ? '' : `line ${line}: `;
      notes.push(`${place}'${path.join('.')}' is unknown and has no effect; did you mean '${near}'?`);
    }
  }
  return notes;
}
