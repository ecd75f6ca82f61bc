import { by, groupBy } from '../base/order.ts';
import { DEFAULT_MAX_LINE_BYTES } from '../evidence/lines.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import { toSource } from './assemble.ts';
import { CopyComparison } from './copies.ts';
import { cluster, groupByPlace, type Member } from './group.ts';
import { identify } from './identify.ts';
import type { CaseSource, FailedInput, FindOptions, FoundCases, FoundFile, SkippedFile } from './model.ts';
import { selectSources } from './select.ts';
import { walk } from './walk.ts';

/**
 * Finds every session under the given files and folders. What cannot be opened or is no transcript is reported, never fatal.
 * The result depends on what is there, not on the order in which it was met.
 */
export function findCases(paths: readonly string[], options: FindOptions = {}): FoundCases {
  const files: FoundFile[] = [];
  const warnings: ExtractionWarning[] = [];
  const failed: FailedInput[] = [];
  const seen = new Set<unknown>();
  for (const path of paths) {
    const walked = walk(path);
    warnings.push(...walked.warnings);
    failed.push(...walked.failed);
    for (const file of walked.files) {
      if (!seen.has(file.location)) files.push(file);
      seen.add(file.location);
    }
  }
  const found = casesAmong(files, options);
  return {
    ...found,
    warnings: [...warnings, ...found.warnings],
    failed: [...failed, ...found.failed],
  };
}

/** The sessions among files that are already at hand: from disk, out of an archive, or in memory. */
export function casesAmong(files: readonly FoundFile[], options: FindOptions = {}): FoundCases {
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
  const warnings: ExtractionWarning[] = [];
  const skipped: SkippedFile[] = [];
  const failed: FailedInput[] = [];
  const members: Member[] = [];
  for (const file of files) {
    const identity = identify(file, maxLineBytes);
    if (identity === undefined) continue;
    if ('member' in identity) members.push(identity.member);
    else {
      if (file.companion) continue;
      skipped.push({ path: file.path, reason: identity.reason });
      if (identity.warning !== undefined) warnings.push(identity.warning);
    }
  }
  const comparison = new CopyComparison(maxLineBytes);
  const bySession = groupBy(groupByPlace(members), (group) => group.sessionId);
  const sources: CaseSource[] = [];
  for (const groups of bySession.values()) {
    const clusters =
      groups.length === 1
        ? [{ sessionId: groups[0]!.sessionId, groups }]
        : cluster(groups, (a, b) => comparison.groups(a, b));
    clusters.forEach((taken, index) => {
      const named = taken.groups.some((group) => group.members.some((member) => member.file.companion !== true));
      if (named) sources.push(toSource(taken, index, comparison));
    });
  }
  sources.sort(
    by(
      (source) => source.rootPath,
      (source) => source.id,
    ),
  );
  return { sources: selectSources(sources, options), warnings, skipped, failed };
}
