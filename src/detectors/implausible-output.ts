import { isObject, stringAt } from '../base/json.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './forgery/provenance.ts';

const id = 'implausible-output';

export const implausibleOutput: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    yield* editsThatAreNone(analysed);
    yield* eventsAgainstLog(analysed);
  },
};

const EDITORS = new Set(['Edit', 'MultiEdit', 'Write', 'NotebookEdit']);
/** How hosts confirm a write, and the words of their errors. */
const CONFIRMED =
  /^\s*(?:The file |File |Applied |Updated |Wrote |Created |Cell |Successfully |Overwr|Edited |Inserted |Replaced |Deleted |Error|<tool_use_error>|String to replace|Found \d|No changes|Permission|Claude requested|The user doesn|Hook |PreToolUse|Exit code|EACCES|ENOENT|\[Tool call|InputValidation|Operation|Update|[^\n]{0,120}\b(?:has been|have been|was|were) (?:updated|created|edited|written|saved|modified|overwritten))/i;

function* editsThatAreNone(analysed: Case): Iterable<Claim> {
  for (const event of analysed.timeline) {
    if (event.kind !== 'tool-result' || event.isError || event.toolName === undefined || !EDITORS.has(event.toolName))
      continue;
    const text = event.texts.find((one) => one.origin.channel === 'tool');
    if (text === undefined || text.value.trim() === '' || CONFIRMED.test(text.value)) continue;
    if (isObject(event.toolUseResult) && 'structuredPatch' in event.toolUseResult) continue;
    const call = event.call === undefined ? undefined : analysed.event(event.call);
    if (call?.kind !== 'tool-call' || wasRewritten(analysed, event)) continue;
    const later = laterRead(analysed, call);
    yield {
      detector: id,
      message: `a result of ${event.toolName} is no result of ${event.toolName}: no confirmation, no patch${later === undefined ? '' : ', and the file read later still has the old words'}`,
      severity: later === undefined ? 'low' : 'medium',
      confidence: later === undefined ? 'medium' : 'high',
      primary: { cite: text.cite, note: 'what came back instead of a confirmation' },
      related:
        later === undefined ? [] : [{ cite: later.cite, note: 'read afterwards: the old words are still there' }],
      agents: [event.agent],
      verdict: 'unattributed',
      actedOn: 'no',
      details: ['the host makes this result itself, so a tool or a page cannot have written it there'],
    };
  }
}

/** A hook may replace a result; where hooks left traces at that call, the result proves nothing. */
function wasRewritten(analysed: Case, event: EventOf<'tool-result'>): boolean {
  return analysed
    .eventsOf(event.agent)
    .some(
      (other) =>
        Math.abs(other.order - event.order) <= 4 &&
        other.kind === 'notice' &&
        other.noticeType.startsWith('hook') &&
        other.toolUseId === event.toolUseId,
    );
}

function laterRead(analysed: Case, call: EventOf<'tool-call'>): Text | undefined {
  const path = stringAt(call.input, 'file_path');
  const before = stringAt(call.input, 'old_string')?.trim();
  const after = stringAt(call.input, 'new_string')?.trim();
  if (path === undefined || before === undefined || before === '') return undefined;
  for (const event of analysed.eventsOf(call.agent)) {
    if (event.order <= call.order || event.kind !== 'tool-result' || event.toolName !== 'Read') continue;
    const read = event.call === undefined ? undefined : analysed.event(event.call);
    if (read?.kind !== 'tool-call' || stringAt(read.input, 'file_path') !== path) continue;
    const text = event.texts.find((one) => one.origin.channel === 'tool' && one.value.includes(before));
    return text !== undefined && (after === undefined || after === '' || !text.value.includes(after))
      ? text
      : undefined;
  }
  return undefined;
}

const EVENT_BODY = /<event>([\s\S]{1,4000}?)<\/event>/g;

/** Monitor events against the log, where the log itself was read later: same line but for one number, time or name. */
function* eventsAgainstLog(analysed: Case): Iterable<Claim> {
  const events: { text: Text; line: string; start: number }[] = [];
  for (const text of analysed.texts) {
    if (text.origin.place === 'event') {
      const line = text.value.trim();
      if (line.length >= 12 && !line.includes('\n')) events.push({ text, line, start: text.value.indexOf(line) });
      continue;
    }
    if (!text.value.includes('<event>')) continue;
    for (const match of text.value.matchAll(EVENT_BODY)) {
      const line = match[1]!.trim();
      if (line.length >= 12 && !line.includes('\n'))
        events.push({ text, line, start: match.index + match[0].indexOf(line) });
    }
  }
  if (events.length === 0) return;
  const lines = new Map<string, Text>();
  for (const event of analysed.timeline) {
    if (event.kind !== 'tool-result') continue;
    for (const text of event.texts) {
      if (text.origin.channel !== 'tool' || text.value.length > 2_000_000) continue;
      for (const line of text.value.split('\n')) {
        const bare = line.replace(/^\s*\d+[→\t:]\s?/, '').trim();
        if (bare.length >= 12 && !lines.has(bare)) lines.set(bare, text);
      }
    }
  }
  const shapes = new Map<string, { line: string; text: Text }>();
  for (const [line, text] of lines) if (!shapes.has(shapeOf(line))) shapes.set(shapeOf(line), { line, text });
  const differing = events.filter(({ line }) => !lines.has(line) && shapes.has(shapeOf(line)));
  const first = differing[0];
  if (first === undefined || !events.some(({ line }) => shapes.has(shapeOf(line)))) return;
  const log = shapes.get(shapeOf(first.line))!;
  yield {
    detector: id,
    message: `${differing.length} ${differing.length === 1 ? 'event differs' : 'events differ'} in a number or time from the log that was read later`,
    severity: 'low',
    confidence: 'medium',
    primary: {
      cite: citeSpan(first.text, first.start, first.start + first.line.length),
      note: 'the event as it was told',
    },
    related: [
      { cite: log.text.cite, note: 'the log, as it was read' },
      ...differing
        .slice(1, 6)
        .map((one) => ({ cite: citeSpan(one.text, one.start, one.start + one.line.length), note: 'another one' })),
    ],
    agents: [first.text.agent],
    verdict: 'unattributed',
    actedOn: 'no',
    details: ['the log may have been written anew between the event and the read: low'],
  };
}

/** A line with its numbers taken out: equal for lines that differ in a value only. */
function shapeOf(line: string): string {
  return line.replace(/\d+/g, '#');
}
