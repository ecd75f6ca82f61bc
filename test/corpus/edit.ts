import type { JsonObject } from '../../src/base/json.ts';
import type { AgentSketch, Sketch, SketchFile } from '../../src/wire/sketch.ts';

/** Changes records that are already written: for what no living host writes, e.g. a gateway that drops request ids. */
export function everyRecord(agent: AgentSketch, change: (record: JsonObject) => void): void {
  for (const line of agent.session.lines(agent.path)) if (!(line instanceof Uint8Array)) change(line);
}

/** `message.content` of the record written last, where it is plain text. */
export function lastText(agent: AgentSketch): string {
  const record = agent.session.lines(agent.path).findLast((line) => !(line instanceof Uint8Array)) as JsonObject;
  return String((record.message as JsonObject).content);
}

/** Files above a size as `.gz`, so that a case about long lines does not fill the disk. */
export function compressed(one: Sketch, aboveBytes = 1_000_000): readonly SketchFile[] {
  return one.files.map((file) => (file.bytes.length > aboveBytes ? { ...file, path: `${file.path}.gz` } : file));
}
