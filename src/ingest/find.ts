import { by, groupBy } from '../base/order.ts';
import { DEFAULT_MAX_LINE_BYTES } from '../evidence/lines.ts';
import type { ExtractionWarning } from '../evidence/span.ts';
import { adoptOrphans } from './adopt.ts';
import { toSource } from './assemble.ts';
import { CopyComparison } from './copies.ts';
import { type Cluster, cluster, groupByPlace, type Member } from './group.ts';
import { besideMember, identify } from './identify.ts';
import { giveInboxes } from './inboxes.ts';
import { withLineage } from './lineage.ts';
import type { CaseSource, FailedInput, FindOptions, FoundCases, FoundFile } from './model.ts';
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
    failed,
  };
}

/** The sessions among files that are already at hand: from disk, out of an archive, or in memory. */
export function casesAmong(files: readonly FoundFile[], options: FindOptions = {}): FoundCases {
  const maxLineBytes = options.maxLineBytes ?? DEFAULT_MAX_LINE_BYTES;
  const { members, inboxes, skipped } = identifyAll(files, maxLineBytes);
  const comparison = new CopyComparison(maxLineBytes);
  const bySession = groupBy(groupByPlace(members), (group) => group.sessionId);
  const clusters: Cluster[] = [];
  const ordinals = new Map<Cluster, number>();
  for (const groups of bySession.values()) {
    const ofSession =
      groups.length === 1
        ? [{ sessionId: groups[0]!.sessionId, groups }]
        : cluster(groups, (a, b) => comparison.groups(a, b));
    ofSession.forEach((taken, index) => {
      ordinals.set(taken, index);
    });
    clusters.push(...ofSession);
  }
  const sources: CaseSource[] = [];
  const adopted = adoptOrphans(clusters, maxLineBytes);
  for (const { file } of giveInboxes(adopted, inboxes)) {
    const message = 'an inbox of a team of none of the given sessions; not read';
    skipped.push({
      file,
      warning: { code: 'inbox-of-nobody', message, path: file.path, line: 0, byteStart: 0, byteEnd: 0 },
    });
  }
  for (const taken of adopted) {
    const named = taken.groups.some((group) => group.members.some((member) => member.file.companion !== true));
    if (named) sources.push(toSource(taken, ordinals.get(taken)!, comparison));
  }
  sources.sort(
    by(
      (source) => source.rootPath,
      (source) => source.id,
    ),
  );
  return {
    sources: withLineage(selectSources(sources, options), maxLineBytes),
    // Beside transcripts lie many files that are none: listed as skipped, no word more unless one was named.
    warnings: skipped.flatMap(({ file, warning }) =>
      warning.code !== 'not-a-transcript' || file.named ? [warning] : [],
    ),
    skipped: skipped.map(({ warning }) => ({ path: warning.path, reason: warning.message })),
    failed: [],
  };
}

function identifyAll(files: readonly FoundFile[], maxLineBytes: number) {
  const members: Member[] = [];
  const inboxes: Member[] = [];
  const skipped: { file: FoundFile; warning: ExtractionWarning }[] = [];
  const identities = files.map((file) => identify(file, maxLineBytes));
  /** Session by the place of a file, and of the root file that would belong to it. */
  const sessionAt = new Map<string, string>();
  for (const identity of identities) {
    if (identity === undefined || !('member' in identity)) continue;
    const { member } = identity;
    members.push(member);
    sessionAt.set(member.file.place, member.sessionId);
    sessionAt.set(`${member.folder}/${member.sessionId}`, member.sessionId);
  }
  for (const identity of identities) {
    if (identity === undefined || 'member' in identity) continue;
    if ('inbox' in identity) {
      inboxes.push(identity.inbox);
      continue;
    }
    if ('skipped' in identity) {
      skipped.push({ file: identity.file, warning: identity.skipped });
      continue;
    }
    const sessionId = sessionAt.get(identity.beside);
    if (sessionId !== undefined) members.push(besideMember(identity.file, identity.layout, sessionId));
    else if (identity.otherwise !== undefined) skipped.push({ file: identity.file, warning: identity.otherwise });
  }
  return { members, inboxes, skipped: skipped.filter(({ file }) => !file.companion) };
}
