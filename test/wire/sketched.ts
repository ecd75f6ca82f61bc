import { casesAmong } from '../../src/ingest/find.ts';
import { readCase } from '../../src/ingest/read-case.ts';
import type { CaseInput } from '../../src/wire/input.ts';
import type { Sketch, SketchFile } from '../../src/wire/sketch.ts';

/** Sketched files as ingest would hand them on, without a disk: one input per root session. */
export function inputsOf(files: readonly SketchFile[]): CaseInput[] {
  const found = casesAmong(files.map(({ path, bytes }) => ({ path, place: `/${path}`, location: bytes })));
  return found.sources.map((source) => readCase(source).input);
}

/** The one case of a sketch. */
export function inputOf(one: Sketch): CaseInput {
  const inputs = inputsOf(one.files);
  if (inputs.length !== 1) throw new Error(`${inputs.length} cases in one sketch`);
  return inputs[0]!;
}
