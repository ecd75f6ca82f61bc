/** Entries kept. Names and places of a session are few; what passes this is no name. */
const MOST_KEPT = 1 << 14;
const LONGEST = 200;

const kept = new Map<string, string>();

/**
 * The same characters as one string in memory, for what is repeated in record after record: ids of session and agent, folders, pointers.
 * A string of its own for each costs a session more than its tree.
 */
export function shared(text: string): string {
  const known = kept.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST) return text;
  if (kept.size >= MOST_KEPT) kept.clear();
  kept.set(text, text);
  return text;
}
