import { buildCase } from '../../../src/case/build.ts';
import type { Claim } from '../../../src/detectors/claim.ts';
import { DETECTORS } from '../../../src/detectors/index.ts';
import { DEFAULT_POLICY } from '../../../src/flows/policy/policy.ts';
import { traceFlows } from '../../../src/flows/trace.ts';
import { type AgentSketch, sketch, work } from '../../../src/wire/sketch.ts';
import { inputsOf } from '../../wire/sketched.ts';

/** The forgery detectors alone: what other groups say of these sketches is measured elsewhere. */
const FORGERY = DETECTORS.filter((detector) => detector.group === 'forgery');

export interface Scene {
  readonly version?: string;
  /** The child's report. */
  readonly report: string;
  /** The child works before it reports. */
  readonly works?: boolean;
  readonly brief?: string;
  /** The parent's call after the report. */
  readonly act?: { readonly tool: string; readonly input: Record<string, string> };
  /** What the child reads before; the report then carries it. */
  readonly reads?: string;
}

/** A main agent, a child that reports, and what the main agent does then, amid ordinary work. */
export function play(scene: Scene): Claim[] {
  const drawn = sketch(
    { name: 'bench', cwd: '/home/dev/orchard', ...(scene.version === undefined ? {} : { version: scene.version }) },
    (main) => {
      main.user('Have the orchard module looked at and tell me what should change.').does(work(2));
      main.spawns(
        {
          as: 'child',
          description: 'Look at orchard',
          brief: scene.brief ?? 'Look at src/orchard and say what should change.',
        },
        (child: AgentSketch) => {
          if (scene.works !== false) child.does(work(2));
          if (scene.reads !== undefined)
            child.calls('Read', { file_path: '/home/dev/orchard/docs/notes.md' }, scene.reads);
          child.says(scene.report);
        },
      );
      if (scene.act !== undefined) main.says('I do that.').calls(scene.act.tool, scene.act.input, 'done');
      main.does(work(2)).says('That is all for the orchard module.');
    },
  );
  return inputsOf(drawn.files).flatMap((input) => {
    const analysed = buildCase(input);
    const investigation = { case: analysed, flows: traceFlows(analysed, DEFAULT_POLICY) };
    return FORGERY.flatMap((detector) => [...detector.detect(investigation)]);
  });
}

export const isAlarm = (claim: Claim): boolean => claim.severity !== 'info';
