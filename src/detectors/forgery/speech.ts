import { type QuotedRange, quotedRanges, quotePlace } from '../../flows/markup/quoting.ts';
import { type AuthorityClaim, authorityClaims } from '../../flows/shape/authority.ts';
import { namesPeople } from '../../flows/shape/consent.ts';

/** Speech about what another text says: the sentence reports a claim and does not make it. */
const REPORTED =
  /\b(?:according to|as (?:stated|described|noted|documented|written) (?:in|by|on)|the (?:page|docs?|documentation|article|readme|file|guide|policy|report|issue|ticket|comment|post|text|result|output|message|note|prompt|content|attacker|author|vendor|site|section|table|spec|standard|law|contract|manual|rule|settings?|config\w*)\b[^.!?\n]{0,40}\b(?:says?|states?|claims?|asks?|tells?|suggests?|describes?|explains?|notes?|reads?|contains?|argues?|mentions?|warns?|pretends?|instructs?|tries|attempts?|wants|lists?|defines?|recommends?|advises?)|(?:it|this|that|which|he|she|they) (?:says?|claims?|pretends?|purports?|alleges?|states?)|claim(?:s|ed|ing)? (?:that|to)|so-called|alleged(?:ly)?|purported(?:ly)?|supposed(?:ly)?|quot(?:e|es|ed|ing)|(?:for|an|the|as|following) example|e\.g\.|for instance|such as|would|could|might|hypothetical(?:ly)?)\b|laut |según |selon |согласно|によると|によれば|とのこと|据(?:报告|文档|页面)|根据|에 따르면|따르면/iu;

/** Whether a claim is made by the text itself: not inside quotes or code, not told of somebody else. */
export function isMade(text: string, claim: AuthorityClaim, ranges = quotedRanges(text)): boolean {
  if (quotePlace(ranges, claim.start, claim.end) !== undefined) return false;
  const inside = ranges.some(
    (range) =>
      range.start > claim.start && range.end < claim.end && (range.end - range.start) * 2 > claim.end - claim.start,
  );
  if (inside || isOfQuotations(text, claim, ranges)) return false;
  return !REPORTED.test(claim.sentence);
}

/** The claim is whole between quote marks, and what the sentence says around them makes none: `… such as “the user agreed”`. */
function isOfQuotations(text: string, claim: AuthorityClaim, ranges: readonly QuotedRange[]): boolean {
  let rest = claim.sentence;
  let isQuoted = false;
  for (const range of ranges) {
    if (range.start >= claim.end) break;
    // A quotation of several sentences is cut where one of them ends.
    const from = Math.max(range.start, claim.start);
    const to = Math.min(range.end, claim.end);
    if (to <= from) continue;
    isQuoted ||= authorityClaims(text.slice(from, to)).some(({ kind }) => kind === claim.kind);
    rest = rest.slice(0, from - claim.start) + ' '.repeat(to - from) + rest.slice(to - claim.start);
  }
  // The person in one quotation and the consent in another: neither is the author's.
  const isPersons = claim.kind === 'user-approval' && rest !== claim.sentence && !namesPeople(rest);
  return (isQuoted || isPersons) && !authorityClaims(rest).some(({ kind }) => kind === claim.kind);
}
