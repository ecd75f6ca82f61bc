import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseSketch, SketchSyntaxError, sketch } from '../../wire/sketch.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';

/** Writes the transcripts of a sketch file below a folder. */
export const run: Run = async ({ operands, settings, io, out }) => {
  const source = resolve(io.cwd, operands[0]!);
  const target = settings.into;
  if (target === undefined)
    throw new Complaint('no folder to write to', { hint: `aftertaint sketch ${operands[0]} -o folder` });
  const folder = resolve(io.cwd, target);
  if (settings.force !== true && existsSync(folder) && readdirSync(folder).length > 0)
    throw new Complaint(`${target} is not empty`, { hint: 'name a new folder, or add --force' });
  const { files } = built(source, operands[0]!);
  for (const { path, bytes } of files) {
    const to = join(folder, path);
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, bytes);
    await out.write(`${join(target, path)}\n`);
  }
  return [];
};

function built(source: string, name: string) {
  let text: string;
  try {
    text = readFileSync(source, 'utf8');
  } catch (error) {
    throw new Complaint(`${name} cannot be read: ${(error as Error).message}`, { hint: 'name a sketch file' });
  }
  try {
    const { config, script } = parseSketch(text);
    return sketch(config, script);
  } catch (error) {
    if (error instanceof SketchSyntaxError)
      throw new Complaint(`${name}, ${error.message}`, { hint: 'see the text format in CONTRIBUTING.md' });
    throw error;
  }
}
