import { createHash } from 'node:crypto';
import { isObject, numberAt, objectAt, stringAt } from '../../base/json.ts';
import type { Case, EventOf } from '../../case/model.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';
import { relativePaths, resolvePath } from './paths.ts';
import type { TrustPin, TrustPolicy } from './policy.ts';
import { lastWriteTo } from './written.ts';

/** A pin that names the file of a read, and whether its identity is that of the bytes that were read. */
export interface PinVerdict {
  readonly pin: TrustPin;
  readonly holds: boolean;
  /** Why it does not, or why that cannot be known, as half a sentence. */
  readonly why?: string;
}

/**
 * A trust pin holds for exactly the content it names. A digest is compared with the whole file as it was read; a commit holds if the case
 * itself shows that the file's repository stood at it and nobody was seen writing there since, else it cannot be known.
 */
export function pinFor(call: EventOf<'tool-call'>, policy: TrustPolicy, within: Case): PinVerdict | undefined {
  const path = policy.pins.length === 0 ? undefined : stringAt(call.input, 'file_path');
  if (path === undefined) return undefined;
  const paths = relativePaths(path, call.cwd, within.ids.cwds);
  const named = policy.pins.filter((pin) => paths.includes(pin.path));
  if (named.length === 0) return undefined;
  const digest = digestOf(call, within);
  const verdicts = named.map((pin) => verdictOf(pin, call, path, digest, within));
  return verdicts.find(({ holds }) => holds) ?? verdicts[0];
}

function verdictOf(
  pin: TrustPin,
  call: EventOf<'tool-call'>,
  path: string,
  digest: string | undefined,
  within: Case,
): PinVerdict {
  const { kind, hash } = pin.identity;
  if (kind === 'sha256') {
    if (digest === undefined) return { pin, holds: false, why: 'the whole file was not read' };
    if (digest === hash.toLowerCase()) return { pin, holds: true };
    return { pin, holds: false, why: `the digest of what was read is ${digest.slice(0, 12)}…` };
  }
  const file = resolvePath(path, call.cwd);
  const shown = lastCommitShown(file, call.order, within);
  if (shown === undefined)
    return { pin, holds: false, why: `the transcript does not show that ${hash.slice(0, 12)} was checked out` };
  if (!isCommit(shown.commit, hash))
    return { pin, holds: false, why: `the transcript shows commit ${shown.commit.slice(0, 12)}` };
  const write = lastWriteTo(file, call.order, within);
  if (write !== undefined && write.order > shown.order)
    return { pin, holds: false, why: 'the file was written after the commit was shown' };
  return { pin, holds: true };
}

const NUMBERED = /^ *(\d+)(?:\t|→)/;
/** Read shows no more lines than this by itself: a longer file may go on. */
const READ_LINES = 2000;

/** sha256 of a file that one call read from its first to its last line. A child's transcript keeps the numbered text alone. */
function digestOf(call: EventOf<'tool-call'>, within: Case): string | undefined {
  if (call.input.offset !== undefined || call.input.limit !== undefined) return undefined;
  const result = call.result === undefined ? undefined : within.event(call.result);
  if (result?.kind !== 'tool-result' || result.isError) return undefined;
  const file = objectAt(isObject(result.toolUseResult) ? result.toolUseResult : undefined, 'file');
  const content = stringAt(file, 'content');
  if (content !== undefined)
    return numberAt(file, 'numLines') === numberAt(file, 'totalLines') ? sha256(content) : undefined;
  const text = result.texts.map(({ value }) => value).join('\n');
  const notice = text.indexOf('\n\n<system-reminder>');
  const lines = (notice === -1 ? text : text.slice(0, notice)).split('\n');
  if (lines.length >= READ_LINES) return undefined;
  const plain: string[] = [];
  for (const line of lines) {
    const number = NUMBERED.exec(line);
    if (number === null) return undefined;
    plain.push(line.slice(number[0].length));
  }
  return sha256(plain.join('\n'));
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Commands that print or set where a repository stands. */
const AT_COMMIT = /\bgit\b[^|;&\n]*?\b(?:rev-parse\s+(?:--verify\s+)?HEAD|log\b|checkout\b|switch\b|reset\s+--hard)/;
const COMMIT = /\b[0-9a-f]{40}\b/;

interface ShownCommit {
  readonly commit: string;
  readonly order: number;
}

const shown = new WeakMap<Case, readonly (ShownCommit & { readonly folder: string })[]>();

/** The commit that the case shows last, before an event, for the repository that a file lies in. */
function lastCommitShown(file: string, before: number, within: Case): ShownCommit | undefined {
  let index = shown.get(within);
  if (index === undefined) {
    index = commitsShown(within);
    shown.set(within, index);
  }
  return index.findLast(({ folder, order }) => order < before && file.startsWith(`${folder}/`));
}

function commitsShown(within: Case): (ShownCommit & { folder: string })[] {
  return within.timeline.flatMap((event) => {
    if (event.kind !== 'tool-call' || !SHELL_TOOLS.includes(event.toolName) || event.cwd === undefined) return [];
    const command = stringAt(event.input, 'command') ?? '';
    if (!AT_COMMIT.test(command)) return [];
    const result = event.result === undefined ? undefined : within.event(event.result);
    if (result?.kind !== 'tool-result' || result.isError) return [];
    const moves = /\b(?:checkout|switch|reset)\b/.test(command);
    const printed = result.texts.map(({ value }) => value).join('\n');
    const commit = (moves ? COMMIT.exec(command)?.[0] : undefined) ?? COMMIT.exec(printed)?.[0];
    // A move to a place with another name ends what was known before.
    if (commit === undefined && !moves) return [];
    const named = /\bgit\s+-C\s+(\S+)/.exec(command)?.[1] ?? /^\s*cd\s+(\S+)\s*(?:&&|;)/.exec(command)?.[1] ?? '.';
    const folder = resolvePath(named, event.cwd);
    return [{ commit: commit ?? 'of another name', order: event.order, folder }];
  });
}

function isCommit(shownCommit: string, pinned: string): boolean {
  return pinned.length >= 7 && shownCommit.startsWith(pinned.toLowerCase());
}
