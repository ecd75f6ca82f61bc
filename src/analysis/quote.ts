import { clip } from '../base/clean.ts';
import type { Text } from '../case/model.ts';
import type { Citation } from '../evidence/span.ts';

/** The words that a citation of a text points at, at most `units` long. */
export type Quote = (text: Text, cite: Citation) => string;

export function quoteUpTo(units: number): Quote {
  return (text, cite) => {
    const offset = text.cite.chars?.[0] ?? 0;
    const [start, end] = cite.chars ?? [offset, offset + text.value.length];
    return clip(text.value.slice(Math.max(0, start - offset), Math.max(0, end - offset)), units);
  };
}
