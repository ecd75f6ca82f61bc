import type { EventOf, Text } from '../../case/model.ts';
import type { Claim } from '../../detectors/claim.ts';
import type { Citation } from '../../evidence/span.ts';
import { isHuman } from '../../flows/acted/judge.ts';
import type { MessageRow, SpokenRow, StrayRow } from '../../links/model.ts';
import type { SummaryContext } from './context.ts';

const MOST_ROWS = 200;
const MOST_TASKS = 5_000;
const SPAN_PRINTS = 64;
const PROMPT_PRINTS = 1_024;
/** A shorter prompt holds no pasted history. UTF-16 units. */
const LEAST_PASTED = 120;
/** Detectors whose primary evidence is text that a model made up in somebody else's name. */
const FORGED = new Set([
  'self-authored-turn',
  'self-approval',
  'forged-control-markup',
  'forged-role-marker',
  'forged-authority',
]);

/** Words that detectors call forged here: where they come up again, they came from here. */
export function saidRows(context: SummaryContext, claims: readonly Claim[]): readonly SpokenRow[] {
  const texts = textIndex(context);
  const rows = claims.flatMap((claim): (() => SpokenRow)[] => {
    if (!FORGED.has(claim.detector) || claim.severity === 'info' || claim.verdict === 'quoted') return [];
    const { cite } = claim.primary;
    const text = texts.get(keyOf(cite));
    const event = text === undefined ? undefined : context.record.event(text.event);
    if (text === undefined || event === undefined || text.origin.by.kind !== 'agent') return [];
    const base = text.cite.chars?.[0] ?? 0;
    const words = cite.chars === undefined ? text.value : text.value.slice(cite.chars[0] - base, cite.chars[1] - base);
    return [
      () => ({
        spot: context.spot(event),
        agent: text.agent,
        ...(event.at === undefined ? {} : { at: event.at }),
        prints: context.fingerprints.prints(words, SPAN_PRINTS),
        labels: context.labels([text]),
        evidence: context.evidence({ cite, note: 'first written here, by a model' }),
        detector: claim.detector,
      }),
    ];
  });
  return context.first(rows, MOST_ROWS, 'forged texts').map((make) => make());
}

/** Long prompts: people paste what other sessions said. */
export function heardRows(context: SummaryContext): readonly SpokenRow[] {
  const rows = context.record.timeline.flatMap((event): (() => SpokenRow)[] => {
    if (event.kind !== 'prompt' || context.record.isInherited(event.span)) return [];
    return event.texts
      .filter((text) => text.value.length >= LEAST_PASTED && (isHuman(text) || text.origin.channel === 'caller'))
      .map((text) => () => ({
        spot: context.spot(event),
        agent: event.agent,
        ...(event.at === undefined ? {} : { at: event.at }),
        prints: context.fingerprints.prints(text.value, PROMPT_PRINTS),
        labels: context.labels([text]),
        evidence: context.evidence({ cite: text.cite, note: 'stands here as what a person or caller says' }, 'primary'),
      }));
  });
  return context.first(rows, MOST_ROWS, 'long prompts').map((make) => make());
}

/** Messages whose other end is no agent of this case. */
export function messageRows(context: SummaryContext, direction: 'sent' | 'received'): readonly MessageRow[] {
  const { record } = context;
  const rows = record.timeline.flatMap((event): (() => MessageRow)[] => {
    if (event.kind !== 'message' || event.direction !== direction || record.isInherited(event.span)) return [];
    const peer = direction === 'sent' ? event.to : event.from;
    if (
      peer !== undefined &&
      (record.agents.get(peer) !== undefined || record.agents.agents.some((one) => one.name === peer))
    )
      return [];
    const texts = event.texts.filter((text) =>
      direction === 'sent'
        ? text.origin.by.kind === 'agent'
        : text.origin.channel === 'peer' && text.copyOf === undefined,
    );
    const text = [...texts].sort((a, b) => b.value.length - a.value.length)[0];
    if (text === undefined) return [];
    return [
      () => ({
        spot: context.spot(event),
        agent: event.agent,
        ...(event.at === undefined ? {} : { at: event.at }),
        ...(peer === undefined ? {} : { peer }),
        prints: context.fingerprints.prints(text.value, SPAN_PRINTS * 4),
        labels: context.labels([text]),
        evidence: context.evidence({
          cite: text.cite,
          note:
            direction === 'sent'
              ? `sent to ${peer ?? 'another session'}`
              : `received in the name of ${peer ?? 'another session'}`,
        }),
      }),
    ];
  });
  return context.first(rows, MOST_ROWS, `${direction} messages`).map((make) => make());
}

const STARTS_TASKS = /^(?:Agent|Task|Monitor|Workflow|SendMessage|Skill)$/;

/** Ids that a notice may name. */
export function taskIds(context: SummaryContext): readonly string[] {
  const ids = new Set<string>();
  for (const event of context.record.timeline) {
    if (event.kind !== 'tool-call') continue;
    if (STARTS_TASKS.test(event.toolName) || event.input['run_in_background'] === true) ids.add(event.toolUseId);
  }
  return context.first([...ids].sort(), MOST_TASKS, 'ids of background calls');
}

/** Notices about calls that no agent of the case made: they may belong to another session. */
export function strayRows(context: SummaryContext): readonly StrayRow[] {
  const { record } = context;
  const rows = new Map<string, EventOf<'notice'>>();
  for (const event of record.timeline) {
    if (event.kind !== 'notice' || event.noticeType !== 'task-notification' || event.toolUseId === undefined) continue;
    if (event.texts.length === 0 || rows.has(event.toolUseId) || record.isInherited(event.span)) continue;
    if (record.call(event.toolUseId) === undefined) rows.set(event.toolUseId, event);
  }
  return context.first([...rows], MOST_ROWS, 'notices').map(([id, event]) => ({
    id,
    agent: event.agent,
    evidence: context.evidence({ cite: event.texts[0]!.cite, note: `names call ${id}` }, 'primary'),
  }));
}

function textIndex({ record }: SummaryContext): ReadonlyMap<string, Text> {
  const index = new Map<string, Text>();
  for (const text of record.texts) {
    const key = keyOf(text.cite);
    if (!index.has(key)) index.set(key, text);
  }
  return index;
}

function keyOf({ record, pointer }: Citation): string {
  return `${record.artefact}:${record.byteStart}:${pointer}`;
}
