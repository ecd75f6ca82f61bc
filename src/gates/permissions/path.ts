import { globs } from '../../base/glob.ts';
import { cleanPath, resolvePath } from '../../flows/policy/paths.ts';

/** Folders that path rules count from. All as the host saw them, not as they lie in the evidence. */
export interface RuleFolders {
  /** Project folder: `/x` in a rule of project settings. */
  readonly project?: string;
  readonly cwd?: string;
  readonly home?: string;
}

/**
 * A path against a gitignore-like pattern of a `Read(…)` or `Edit(…)` rule: `//x` from the file system's root, `~/x` from home, `/x` from
 * the folder of the settings, `x` and `./x` from the working directory; a pattern without a slash matches at any depth; a folder covers
 * all below it.
 */
export function pathMatches(pattern: string, path: string, folders: RuleFolders): boolean {
  const target = home(resolvePath(path, folders.cwd ?? folders.project), folders);
  const anchored = anchor(pattern, folders);
  if (anchored === undefined) return false;
  const glob = anchored.endsWith('/') ? anchored.slice(0, -1) : anchored;
  return globs([glob, `${glob}/**`])(target);
}

function anchor(pattern: string, { project, cwd, home: homeFolder }: RuleFolders): string | undefined {
  if (pattern.startsWith('//')) return `/${cleanPath(pattern.slice(2))}`;
  if (pattern.startsWith('~/'))
    return homeFolder === undefined ? `~/${pattern.slice(2)}` : `${homeFolder}/${pattern.slice(2)}`;
  if (pattern.startsWith('/')) return project === undefined ? pattern : `${cleanPath(project)}${pattern}`;
  const relative = pattern.startsWith('./') ? pattern.slice(2) : pattern;
  const bare = relative.endsWith('/') ? relative.slice(0, -1) : relative;
  if (!bare.includes('/')) return `**/${relative}`;
  const from = cwd ?? project;
  return from === undefined ? relative : `${cleanPath(from)}/${relative}`;
}

function home(path: string, folders: RuleFolders): string {
  return path.startsWith('~/') && folders.home !== undefined ? `${folders.home}/${path.slice(2)}` : path;
}
