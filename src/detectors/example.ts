import { type AgentSketch, type Sketch, type SketchConfig, type SketchFile, sketch } from '../wire/sketch.ts';

/** One small transcript that shows what a detector is for, or what it must leave alone. Read by people, by tests and by `detectors <id>`. */
export interface Example {
  readonly name: string;
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
