/**
 * Reminders that the host itself puts inside a tool result. A tag there is the host's only if the place fits and the words are
 * these: what a file says of itself proves nothing. The long texts are known by digest, not by their wording.
 */
export interface ReminderTemplate {
  readonly id: string;
  readonly tool: 'Read';
  /** Where in the result it stands. */
  readonly place: 'end' | 'whole' | 'start';
  /** SHA-256 (first 16 hex digits) of the whole block, tags included, for texts without free slots. */
  readonly sha256?: string;
  /** UTF-16 units of the whole block, tags included. */
  readonly length?: number;
  /** The block's opening words. A copy whose middle was taken out (`[host text removed: N chars]`) is known by these and the length. */
  readonly lead: string;
  /** For short texts with slots that hold numbers only. */
  readonly pattern?: RegExp;
  readonly source: string;
}

export const REMINDER_TEMPLATES: readonly ReminderTemplate[] = [
  {
    id: 'read-suffix-278',
    tool: 'Read',
    place: 'end',
    sha256: '966d3ab73b36a9a8',
    length: 278,
    lead: '<system-reminder>\nWhenever you read a file, you should',
    source: 'VERSIONS section 2, last paragraph: 1.0.90, 2.0.14',
  },
  {
    id: 'read-suffix-337',
    tool: 'Read',
    place: 'end',
    sha256: '64b751bdfbd2d3bf',
    length: 337,
    lead: '<system-reminder>\nWhenever you read a file, you should',
    source: 'VERSIONS section 2, last paragraph: 2.0.50 to 2.1.76, smaller models on 2.1.119',
  },
  {
    id: 'read-empty',
    tool: 'Read',
    place: 'whole',
    lead: '<system-reminder>Warning: the file exists but',
    pattern:
      /^<system-reminder>Warning: the file exists but (?:the contents are empty|is shorter than the provided offset \(\d{1,12}\)\. The file has \d{1,12} lines)\.<\/system-reminder>$/,
    source: 'FACTS section 4 (k-mcp-results); TRANSCRIPTS section 7',
  },
  {
    id: 'memory-age',
    tool: 'Read',
    place: 'start',
    lead: '<system-reminder>This memory is ',
    // The sentence after the number is the host's; only its opening words are known here, and it holds no line break or tag.
    pattern:
      /^<system-reminder>This memory is \d{1,6} days? old\. Memories are point-in-time observations[^<\n]{0,300}<\/system-reminder>$/,
    source: 'TRANSCRIPTS section 7: 2.1.86 to 2.1.229, start of a Read result',
  },
];

/** What a recording puts in place of a text it may not repeat. */
export const REMOVED_TEXT = /\[host text removed: (\d{1,7}) chars\]/;
