import type { ByteSpan } from '../../evidence/span.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import type { Piece } from '../cut/piece.ts';
import { type Draft, optionalMembers, type Voices } from './draft.ts';
import { addressee, isAgent, type Telling } from './scene.ts';

/** A string in a record. */
export interface Spot {
  readonly record: TranscriptRecord;
  readonly index: number;
  readonly pointer: string;
  readonly text: string;
  /** Record the text stands in, where it is not `record`. */
  readonly span?: ByteSpan;
}

/** Another agent's or session's words reach this agent. `from` is an agent id or whatever name the host wrote. */
export function tellMessage(
  telling: Telling,
  spot: Spot,
  pieces: readonly Piece[],
  of: { readonly from?: string | undefined },
): Draft {
  const from = addressee(telling, of.from);
  const inCase = isAgent(telling, from);
  const voices: Voices = { senderChannel: 'peer', ...(inCase ? { sender: from } : {}) };
  const draft = telling.drafts.add(telling.name, spot.record, spot.index, {
    kind: 'message',
    direction: 'received',
    to: telling.self.id,
    ...optionalMembers({ from }),
  });
  telling.drafts.cut(draft, spot.record.span, spot.pointer, spot.text, pieces, voices);
  return draft;
}
