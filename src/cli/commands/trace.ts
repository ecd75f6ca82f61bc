import type { BriefSummary, CaseResult, Link } from '../../result/report.ts';
import type { Call, Run } from '../command.ts';
import { formatOf } from '../formats.ts';
import { type Input, openInput, type Wish } from '../input.ts';
import { present } from '../present.ts';

/**
 * Where a text, finding or record came from and where it went. A text is looked for in every session at once; from a finding or a record
 * the trail is followed, over sessions where several are given.
 */
export const run: Run = async (call) => {
  const [wanted, ...paths] = call.operands;
  const trail = isName(wanted!) ? await trailOf(call, wanted!, paths) : undefined;
  const input = await openInput(call, paths, {
    parts: {
      flows: true,
      timeline: true,
      briefs: true,
      findings: wanted!.startsWith('F-'),
      links: trail === undefined,
    },
    focus: wanted!,
    ...(trail !== undefined && { trail: trail.events }),
    transcriptsOnly: true,
  });
  // Names for a reader; a machine joins by id.
  const shown = formatOf(call) === 'table';
  const places = new Map<string, Set<string>>();
  await present(call, input, {
    table: async () => (await import('../../report/trace.ts')).trace,
    select: ({ briefs, ...result }) => {
      const events = new Set((result.timeline ?? []).map((event) => event.id));
      if (events.size > 0) places.set(result.id, events);
      const near = (briefs ?? []).filter((brief) => isNear(brief, events, wanted!));
      return { ...result, agents: shown ? result.agents : [], replays: [], ...(near.length > 0 && { briefs: near }) };
    },
    omit: (result) => (result.timeline ?? []).length === 0,
    onEnd: () => narrow(input, places, wanted!, trail?.links),
  });
  if (places.size === 0 && call.settings.quiet !== true) {
    await call.err.write(
      `Nothing holds that text, also with white space and case folded.\nhelp: copy a shorter part of it, or name a finding, an event id or a record uuid\n`,
    );
  }
  return input.reasons;
};

const EVENT_ID = /^(?:root|[\w-]{6,})(?:@\d+)?:\d+(?:\.\d+)?(?:~\d+)?(?:\/\w+)?$/;
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{0,4}){1,4}[0-9a-f]*$/i;

/** A finding, an event or a record, and no text. */
function isName(wanted: string): boolean {
  return /^F-[0-9a-z]{4,}$/.test(wanted) || EVENT_ID.test(wanted) || UUID.test(wanted);
}

/** The trail that leads away from a finding or a record; undefined where one session alone is given, or nothing bears that name. */
async function trailOf(call: Call, wanted: string, paths: readonly string[]) {
  const { Trail } = await import('../../links/trail.ts');
  const trail = new Trail();
  const quiet: Call = { ...call, settings: { ...call.settings, quiet: true } };
  // A first look finds what is meant; a second one takes all ways of all sessions.
  const meant = new Map<string, string[]>();
  const look = async (wish: Partial<Wish>, take: (result: CaseResult) => void): Promise<Input> => {
    const parts = { flows: true, timeline: true, findings: true, links: true };
    const input = await openInput(quiet, paths, { parts, transcriptsOnly: true, ...wish });
    for await (const result of input.cases) take(result);
    return input;
  };
  let sessions = 0;
  await look({ focus: wanted, parts: { flows: true, timeline: true, findings: wanted.startsWith('F-') } }, (result) => {
    sessions += 1;
    meant.set(
      result.id,
      (result.timeline ?? []).map((event) => event.id),
    );
  });
  if (sessions < 2) return undefined;
  const { tail } = await look({}, (result) => trail.add(result, meant.get(result.id) ?? []));
  for (const finding of tail.findings) {
    if (!finding.id.startsWith(wanted)) continue;
    for (const link of tail.links) {
      const cited = (end: Link['from']) =>
        finding.cases?.includes(end.case) === true &&
        finding.evidence.some((evidence) => evidence.path === end.path && evidence.line === end.line);
      if (cited(link.from)) trail.start(link.from.case, link.from.eventId);
      if (cited(link.to)) trail.start(link.to.case, link.to.eventId);
    }
  }
  return trail.isEmpty ? undefined : trail.follow(tail.links);
}

/** Briefs among what is shown, those whose reader is, and those that name what was asked for. */
function isNear(brief: BriefSummary, events: ReadonlySet<string>, wanted: string): boolean {
  return (
    events.has(brief.eventId) ||
    events.has(brief.eventId.replace(/\/spawn$/, '')) ||
    brief.byReference.includes(wanted) ||
    (brief.references ?? []).some((reference) => reference.reads.some((read) => events.has(read.eventId)))
  );
}

/** Of what belongs to all sessions only what lies on the way. */
function narrow(
  input: Input,
  places: ReadonlyMap<string, ReadonlySet<string>>,
  wanted: string,
  links: readonly Link[] | undefined,
): void {
  const { tail } = input;
  const isShown = ({ case: owner, eventId }: Link['from']) => places.get(owner)?.has(eventId) === true;
  const isCopy = ({ channel }: Link) => channel === 'fork' || channel === 'resume';
  tail.links = (links ?? tail.links).filter(
    (link) =>
      links !== undefined ||
      isShown(link.from) ||
      isShown(link.to) ||
      (isCopy(link) && places.has(link.from.case) && places.has(link.to.case)),
  );
  tail.findings = tail.findings.filter((finding) => wanted.startsWith('F-') && finding.id.startsWith(wanted));
}
