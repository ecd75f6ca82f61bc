import type { TranscriptRecord } from '../../wire/record.ts';

/**
 * How many records at the beginning of a main transcript are copies of another session's: a forked or (on old versions) resumed session
 * starts with them, and their events were sent in that other session. [FACTS section 5; VERSIONS section 1, `--fork-session`]
 */
export function copiedPrefix(records: readonly TranscriptRecord[], sessionId: string): number {
  return Math.max(byForeignId(records, sessionId), byTime(records), byRequestSession(records));
}

/** Some versions leave the old session's id on copied rows, or on copied prompts only: the first prompt of our own ends the copy. */
function byForeignId(records: readonly TranscriptRecord[], sessionId: string): number {
  const conversation = records.findIndex((record) => record.type === 'user' || record.type === 'assistant');
  const first = records[conversation];
  if (first?.sessionId === undefined || first.sessionId === sessionId || first.type !== 'user') return 0;
  const own = records.findIndex(
    (record) =>
      record.type === 'user' && record.sessionId === sessionId && record.blocks.every((block) => block.kind === 'text'),
  );
  return own === -1 ? 0 : own;
}

/** A headless process writes the prompt's queue line first: rows after it that are older than it were not written by this process. */
function byTime(records: readonly TranscriptRecord[]): number {
  const queue = records.findIndex((record) => record.type === 'queue-operation');
  const conversation = records.findIndex((record) => record.type === 'user' || record.type === 'assistant');
  const begun = queue === -1 || queue > conversation ? undefined : records[queue]!.timestamp;
  const first = records[conversation]?.timestamp;
  if (begun === undefined || first === undefined || first >= begun) return 0;
  const own = records.findIndex(
    (record, index) => index > queue && record.type === 'user' && (record.timestamp ?? '') >= begun,
  );
  return own === -1 ? 0 : own;
}

function byRequestSession(records: readonly TranscriptRecord[]): number {
  for (let index = records.length - 1; index >= 0; index -= 1) {
    const record = records[index]!;
    if (record.type === 'assistant' && record.raw.requestSessionId !== undefined) {
      const next = records.findIndex(
        (later, at) => at > index && later.type === 'user' && later.blocks.every((block) => block.kind === 'text'),
      );
      return next === -1 ? index + 1 : next;
    }
  }
  return 0;
}
