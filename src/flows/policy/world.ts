import type { JsonValue } from '../../base/json.ts';
import { type WorldManifest, worldManifestErrors } from '../../result/schema/policy.ts';
import { folderGlob, patternError } from './file.ts';
import { DEFAULT_POLICY, NO_CALLS, type TrustPolicy } from './policy.ts';

export interface ParsedWorld {
  readonly policy?: TrustPolicy;
  readonly errors: readonly { readonly path: string; readonly message: string }[];
  /** Patterns that are no expression we can run; they are then searched as plain words. */
  readonly notes: readonly string[];
}

/**
 * Reads the manifest of the world-gate hook (`cc-world.json`). It names all there is: nothing of the default policy is added, and
 * a shell command counts only by the manifest's patterns.
 */
export function parseWorldManifest(json: JsonValue): ParsedWorld {
  const errors = worldManifestErrors(json).map((error) => ({
    path: error.path.join('.') || '(whole file)',
    message: error.message,
  }));
  if (errors.length > 0) return { errors, notes: [] };
  const world = json as unknown as WorldManifest;
  const notes: string[] = [];
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
