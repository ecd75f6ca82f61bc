import { stringAt } from '../base/json.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { resolvePath } from '../flows/policy/paths.ts';
import { isMemoryPath, isPersistentPath } from '../flows/policy/places.ts';
import { writtenPlaces } from '../flows/policy/written.ts';
import { attackReportsIn } from '../flows/shape/attack.ts';
import { orderShape } from '../flows/shape/order.ts';
import { slotsIn } from '../flows/shape/slots.ts';
import { WRITING_TOOLS } from '../hosts/integrity.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './laundering/claim.ts';

const id = 'unsupported-memory';

export const unsupportedMemory: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const event of within.timeline) {
      if (event.kind === 'tool-call') yield* inWrite(within, event);
      else for (const text of event.texts) yield* unexplainedChange(within, event.order, text);
    }
  },
};

function* inWrite(within: Case, event: EventOf<'tool-call'>): Iterable<Claim> {
  const path = (WRITING_TOOLS[event.toolName] ?? [])
    .map((member) => stringAt(event.input, member))
    .find((one) => one !== undefined);
  if (path === undefined || !isMemoryPath(path)) return;
  const member = ['content', 'new_string'].find((name) => stringAt(event.input, name) !== undefined);
  const words = member === undefined ? undefined : stringAt(event.input, member);
  if (words === undefined) return;
  const text = event.texts.find((one) => one.value === words) ?? event.texts[0];
  if (text === undefined) return;
  const earlier = within.texts.filter((one) => supports(within, one, event));
  const place = slotsIn(words).find((slot) => isPlace(slot.kind, slot.value) && !mentioned(slot.value, earlier, path));
  if (place !== undefined) {
    yield claim(
      within,
      event,
      text,
      place.start,
      place.end,
      `memory names ${place.value}, which no record of the session mentions before`,
      [`searched: ${earlier.length} earlier texts that the agent did not write itself`],
    );
    return;
  }
  const attack = attackSeen(words);
  if (attack !== undefined && !earlier.some((one) => holdsOrder(one))) {
    yield claim(
      within,
      event,
      text,
      attack[0],
      attack[1],
      'memory says that an attack was seen, and no output of the session holds one',
      ['searched: every tool output and injected text before the write, for orders to the reader and control markup'],
    );
  }
}

function isPlace(kind: string, value: string): boolean {
  return (
    kind === 'url' ||
    kind === 'host' ||
    (kind === 'path' && (value.startsWith('/') || value.startsWith('~')) && value.split('/').length > 2)
  );
}

/** Texts by which an agent can know something: everything but its own words, and calls that it made itself. */
function supports(within: Case, text: Text, event: EventOf<'tool-call'>): boolean {
  const at = within.event(text.event);
  if (at === undefined || at.order >= event.order) return false;
  if (text.origin.channel !== 'model') return true;
  // The agent's own calls support what succeeded, its talk supports nothing; another agent's words do.
  return text.origin.by.kind === 'agent' && text.origin.by.agent !== event.agent;
}

function mentioned(value: string, earlier: readonly Text[], memory: string): boolean {
  const wanted = value.toLowerCase().replace(/[/.]+$/, '');
  if (memory.toLowerCase().includes(wanted)) return true;
  const last =
    wanted
      .split('/')
      .filter((step) => step !== '')
      .at(-1) ?? wanted;
  return earlier.some((text) => {
    const lower = text.value.toLowerCase();
    return lower.includes(wanted) || (last.length >= 8 && lower.includes(`/${last}`));
  });
}

function attackSeen(words: string): readonly [number, number] | undefined {
  for (const [start, end] of attackReportsIn(words)) return [start, end];
  return undefined;
}

function holdsOrder(text: Text): boolean {
  if (text.origin.channel !== 'tool' && text.origin.channel !== 'injected') return false;
  if (text.origin.channel === 'injected' && text.origin.path === undefined) return false;
  return orderShape(text.value.slice(0, 200_000)).hits.some((hit) => hit.strength === 'strong');
}

function claim(
  within: Case,
  event: EventOf<'tool-call'>,
  text: Text,
  start: number,
  end: number,
  message: string,
  details: readonly string[],
): Claim {
  const failed = laterFailures(within, event, text.value.slice(start, end));
  return {
    detector: id,
    message,
    severity: 'low',
    confidence: 'medium',
    primary: { cite: citeSpan(text, [start, end]), note: 'as it was written to memory' },
    related: failed.map((one) => ({
      cite: one.texts[0]?.cite ?? { record: one.span, pointer: '' },
      note: 'a later call that fails on it',
    })),
    agents: [event.agent],
    details: ['an absence of records is evidence, not proof', ...details],
  };
}

function laterFailures(within: Case, write: EventOf<'tool-call'>, value: string): EventOf<'tool-result'>[] {
  return within.timeline
    .filter(
      (event): event is EventOf<'tool-result'> =>
        event.kind === 'tool-result' && event.isError && event.order > write.order,
    )
    .filter((event) => event.texts.some((text) => text.value.includes(value)))
    .slice(0, 5);
}

/** The host says that a file of memory changed, and no recorded call wrote what it shows. */
function* unexplainedChange(within: Case, order: number, text: Text): Iterable<Claim> {
  const { place, path } = text.origin;
  if (!/edited_text_file|changed|modified/.test(place ?? '')) return;
  const file = path ?? pathBefore(within, text);
  if (file === undefined || !isPersistentPath(file)) return;
  const shown = plain(text.value);
  if (shown.length < 12) return;
  const writes = [...(writtenPlaces(within).get(resolvePath(file, undefined)) ?? [])].filter(
    (write) => write.order < order,
  );
  const explained = writes.some((write) => {
    const { input } = write.call;
    const words = plain(
      [stringAt(input, 'content'), stringAt(input, 'new_string'), stringAt(input, 'command')]
        .filter((part) => part !== undefined)
        .join('\n'),
    );
    return words.includes(shown) || shown.includes(words) || overlap(shown, words) >= 0.8;
  });
  if (explained) return;
  const confirms =
    /\b(?:user|owner|human|customer|boss)\b[^.\n]{0,60}\b(?:confirmed|approved|agreed|said|asked|wants?|decided|authori[sz]ed|verified)\b/i.test(
      text.value,
    );
  yield {
    detector: id,
    message: `${file} changed by no recorded write${confirms ? ', and what it says now claims a person’s confirmation' : ''}`,
    severity: isMemoryPath(file) && (confirms || writes.length > 0) ? 'high' : 'low',
    confidence: 'medium',
    primary: { cite: text.cite, note: 'what the host shows of the changed file' },
    related: writes.slice(-2).map((write) => ({
      cite: write.call.texts[0]?.cite ?? { record: write.call.span, pointer: '' },
      note: 'the last recorded write to it says something else',
    })),
    agents: [text.agent],
    open: { path: resolvePath(file, undefined), text },
    details: ['the writer may lie outside the evidence: another session, an editor, a person'],
  };
}

function pathBefore(within: Case, text: Text): string | undefined {
  const event = within.event(text.event);
  const attachment = event?.kind === 'injection' || event?.kind === 'notice' ? event.attachment : undefined;
  return stringAt(attachment, 'filename') ?? stringAt(attachment, 'path') ?? stringAt(attachment, 'file_path');
}

/** Words only: line numbers, arrows and white space of the host's listing are no content. */
function plain(value: string): string {
  return value
    .replace(/^\s*\d+[\t→]/gm, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function overlap(shown: string, written: string): number {
  const words = new Set(written.split(' '));
  const own = shown.split(' ');
  return own.filter((word) => words.has(word)).length / own.length;
}
