import { type Static, Type } from 'typebox';
import { Errors } from 'typebox/value';

/** The policy file `aftertaint.policy.yaml` and the world manifest `cc-world.json`, as people write them. */

const closed = { additionalProperties: false } as const;
const globs = (description: string) => Type.Optional(Type.Array(Type.String({ minLength: 1 }), { description }));

const Calls = (description: string) =>
  Type.Optional(
    Type.Object(
      {
        tools: globs('tool names, `*` allowed: `mcp__*`'),
        bash_patterns: globs('regular expressions, searched in the shell command; linear-time subset'),
        bash_effects: Type.Optional(
          Type.Boolean({
            description: 'also every shell command that the parser finds to have this effect; default true',
          }),
        ),
      },
      { ...closed, description },
    ),
  );

export const PolicyFile = Type.Object(
  {
    extends: Type.Optional(
      Type.Union([Type.Literal('default'), Type.Literal('published'), Type.Literal('none')], {
        description: 'what the file starts from; lists given here are added to those of the base. Default: default',
      }),
    ),
    name: Type.Optional(Type.String()),
    sources: Type.Optional(
      Type.Object(
        {
          tools: globs('tools whose output is outside text'),
          read_paths: globs(
            'files whose content is outside text; relative globs count from any working directory of the case',
          ),
          bash_patterns: globs('shell commands whose output is outside text'),
          bash_effects: Type.Optional(
            Type.Boolean({ description: 'also the answers that the shell parser finds to come from the network' }),
          ),
        },
        { ...closed, description: 'where outside text comes from' },
      ),
    ),
    sinks: Type.Optional(
      Type.Object(
        {
          egress: Calls('calls that send something out'),
          exec: Calls('calls that run something'),
          write: Calls('calls that write files'),
          permission: Calls('calls that change what is allowed'),
          publish: Calls('calls that publish'),
        },
        { ...closed, description: 'calls that outside text must not steer' },
      ),
    ),
    ask: Calls('calls that a person should be asked about'),
    trusted: Type.Optional(
      Type.Object(
        {
          tools: globs('tools that are no source although a pattern above names them'),
          hosts: globs('hosts whose answers are not outside text; `*.name` for all below'),
        },
        { ...closed, description: 'exceptions from the sources' },
      ),
    ),
    trust_pins: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String({ minLength: 1 }),
            identity: Type.Object(
              {
                kind: Type.Union([Type.Literal('sha256'), Type.Literal('git_commit')]),
                hash: Type.String({ pattern: '^[0-9a-fA-F]{7,64}$' }),
              },
              closed,
            ),
            reason: Type.String({ minLength: 1 }),
          },
          closed,
        ),
        { description: 'files under a source glob that are trusted as long as they are exactly these bytes' },
      ),
    ),
    projected_tools: globs('the only tools that agents of this world are given'),
    capabilities: Type.Optional(
      Type.Array(
        Type.Object(
          {
            agents: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
            deny_after_outside: Type.Array(Type.String({ minLength: 1 }), { minItems: 1 }),
            reason: Type.Optional(Type.String()),
          },
          closed,
        ),
        { description: 'tools that an agent type may not call once it has seen outside text' },
      ),
    ),
    secrets: Type.Optional(
      Type.Object(
        {
          paths: globs('files whose content is secret'),
          patterns: Type.Optional(Type.Record(Type.String(), Type.String())),
        },
        { ...closed, description: 'secrets besides the built-in kinds' },
      ),
    ),
  },
  {
    ...closed,
    $id: 'aftertaint/policy/1',
    title: 'aftertaint policy',
    description: 'Which places are outside, which calls are sinks',
  },
);
export type PolicyFile = Static<typeof PolicyFile>;

const open = { additionalProperties: true } as const;
const strings = Type.Optional(Type.Array(Type.String()));

/** The manifest of the world-gate hook. Unknown members are left alone: the file belongs to another program. */
export const WorldManifest = Type.Object(
  {
    projected_tools: strings,
    taint_sources: Type.Optional(Type.Object({ tools: strings, read_paths: strings }, open)),
    egress: Type.Optional(Type.Object({ tools: strings, bash_patterns: strings }, open)),
    ask: Type.Optional(Type.Object({ tools: strings, bash_patterns: strings }, open)),
    trust_pins: Type.Optional(
      Type.Array(
        Type.Object(
          {
            path: Type.String(),
            identity: Type.Object(
              { kind: Type.Union([Type.Literal('sha256'), Type.Literal('git_commit')]), hash: Type.String() },
              open,
            ),
            reason: Type.Optional(Type.String()),
          },
          open,
        ),
      ),
    ),
  },
  { ...open, $id: 'aftertaint/cc-world/1', title: 'cc-world.json' },
);
export type WorldManifest = Static<typeof WorldManifest>;

export interface ShapeError {
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** The key that no schema knows, and the keys that stand there instead. */
  readonly unknownKey?: string;
  readonly knownKeys?: readonly string[];
}

export function policyFileErrors(value: unknown): ShapeError[] {
  return shapeErrors(PolicyFile, value);
}

export function worldManifestErrors(value: unknown): ShapeError[] {
  return shapeErrors(WorldManifest, value);
}

interface Failure {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly message: string;
  readonly params: { readonly additionalProperties?: readonly string[] };
}

function shapeErrors(schema: typeof PolicyFile | typeof WorldManifest, value: unknown): ShapeError[] {
  const found: ShapeError[] = [];
  for (const failure of Errors(schema, value) as readonly unknown[] as readonly Failure[]) {
    const path = failure.instancePath
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
      .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
    if (failure.keyword === 'additionalProperties') {
      const knownKeys = keysAt(schema, path);
      for (const unknownKey of failure.params.additionalProperties ?? []) {
        found.push({ path: [...path, unknownKey], message: `unknown key '${unknownKey}'`, unknownKey, knownKeys });
      }
    } else if (failure.keyword === 'const') {
      found.push({ path, message: 'is none of the allowed words' });
    } else if (!/^(boolean|not|anyOf)$/.test(failure.keyword)) {
      found.push({ path, message: failure.message });
    }
  }
  const seen = new Set<string>();
  return found.filter((error) => {
    const key = JSON.stringify([error.path, error.message]);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The keys that a schema knows at a path of an instance. */
function keysAt(schema: object, path: readonly (string | number)[]): string[] {
  let here = schema as { properties?: Record<string, object>; items?: object };
  for (const step of path) {
    here = ((typeof step === 'number' ? here.items : here.properties?.[step]) ?? {}) as typeof here;
  }
  return Object.keys(here.properties ?? {});
}
