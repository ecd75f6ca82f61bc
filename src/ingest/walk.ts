import { type Dirent, readdirSync, realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { by } from '../base/order.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import type { FailedInput, FoundFile } from './model.ts';

export interface Walked {
  readonly files: FoundFile[];
  readonly warnings: ExtractionWarning[];
  readonly failed: FailedInput[];
}

/**
 * All files under a path that the user named. Links are followed only to places inside that path, so that evidence cannot
 * make us read what lies outside it; a directory is entered once, however many links lead there.
 */
export function walk(argument: string): Walked {
  const walked: Walked = { files: [], warnings: [], failed: [] };
  let real: string;
  let isDirectory: boolean;
  try {
    real = realpathSync(argument);
    isDirectory = statSync(real).isDirectory();
  } catch (error) {
    walked.failed.push({ path: argument, reason: reasonOf(error) });
    return walked;
  }
  if (isDirectory) new Walk(real, walked).directory(real, '');
  else walked.files.push(...besides(resolve(argument), real, walked));
  walked.files.sort(by((file) => file.path));
  return walked;
}

/** A file that was named, and what the host keeps beside it: its session folder and sibling agent files. */
function besides(named: string, real: string, walked: Walked): FoundFile[] {
  const folder = dirname(real);
  const file = basename(real);
  const display = basename(named);
  const found: FoundFile[] = [{ path: display, place: toPlace(real), location: real, named: true }];
  const plain = file.replace(/\.(?:gz|zst)$/, '');
  if (!plain.endsWith('.jsonl')) return found;
  const stem = plain.slice(0, -'.jsonl'.length);
  for (const entry of entriesOf(folder, walked, '')) {
    if (entry.isDirectory() && entry.name === stem) new Walk(folder, walked).directory(join(folder, stem), stem);
    const isAgentFile = /^agent-.+\.(?:jsonl|meta\.json)(?:\.gz|\.zst)?$/.test(entry.name) && entry.name !== file;
    const belongs = file.startsWith('agent-') ? entry.name.startsWith(`${stem}.meta.json`) : isAgentFile;
    if (belongs && entry.isFile()) {
      const path = join(folder, entry.name);
      found.push({ path: entry.name, place: toPlace(path), location: path, companion: true });
    }
  }
  return found;
}

class Walk {
  readonly #root: string;
  readonly #walked: Walked;
  readonly #visited = new Set<string>();

  constructor(root: string, walked: Walked) {
    this.#root = root;
    this.#walked = walked;
  }

  directory(real: string, path: string): void {
    if (this.#visited.has(real)) {
      this.#warn('directory-loop', 'a link leads to a directory that was already read; not entered again', path);
      return;
    }
    this.#visited.add(real);
    for (const entry of entriesOf(real, this.#walked, path)) {
      const child = join(real, entry.name);
      const childPath = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.isDirectory()) this.directory(child, childPath);
      else if (entry.isFile()) this.#file(child, childPath, child);
      else if (entry.isSymbolicLink()) this.#link(child, childPath);
    }
  }

  #link(link: string, path: string): void {
    try {
      const target = realpathSync(link);
      if (target !== this.#root && !target.startsWith(this.#root + sep)) {
        this.#warn('link-outside', 'a link leads out of the given path; not followed', path);
        return;
      }
      const stat = statSync(target);
      if (stat.isDirectory()) this.directory(target, path);
      else if (stat.isFile()) this.#file(target, path, link);
    } catch (error) {
      this.#warn('broken-link', `a link that cannot be followed: ${reasonOf(error)}`, path);
    }
  }

  #file(real: string, path: string, place: string): void {
    if (this.#visited.has(real)) return;
    this.#visited.add(real);
    this.#walked.files.push({ path, place: toPlace(place), location: real });
  }

  #warn(code: string, message: string, path: string): void {
    this.#walked.warnings.push({ code, message, path, line: 0, byteStart: 0, byteEnd: 0 });
  }
}

function entriesOf(directory: string, walked: Walked, path: string): Dirent[] {
  try {
    // Real files before links: a link to a file that is read anyway must not take its name.
    return readdirSync(directory, { withFileTypes: true }).sort(
      by(
        (entry) => (entry.isSymbolicLink() ? 1 : 0),
        (entry) => entry.name,
      ),
    );
  } catch (error) {
    const message = `the directory cannot be listed: ${reasonOf(error)}; give read permission, or run as its owner`;
    walked.warnings.push({
      code: 'unreadable',
      message,
      path: path === '' ? '.' : path,
      line: 0,
      byteStart: 0,
      byteEnd: 0,
    });
    return [];
  }
}

function toPlace(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}

export function reasonOf(error: unknown): string {
  const code = (error as NodeJS.ErrnoException).code;
  switch (code) {
    case 'ENOENT':
      return 'no such file or directory';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ELOOP':
      return 'links go round in a circle';
    case 'EISDIR':
      return 'not a regular file';
    default:
      return code ?? String(error);
  }
}
