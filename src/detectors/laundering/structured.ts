import { globs } from '../../base/glob.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import type { TrustPolicy } from '../../flows/policy/policy.ts';
import type { ShapeHit } from '../../flows/shape/order.ts';
import { squeeze } from '../forgery/words.ts';

/** Structured results longer than this are not searched. */
const MAX_STRUCTURED_CHARS = 2_000_000;
/** An order of fewer letters is found anywhere. */
const LEAST_LETTERS = 24;

/**
 * An earlier result of an outside tool whose structured part holds an order that its text, as the model saw it, does not show. That
 * the model read it there is an inference: hosts send the text, and keep the rest for themselves.
 */
export function structuredSource(
  within: Case,
  sink: Text,
  hit: ShapeHit,
  before: number,
  policy: TrustPolicy,
): EventOf<'tool-result'> | undefined {
  const words = sink.value.slice(hit.start, hit.end);
  // A heading or label of the brief's author in front of it is not part of what was carried.
  const label = /^[^:：\n]{1,40}[:：]\s+|^[^\n]{1,80}\n+/u.exec(words)?.[0].length ?? 0;
  const forms = [...new Set([squeeze(words), squeeze(words.slice(label))])].filter(
    (form) => form.length >= LEAST_LETTERS,
  );
  if (forms.length === 0) return undefined;
  const outside = globs(policy.sources.tools);
  for (const event of within.eventsOf(sink.agent)) {
    if (event.order >= before) break;
    if (event.kind !== 'tool-result' || event.toolName === undefined || !outside(event.toolName)) continue;
    const structured = event.toolUseResult;
    if (structured === undefined || structured === null) continue;
    const json = typeof structured === 'string' ? structured : JSON.stringify(structured);
    // Most hosts keep the text there once more.
    if (json.length > MAX_STRUCTURED_CHARS) continue;
    const kept = squeeze(json.replaceAll('\\n', ' '));
    const found = forms.find((form) => kept.includes(form));
    if (found === undefined || event.texts.some((text) => squeeze(text.value).includes(found))) continue;
    return event;
  }
  return undefined;
}
