import type { JsonObject } from '../base/json.ts';
import { type AgentSketch, type Sketch, type SketchConfig, type SketchFile, sketch } from '../wire/sketch.ts';

/** What is handed in about gates besides the transcript, as files that people have. */
export interface GateFixture {
  /** A Claude Code settings.json. Its rules answer; its hooks are run only where scripts are given. */
  readonly settings?: JsonObject;
  /** Hook programs by name, below `.claude/hooks/` of the project. */
  readonly scripts?: Readonly<Record<string, string>>;
  /** Agent definitions by name: the text of `.claude/agents/<name>.md`. */
  readonly definitions?: Readonly<Record<string, string>>;
  /** A hook log: how the hook of the time ended before each call of these tools. */
  readonly logged?: readonly {
    readonly tool: string;
    readonly exitCode: number;
    readonly stdout?: string;
    readonly stderr?: string;
  }[];
}

/** One small transcript that shows what a detector is for, or what it must leave alone. Read by people, by tests and by `detectors <id>`. */
export interface Example {
  readonly name: string;
  readonly gate?: GateFixture;
  draw(): readonly SketchFile[];
}

/** A near miss. A random other text would prove nothing: `because` says what keeps it from being one. */
export interface NearMiss extends Example {
  readonly because: string;
}

export interface Examples {
  readonly detector: string;
  readonly fires: readonly Example[];
  readonly silent: readonly NearMiss[];
}

type Script = (main: AgentSketch) => unknown;

export function fires(name: string, script: Script, config: SketchConfig = {}): Example {
  return { name, draw: () => drawn(name, script, config).files };
}

export function silent(name: string, because: string, script: Script, config: SketchConfig = {}): NearMiss {
  return { name, because, draw: () => drawn(name, script, config).files };
}

/** The example with what is known of the gates of the time. */
export function withGate<One extends Example>(gate: GateFixture, example: One): One {
  return { ...example, gate };
}

/** The example with the inbox file of one agent of a team beside its transcripts. */
export function withInbox<One extends Example>(
  team: string,
  owner: string,
  entries: readonly { readonly from: string; readonly text: string; readonly timestamp?: string }[],
  example: One,
): One {
  const file = { path: `teams/${team}/inboxes/${owner}.json`, bytes: Buffer.from(JSON.stringify(entries, null, 2)) };
  return { ...example, draw: () => [...example.draw(), file] };
}

function drawn(name: string, script: Script, config: SketchConfig): Sketch {
  return sketch({ name, startContext: false, cwd: '/home/dev/mill', ...config }, script);
}

/** A child with a brief that asks for work, and its report. `work` is what it does before. */
export function child(
  main: AgentSketch,
  report: string,
  work: (agent: AgentSketch) => unknown = () => {},
  brief = 'Read src/mill/gear.ts and list what should change in it.',
): AgentSketch {
  return main.spawns({ as: 'helper', description: 'Read the gear module', brief }, (agent) => {
    work(agent);
    agent.says(report);
  });
}

export function reads(
  agent: AgentSketch,
  content = 'export const teeth = 12;',
  path = '/home/dev/mill/src/mill/gear.ts',
): AgentSketch {
  return agent.calls('Read', { file_path: path }, content);
}
