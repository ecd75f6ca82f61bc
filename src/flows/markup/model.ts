/** What control text looks like: text by which a host or a chat template tells a model who is speaking. */

export type MarkupFamily =
  | 'reminder'
  | 'notification'
  | 'frame'
  | 'command'
  | 'peer'
  | 'tool-protocol'
  | 'output'
  | 'interruption'
  | 'continuation'
  | 'hook'
  | 'chat-template'
  | 'configuration'
  | 'role';

/** How far a form alone speaks for control text: a `weak` one is also an ordinary word or an ordinary element. */
export type Strength = 'strong' | 'weak';

/** A form a host uses or has used. `key` is what is left of the name after folding: lower-case ASCII letters and digits only. */
export interface ControlForm {
  readonly name: string;
  readonly key: string;
  readonly family: MarkupFamily;
  readonly strength: Strength;
  /** Where the form is known from. */
  readonly source: string;
}

export type Disguise =
  | 'case'
  | 'spaces'
  | 'attributes'
  | 'split-lines'
  | 'split-blocks'
  | 'brackets'
  | 'zero-width'
  | 'homoglyphs'
  | 'full-width'
  | 'entities'
  | 'url-encoding'
  | 'escapes'
  | 'backslash'
  | 'ansi'
  | 'control-characters'
  | 'tag-characters'
  | 'misspelt'
  | 'joined'
  | 'reversed'
  | 'encoded';

export interface MarkupHit {
  /** UTF-16 units of the scanned text, half-open. */
  readonly start: number;
  readonly end: number;
  readonly form: 'tag' | 'line' | 'token' | 'role';
  /** The known form's name, or the tag's own name for an unknown configuration tag. */
  readonly name: string;
  readonly family: MarkupFamily;
  readonly strength: Strength;
  readonly closing: boolean;
  readonly disguise: readonly Disguise[];
  /** Broken up the way the host's neutraliser does it (`<\name`, `Human\:`). Only the place tells who did it. */
  readonly neutralised: boolean;
  /** Text that the hit hides (tag characters, base64): what a model would read there. */
  readonly decoded?: string;
}
