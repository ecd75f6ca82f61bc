import type { EventOf, Text } from '../../case/model.ts';
import type { Citation } from '../../evidence/span.ts';
import type { VerbClass } from '../shape/model.ts';

export type EffectKind =
  | 'send'
  | 'publish'
  | 'pay'
  | 'delete'
  | 'write-inside'
  | 'write-outside'
  | 'execute'
  | 'grant'
  | 'fetch'
  | 'read';

export type CriticalKind = 'egress' | 'exec' | 'write-outside' | 'permission' | 'publish';

/** What one tool call does to the world, by its name and input. One call may have several. */
export interface Effect {
  readonly kind: EffectKind;
  readonly call: EventOf<'tool-call'>;
  /** Values that decide where it goes and what it touches: recipients, addresses, paths, amounts, names. As written. */
  readonly values: readonly string[];
  readonly critical?: CriticalKind;
  /** Not part of anybody's everyday work: runs text from outside, sends, pays, publishes, deletes, grants, writes elsewhere. */
  readonly grave: boolean;
  /** One line for a reader. */
  readonly summary: string;
}

/** Verbs of an order or a wish that ask for an effect. */
export const VERBS_OF: Readonly<Record<EffectKind, readonly VerbClass[]>> = {
  send: ['send', 'publish'],
  publish: ['publish', 'send'],
  pay: ['pay', 'send'],
  delete: ['delete'],
  'write-inside': ['write', 'delete', 'execute'],
  'write-outside': ['write'],
  execute: ['execute'],
  grant: ['grant', 'write'],
  fetch: ['fetch', 'read', 'execute'],
  read: ['read', 'fetch'],
};

export type RequestStatus = 'requested' | 'delegated' | 'unrequested' | 'unknown';

export interface Request {
  readonly status: RequestStatus;
  /** A person named a value that decides it, not only the kind of effect. */
  readonly byValue?: boolean;
  /** The person agreed after the order had been read and shown. */
  readonly agreed?: boolean;
  /** Beside the kind of effect, a person handed the decision to the very source of the order. */
  readonly handedOver?: boolean;
  /** The person's words that ask for it, or hand the decision over. */
  readonly by?: { readonly text: Text; readonly cite: Citation; readonly why: string };
}
