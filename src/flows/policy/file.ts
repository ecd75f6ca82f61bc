import { nearestName } from '../../base/nearest.ts';
import { compilePattern, PatternError } from '../../base/pattern.ts';
import { readYaml, type YamlFile } from '../../base/yaml.ts';
import { type PolicyFile, policyFileErrors } from '../../result/schema/policy.ts';
import { type CallRules, DEFAULT_POLICY, NO_CALLS, PUBLISHED_POLICY, SINK_KINDS, type TrustPolicy } from './policy.ts';

export interface PolicyError {
  /** 1-based line of the policy file. */
  readonly line: number;
  readonly message: string;
}

export interface ParsedPolicy {
  /** Absent where there is an error: a policy that was half understood decides nothing. */
  readonly policy?: TrustPolicy;
  readonly errors: readonly PolicyError[];
}

const NOTHING: TrustPolicy = {
  ...DEFAULT_POLICY,
  name: 'none',
  sources: { ...NO_CALLS, readPaths: [] },
  sinks: { egress: NO_CALLS, exec: NO_CALLS, write: NO_CALLS, permission: NO_CALLS, publish: NO_CALLS },
};
const BASES: Readonly<Record<string, TrustPolicy>> = {
  default: DEFAULT_POLICY,
  published: PUBLISHED_POLICY,
  none: NOTHING,
};

/** Reads `aftertaint.policy.yaml` (JSON is YAML too). Errors name the line, and the nearest known key where one is unknown. */
export function parsePolicyYaml(text: string): ParsedPolicy {
  const document = readYaml(text);
  if (document.error !== undefined) return { errors: [document.error] };
  if (document.value === null || document.value === undefined) return { policy: DEFAULT_POLICY, errors: [] };
  const errors: PolicyError[] = policyFileErrors(document.value).map((error) => {
    const line = document.lineOf(error.path);
    if (error.unknownKey === undefined)
      return { line, message: `${error.path.join('.') || 'the policy'} ${error.message}` };
    const near = nearestName(error.unknownKey, error.knownKeys ?? []);
    const known = `known here: ${(error.knownKeys ?? []).join(', ')}`;
    return {
      line,
      message: `unknown key '${error.path.join('.')}'; ${near === undefined ? known : `did you mean '${near}'?`}`,
    };
  });
  if (errors.length > 0) return { errors };
  const file = document.value as PolicyFile;
  errors.push(...patternErrors(file, document));
  return errors.length > 0 ? { errors } : { policy: build(file), errors };
}

function build(file: PolicyFile): TrustPolicy {
  const base = BASES[file.extends ?? 'default']!;
  const sinks = Object.fromEntries(SINK_KINDS.map((kind) => [kind, calls(base.sinks[kind], file.sinks?.[kind])]));
  return {
    name: file.name ?? (file.extends === undefined ? 'policy file' : `policy file on ${file.extends}`),
    sources: {
      tools: [...base.sources.tools, ...(file.sources?.tools ?? [])],
      readPaths: [...base.sources.readPaths, ...(file.sources?.read_paths ?? []).map(folderGlob)],
      bashPatterns: [...base.sources.bashPatterns, ...(file.sources?.bash_patterns ?? [])],
      bashEffects: file.sources?.bash_effects ?? base.sources.bashEffects,
    },
    sinks: sinks as TrustPolicy['sinks'],
    ask: calls(base.ask, file.ask),
    pins: [...base.pins, ...(file.trust_pins ?? [])],
    projectedTools: [...base.projectedTools, ...(file.projected_tools ?? [])],
    capabilities: [
      ...base.capabilities,
      ...(file.capabilities ?? []).map((one) => ({
        agents: one.agents,
        denyAfterOutside: one.deny_after_outside,
        reason: one.reason ?? 'capability of the policy file',
      })),
    ],
    trustedTools: [...base.trustedTools, ...(file.trusted?.tools ?? [])],
    trustedHosts: [...base.trustedHosts, ...(file.trusted?.hosts ?? [])],
    secrets: {
      paths: [...base.secrets.paths, ...(file.secrets?.paths ?? [])],
      patterns: { ...base.secrets.patterns, ...(file.secrets?.patterns ?? {}) },
    },
  };
}

function calls(
  base: CallRules,
  added: { readonly tools?: string[]; readonly bash_patterns?: string[]; readonly bash_effects?: boolean } | undefined,
): CallRules {
  if (added === undefined) return base;
  return {
    tools: [...base.tools, ...(added.tools ?? [])],
    bashPatterns: [...base.bashPatterns, ...(added.bash_patterns ?? [])],
    bashEffects: added.bash_effects ?? base.bashEffects,
  };
}

/** A folder with its slash means everything below it. */
export function folderGlob(glob: string): string {
  return glob.endsWith('/') ? `${glob}**` : glob.replace(/^\.\//, '');
}

function patternErrors(file: PolicyFile, document: YamlFile): PolicyError[] {
  const places: [readonly (string | number)[], readonly string[]][] = [
    [['sources', 'bash_patterns'], file.sources?.bash_patterns ?? []],
    [['ask', 'bash_patterns'], file.ask?.bash_patterns ?? []],
    ...SINK_KINDS.map(
      (kind) => [['sinks', kind, 'bash_patterns'], file.sinks?.[kind]?.bash_patterns ?? []] as [string[], string[]],
    ),
  ];
  const named = Object.entries(file.secrets?.patterns ?? {}).map(
    ([name, source]) => [['secrets', 'patterns', name], source] as [string[], string],
  );
  return [
    ...places.flatMap(([path, sources]) => sources.map((source, index) => [[...path, index], source] as const)),
    ...named,
  ].flatMap(([path, source]) => {
    const reason = patternError(source);
    return reason === undefined
      ? []
      : [{ line: document.lineOf(path), message: `${path.join('.')}: '${source}' ${reason}` }];
  });
}

/** Why a pattern is refused, or undefined. */
export function patternError(source: string): string | undefined {
  try {
    compilePattern(source);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}
