import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { digestOf, sha256 } from '../evidence/digest.ts';
import { readBytes } from '../evidence/source.ts';
import type { Report } from '../result/report.ts';

/** What became of the bytes that a saved report cites. */
export interface Verification {
  readonly schema: 'aftertaint/verify/1';
  readonly artefacts: { readonly checked: number; readonly same: number };
  readonly spans: { readonly checked: number; readonly same: number; readonly withoutDigest: number };
  readonly problems: readonly Problem[];
}

export interface Problem {
  /** `missing`: not found; `unreadable`; `grown`: longer, the old bytes unchanged as far as cited; `changed`: other bytes. */
  readonly what: 'missing' | 'unreadable' | 'grown' | 'changed';
  readonly path: string;
  readonly message: string;
  readonly finding?: string;
  readonly line?: number;
  readonly byteStart?: number;
  readonly byteEnd?: number;
  readonly expected?: string;
  readonly found?: string;
}

/** Re-reads every cited span from disk. `roots` are the places the evidence lies in now: folders, or files beside which it lies. */
export function verify(report: Report, roots: readonly string[]): Verification {
  const problems: Problem[] = [];
  const artefacts = { checked: 0, same: 0 };
  const spans = { checked: 0, same: 0, withoutDigest: 0 };
  const findings = [...report.cases.flatMap((result) => result.findings), ...report.findings];
  const found = new Map<string, string>();
  for (const artefact of report.cases.flatMap((result) => result.artefacts)) {
    artefacts.checked += 1;
    const { path } = artefact;
    const places = candidates(path, roots);
    if (places.length === 0) {
      problems.push({ what: 'missing', path, message: 'not found under the given evidence' });
      continue;
    }
    const digests = places.map((place) => ({ place, digest: digestSafely(place) }));
    const same = digests.find(({ digest }) => digest?.sha256 === artefact.sha256);
    const { place, digest } = same ?? digests[0]!;
    found.set(path, place);
    if (same !== undefined) artefacts.same += 1;
    else if (digest === undefined) problems.push({ what: 'unreadable', path, message: 'cannot be read' });
    else {
      const grown =
        digest.byteLength > artefact.byteLength && prefixDigest(place, artefact.byteLength) === artefact.sha256;
      problems.push({
        what: grown ? 'grown' : 'changed',
        path,
        message: grown
          ? `has grown from ${artefact.byteLength} to ${digest.byteLength} bytes; the first ${artefact.byteLength} are unchanged`
          : `has other content than when the report was made (${artefact.byteLength} bytes then, ${digest.byteLength} now)`,
        expected: artefact.sha256,
        found: digest.sha256,
      });
    }
  }
  for (const finding of findings) {
    for (const { path, line, byteStart, byteEnd, sha256: expected } of finding.evidence) {
      const place = found.get(path) ?? candidates(path, roots)[0];
      if (expected === undefined) {
        spans.withoutDigest += 1;
        continue;
      }
      spans.checked += 1;
      const now = place === undefined ? undefined : spanDigest(place, byteStart, byteEnd);
      if (now === expected) {
        spans.same += 1;
        continue;
      }
      problems.push({
        what: now === undefined ? 'missing' : 'changed',
        path,
        message: now === undefined ? 'the cited bytes are gone' : 'the cited bytes have changed',
        finding: finding.id,
        line,
        byteStart,
        byteEnd,
        expected,
        ...(now !== undefined && { found: now }),
      });
    }
  }
  return { schema: 'aftertaint/verify/1', artefacts, spans, problems };
}

/** A report names paths relative to the argument they were found under, so the same name may lie under several roots. */
function candidates(path: string, roots: readonly string[]): string[] {
  const places = roots.map((root) => (isFolder(root) ? join(root, path) : join(dirname(root), path)));
  return [...new Set(places)].filter((place) => existsSync(place) && !isFolder(place));
}

/** How deep below the starting folders evidence is searched for when nobody said where it lies. */
const SEARCH_DEPTH = 3;

/** Folders at or below `starts` under which the report's first artefact lies: for a `verify` without `--evidence`. */
export function searchRoots(report: Report, starts: readonly string[]): string[] {
  const first = report.cases[0]?.artefacts[0]?.path;
  if (first === undefined) return [...starts];
  const found: string[] = [];
  const visit = (folder: string, depth: number) => {
    if (existsSync(join(folder, first))) found.push(folder);
    if (depth === 0) return;
    try {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        if (entry.isDirectory() && entry.name !== 'node_modules' && !entry.name.startsWith('.'))
          visit(join(folder, entry.name), depth - 1);
      }
    } catch {
      // A folder that cannot be listed holds no evidence that we could read.
    }
  };
  for (const start of starts) visit(start, SEARCH_DEPTH);
  return found;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function digestSafely(place: string): { sha256: string; byteLength: number } | undefined {
  try {
    return digestOf(place);
  } catch {
    return undefined;
  }
}

function prefixDigest(place: string, length: number): string | undefined {
  return spanDigest(place, 0, length);
}

function spanDigest(place: string, start: number, end: number): string | undefined {
  try {
    const bytes = readBytes(place, start, end);
    return bytes.length === end - start ? sha256(bytes) : undefined;
  } catch {
    return undefined;
  }
}
