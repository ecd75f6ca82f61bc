import { verbBit } from './lookup.ts';
import type { VerbClass } from './model.ts';

const EFFECTS: readonly VerbClass[] = ['send', 'publish', 'pay', 'delete', 'write', 'execute', 'grant', 'fetch'];
/** Verbs whose act changes something outside the reader. */
export const EFFECT_BITS = EFFECTS.reduce((mask, verb) => mask | verbBit(verb), 0);
