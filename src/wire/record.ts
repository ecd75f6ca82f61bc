import type { JsonObject, JsonValue } from '../base/json.ts';
import type { ByteSpan } from '../evidence/span.ts';
import type { DeferredResult } from './deferred.ts';

/**
 * One line as the host wrote it, typed as far as we understand it. `raw` is the parsed line: replay needs inputs whole and an
 * unknown member must survive; only a large `toolUseResult` is let go. `null` in `parentUuid` is the host's own "no parent"; undefined means that the field is absent.
 */
interface RecordCommon {
  readonly span: ByteSpan;
  readonly uuid?: string;
  readonly parentUuid?: string | null;
  readonly sessionId?: string;
  readonly agentId?: string;
  readonly isSidechain?: boolean;
  readonly timestamp?: string;
  readonly cwd?: string;
  readonly gitBranch?: string;
  readonly version?: string;
  readonly raw: JsonObject;
}

/** A content block with the JSON pointer of the block inside its record; `textPointer` leads to the string itself. */
export type ContentBlock =
  | {
      readonly kind: 'text' | 'thinking';
      readonly text: string;
      readonly pointer: string;
      readonly textPointer: string;
    }
  | {
      readonly kind: 'tool-use';
      readonly id: string;
      readonly name: string;
      readonly input: JsonObject;
      /** The record holds no object there: `input` is empty because nothing is known of it. */
      readonly inputLost?: true;
      readonly pointer: string;
    }
  | {
      readonly kind: 'tool-result';
      readonly toolUseId: string;
      readonly isError: boolean;
      /** The result's texts in order; a plain string result is one part. */
      readonly parts: readonly TextPart[];
      readonly pointer: string;
    }
  | { readonly kind: 'other'; readonly blockType: string; readonly pointer: string };

/** A string of the record and the pointer that leads to it. */
export interface TextPart {
  readonly text: string;
  readonly pointer: string;
}

export interface UserRecord extends RecordCommon {
  readonly type: 'user';
  readonly blocks: readonly ContentBlock[];
  /** Whether `message.content` was a plain string (a prompt) and not a list of blocks. */
  readonly contentIsString: boolean;
  readonly toolUseResult?: JsonValue;
  /** Set where `toolUseResult` stayed in the file: to ask for it reads it again. */
  readonly deferred?: DeferredResult;
  readonly originKind?: string;
  readonly promptSource?: string;
  readonly promptId?: string;
  readonly permissionMode?: string;
  readonly isMeta: boolean;
  readonly isCompactSummary: boolean;
  readonly sourceToolUseId?: string;
  readonly toolDenialKind?: string;
}

export interface AssistantRecord extends RecordCommon {
  readonly type: 'assistant';
  readonly blocks: readonly ContentBlock[];
  readonly messageId?: string;
  readonly requestId?: string;
  readonly model?: string;
  readonly stopReason?: string;
  readonly isApiError: boolean;
}

export interface AttachmentRecord extends RecordCommon {
  readonly type: 'attachment';
  readonly attachmentType: string;
  readonly attachment: JsonObject;
  readonly rendered: readonly TextPart[];
}

export interface SystemRecord extends RecordCommon {
  readonly type: 'system';
  readonly subtype?: string;
  readonly content?: string;
}

export interface QueueRecord extends RecordCommon {
  readonly type: 'queue-operation';
  readonly operation: string;
  readonly content?: string;
  readonly reason?: string;
}

export interface ProgressRecord extends RecordCommon {
  readonly type: 'progress';
  readonly dataType: string;
  readonly data: JsonObject;
  readonly parentToolUseId?: string;
  readonly toolUseId?: string;
}

/** Every other type: session notes that we know by name, and types that no version knows. Kept, counted, never dropped. */
export interface OtherRecord extends RecordCommon {
  readonly type: 'other';
  /** The record's own `type`, or '' where it has none. */
  readonly recordType: string;
  readonly known: boolean;
}

export type TranscriptRecord =
  | UserRecord
  | AssistantRecord
  | AttachmentRecord
  | SystemRecord
  | QueueRecord
  | ProgressRecord
  | OtherRecord;
