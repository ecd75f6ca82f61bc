import { clip } from '../base/clean.ts';
import type { Agent, Case, EventOf, Text } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './laundering/claim.ts';

const id = 'brief-mutated';

export const briefMutated: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const spawn of within.timeline) {
      if (spawn.kind !== 'spawn' || spawn.child === undefined) continue;
      const child = within.agents.get(spawn.child);
      const written = spawn.texts.find((text) => text.origin.channel === 'model');
      if (child === undefined || written === undefined || !isComparable(child)) continue;
      const brief = within
        .eventsOf(child.id)
        .find((event): event is EventOf<'prompt'> => event.kind === 'prompt' && event.isBrief);
      const given = brief?.texts.filter((text) => text.origin.channel === 'model') ?? [];
      if (brief === undefined || given.length === 0 || given.some((text) => text.copyOf !== undefined)) continue;
      const change = changeOf(written, given);
      if (change !== undefined) yield claimOf(within, spawn, brief, child, written, change);
    }
  },
};

/** Forks, skills and workflows get their words wrapped by the host; a link by time alone proves nothing about a text. */
function isComparable(child: Agent): boolean {
  return (
    child.kind === 'subagent' && child.link !== null && child.link.basis !== 'inferred' && child.link.ambiguous !== true
  );
}

interface Change {
  readonly text: Text;
  /** Characters of the child's text that the parent did not write. */
  readonly added: readonly [start: number, end: number];
  /** Characters of the parent's text that did not arrive. */
  readonly removed: readonly [start: number, end: number];
}

function changeOf(written: Text, given: readonly Text[]): Change | undefined {
  const same = (text: string): string =>
    text
      .replaceAll('\r\n', '\n')
      .replace(/[ \t]+$/gm, '')
      .trim();
  const parent = same(written.value);
  if (same(given.map((text) => text.value).join('\n')) === parent || given.some((text) => same(text.value) === parent))
    return undefined;
  const text = given[0]!;
  let front = 0;
  while (front < text.value.length && front < written.value.length && text.value[front] === written.value[front])
    front += 1;
  let back = 0;
  const most = Math.min(text.value.length, written.value.length) - front;
  while (back < most && text.value.at(-1 - back) === written.value.at(-1 - back)) back += 1;
  const added = [front, text.value.length - back] as const;
  const removed = [front, written.value.length - back] as const;
  // Hardly anything in common: another text, not a changed one.
  if (front + back < Math.min(written.value.length, text.value.length) / 4) return undefined;
  return same(text.value.slice(...added)) === '' && same(written.value.slice(...removed)) === ''
    ? undefined
    : { text, added, removed };
}

function claimOf(
  within: Case,
  spawn: EventOf<'spawn'>,
  brief: EventOf<'prompt'>,
  child: Agent,
  written: Text,
  change: Change,
): Claim {
  const words = change.text.value.slice(...change.added).trim();
  const hook = hookBehind(within, spawn, brief, words);
  const lost = change.removed[1] - change.removed[0];
  const cite = citeSpan(change.text, change.added[1] > change.added[0] ? change.added : [0, change.text.value.length]);
  return {
    detector: id,
    message:
      hook === undefined
        ? `agent ${child.type} (${child.id.slice(0, 12)}) was given ${words.length} characters that its parent did not write; a hook is suspected, none is recorded`
        : `a recorded hook (${hook.name}) changed the brief of agent ${child.type} (${child.id.slice(0, 12)})`,
    severity: hook === undefined ? 'medium' : 'info',
    confidence: hook === undefined ? 'medium' : 'high',
    primary: { cite, note: 'stands only in the child’s first text' },
    related: [
      { cite: written.cite, note: 'the brief as the parent wrote it' },
      ...(hook === undefined ? [] : [{ cite: hook.text.cite, note: `what the hook ${hook.name} answered` }]),
    ],
    agents: [spawn.agent, child.id],
    details: [
      `added: ${JSON.stringify(clip(words, 400))}`,
      ...(lost > 0 ? [`taken away: ${JSON.stringify(clip(written.value.slice(...change.removed), 400))}`] : []),
      ...(hook === undefined ? ['author of the added words: unknown; a silent hook leaves no record'] : []),
    ],
  };
}

/** A hook's answer about this call: it rewrote the input, or prints the added words. */
function hookBehind(
  within: Case,
  spawn: EventOf<'spawn'>,
  brief: EventOf<'prompt'>,
  words: string,
): { name: string; text: Text } | undefined {
  const probe = words.slice(0, 60).replaceAll('\n', ' ');
  for (const text of within.texts) {
    if (text.origin.channel !== 'hook') continue;
    const event = within.event(text.event);
    if (event === undefined || event.order < spawn.order - 12 || event.order > brief.order + 12) continue;
    const unescaped = text.value.replaceAll('\\n', ' ').replaceAll('\n', ' ');
    const rewrites =
      /"updatedInput"/.test(text.value) &&
      (text.origin.toolUseId === undefined || text.origin.toolUseId === spawn.toolUseId);
    if (!rewrites && !(probe.length >= 20 && unescaped.includes(probe))) continue;
    const attachment = event.kind === 'notice' || event.kind === 'injection' ? event.attachment : undefined;
    const named = attachment?.['hookName'] ?? attachment?.['command'];
    return { name: typeof named === 'string' ? named : (text.origin.place ?? 'hook'), text };
  }
  return undefined;
}
