/**
 * Small transcripts in readable code, for tests, detectors' examples and the corpus. A sketch is pure: it returns files in memory, in the
 * layout and with the record shapes of the host version it names, with ids and times that never change.
 *
 *   const session = sketch({ version: '2.1.332' }, (main) =>
 *     main
 *       .user('Look at the vendor page, then summarise it.')
 *       .calls('WebFetch', { url: 'https://vendor.example/intel', prompt: 'all' }, 'Prices rise in May.')
 *       .spawns({ brief: 'Summarise: Prices rise in May.', type: 'Explore' }, (child) => child.says('Prices rise.'))
 *       .says('Done: prices rise in May.'),
 *   );
 *   session.files  // [{ path: 'projects/-home-dev-shop/….jsonl', bytes }, …]
 *
 * Rules of the hand: text said before a call belongs to the same reply; a result ends the reply; `endsTurn` ends it by hand. `reply` groups
 * parallel calls. A foreground child's script runs inside its call. A background child's end is told with `notification(key)`.
 */
import { isObject } from '../base/json.ts';
import { AgentSketch } from './sketch/agent.ts';
import { type Line, type SketchConfig, SketchSession } from './sketch/writer.ts';

export { AgentSketch } from './sketch/agent.ts';
export { smallTalk, work } from './sketch/fillers.ts';
export type { Layout } from './sketch/host.ts';
export type { CallResult, HookTrace } from './sketch/results.ts';
export { parseSketch, SketchSyntaxError } from './sketch/text.ts';
export { CURRENT_VERSION, type SketchConfig } from './sketch/writer.ts';

export interface SketchFile {
  /** Under `projects/…` (of a team's inbox `teams/…`), with forward slashes. */
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Sketch {
  readonly sessionId: string;
  readonly rootPath: string;
  /** By path. */
  readonly files: readonly SketchFile[];
  readonly main: AgentSketch;
}

export function sketch(config: SketchConfig, script: (main: AgentSketch) => unknown): Sketch {
  const session = new SketchSession(config);
  const main = new AgentSketch(session, {
    path: session.transcriptPath,
    isSidechain: false,
    cwd: session.cwd,
    nowMs: session.startsAtMs,
  });
  script(main);
  main.finish();
  const files: SketchFile[] = [];
  for (const [path, lines] of session.files)
    if (!session.hidden.has(path)) files.push({ path, bytes: concat(lines.map(lineBytes)) });
  for (const [path, bytes] of session.whole) files.push({ path, bytes });
  files.sort((a, b) => (a.path < b.path ? -1 : 1));
  return { sessionId: session.sessionId, rootPath: session.transcriptPath, files, main };
}

/** Several sessions as one archive. Two files under one path are a mistake of the author. */
export function archive(...sketches: readonly Sketch[]): readonly SketchFile[] {
  const files = sketches.flatMap((one) => one.files);
  const paths = new Set(files.map((file) => file.path));
  if (paths.size !== files.length) throw new Error('two sketches write the same file: give each its own `name`');
  return [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
}

const encoder = new TextEncoder();

function lineBytes(line: Line): Uint8Array {
  return isObject(line) && !(line instanceof Uint8Array)
    ? encoder.encode(`${JSON.stringify(line)}\n`)
    : (line as Uint8Array);
}

function concat(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
