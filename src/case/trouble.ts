import { numberAt, objectAt } from '../base/json.ts';
import type { Artefact, ByteSpan, ExtractionWarning } from '../evidence/span.ts';
import type { Calls } from './calls.ts';
import { inboxOf, mails } from './mail.ts';
import type { AgentTree, Inbox, RecordCopy, TimelineEvent } from './model.ts';
import { recordsOf, type Stream } from './streams.ts';

/** What could not be told for sure while the case was rebuilt: with its place. */
export function troubleOf(
  streams: readonly Stream[],
  copies: readonly RecordCopy[],
  agents: AgentTree,
  calls: Calls,
  artefacts: readonly Artefact[],
  timeline: readonly TimelineEvent[],
  inboxes: readonly Inbox[],
): ExtractionWarning[] {
  const paths = new Map(artefacts.map((artefact) => [artefact.id, artefact.path]));
  const at = (code: string, message: string, span: ByteSpan): ExtractionWarning => ({
    code,
    message,
    path: paths.get(span.artefact) ?? span.artefact,
    line: span.line,
    byteStart: span.byteStart,
    byteEnd: span.byteEnd,
  });
  const warnings: ExtractionWarning[] = [];
  const again = new Map<string, RecordCopy[]>();
  for (const copy of copies) {
    if (copy.kept.artefact !== copy.copy.artefact) continue;
    const list = again.get(copy.copy.artefact);
    if (list === undefined) again.set(copy.copy.artefact, [copy]);
    else list.push(copy);
  }
  for (const list of again.values()) {
    warnings.push(
      at(
        'duplicate-records',
        `${list.length} records of this file are written again in it; counted once`,
        list[0]!.copy,
      ),
    );
  }
  for (const agent of agents.agents) {
    const call = agent.spawnedBy === null ? undefined : calls.get(agent.spawnedBy.toolUseId);
    if (agent.link?.ambiguous !== true || call === undefined) continue;
    warnings.push(
      at('ambiguous-link', `more than one call fits agent ${agent.id} equally well; paired in order`, call.record.span),
    );
  }
  const unchecked = mails({ agents, timeline }).filter(
    (mail) => mail.byInbox && mail.sender !== undefined && inboxOf(agents, inboxes, mail.to) === undefined,
  );
  if (unchecked[0] !== undefined) {
    warnings.push(
      at(
        'input-not-given',
        `${unchecked.length} message(s) of teammates came to agents whose inbox is not among the files: whether an entry was put there by others cannot be checked; give the folder teams beside projects`,
        unchecked[0].event.span,
      ),
    );
  }
  // Common in real files: once per case.
  const early = streams.flatMap((stream) => (stream.source === 'progress' ? [] : earlyCounters(stream)));
  if (early[0] !== undefined) {
    warnings.push(
      at('usage-incomplete', `${early.length} replies keep counters from before they were finished`, early[0]),
    );
  }
  return warnings;
}

/** Characters that one counted token may stand for before the counter cannot be the final one. */
const CHARACTERS_PER_TOKEN = 20;

/** Replies whose output counter is far too small for their words: written while the answer was still coming. */
function earlyCounters(stream: Stream): ByteSpan[] {
  const replies = new Map<string, { characters: number; tokens: number; span: ByteSpan }>();
  for (const record of recordsOf(stream)) {
    if (record.type !== 'assistant' || record.messageId === undefined || record.model === '<synthetic>') continue;
    const tokens = numberAt(objectAt(objectAt(record.raw, 'message'), 'usage'), 'output_tokens');
    if (tokens === undefined) continue;
    let characters = 0;
    for (const block of record.blocks) {
      if (block.kind === 'text' || block.kind === 'thinking') characters += block.text.length;
      else if (block.kind === 'tool-use') characters += JSON.stringify(block.input).length;
    }
    const reply = replies.get(record.messageId);
    if (reply === undefined) replies.set(record.messageId, { characters, tokens, span: record.span });
    else {
      reply.characters += characters;
      reply.tokens = Math.max(reply.tokens, tokens);
    }
  }
  return [...replies.values()]
    .filter((reply) => reply.tokens > 0 && reply.characters > reply.tokens * CHARACTERS_PER_TOKEN)
    .map((reply) => reply.span);
}
