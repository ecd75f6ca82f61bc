/** Paths as agents write them, brought to the forms a relative glob can match. Pure text work: nothing is looked up on a disk. */

/** Removes `.` and `..` steps and doubled slashes; keeps a leading `/`. */
export function cleanPath(path: string): string {
  if (!UNCLEAN.test(path)) return path;
  const absolute = path.startsWith('/');
  const steps: string[] = [];
  for (const step of path.replaceAll('\\', '/').split('/')) {
    if (step === '' || step === '.') continue;
    if (step === '..' && steps.length > 0 && steps.at(-1) !== '..') steps.pop();
    else if (step !== '..' || !absolute) steps.push(step);
  }
  return (absolute ? '/' : '') + steps.join('/');
}

/** What there is to clean; most paths have none of it. */
const UNCLEAN = /\\|\/\/|(?:^|\/)\.{1,2}(?:\/|$)|.\/$/s;

export function isAbsolute(path: string): boolean {
  return path.startsWith('/') || /^[A-Za-z]:[\\/]/.test(path);
}

export function resolvePath(path: string, cwd: string | undefined): string {
  if (isAbsolute(path) || cwd === undefined || path.startsWith('~')) return cleanPath(path);
  return cleanPath(`${cwd}/${path}`);
}

/** Below (or equal to) a folder; both absolute or both relative. */
export function isUnder(path: string, folder: string): boolean {
  const base = cleanPath(folder);
  const clean = cleanPath(path);
  return clean === base || clean.startsWith(base.endsWith('/') ? base : `${base}/`);
}

/** The path itself and its forms relative to the call's working directory and to those of the case. */
export function relativePaths(path: string, cwd: string | undefined, cwds: readonly string[]): string[] {
  const full = resolvePath(path, cwd);
  const found = [full];
  for (const folder of cwd === undefined ? cwds : [cwd, ...cwds]) {
    const base = cleanPath(folder);
    if (full.startsWith(`${base}/`)) found.push(full.slice(base.length + 1));
  }
  return [...new Set(found)];
}
