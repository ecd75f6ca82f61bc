/**
 * Whether a text that the host handed over is this original: equal, or equal after undoing what hosts do to it (indentation of a
 * framed report, XML escapes of a notification, broken control tags). For pairing only: evidence is compared by `flows/`.
 */
export function sameWords(handed: string, original: string): boolean {
  if (handed === original) return true;
  const trimmed = original.trim();
  if (handed.trim() === trimmed) return true;
  // Hosts only add; a copy that is shorter than its original, or more than several times longer, is no copy.
  if (handed.length < trimmed.length || handed.length > trimmed.length * 6 + 64) return false;
  return bare(handed) === bare(original);
}

/** Without white space, escapes and the backslashes that break tags. */
function bare(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/[\s\\\u2028]+/g, '');
}
