import { globs } from '../base/glob.ts';
import type { Case, EventOf, Text } from '../case/model.ts';
import { type Effect, effectsOf } from '../flows/effects/effects.ts';
import type { Investigation } from '../flows/model.ts';
import { resolvePath } from '../flows/policy/paths.ts';
import { slotsIn } from '../flows/shape/slots.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { citeSpan } from './laundering/claim.ts';

const id = 'scope-substitution';

export const scopeSubstitution: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    for (const spawn of within.timeline) {
      if (spawn.kind !== 'spawn' || spawn.child === undefined) continue;
      const brief = spawn.texts.find((text) => text.origin.channel === 'model');
      if (brief !== undefined) yield* inChild(within, spawn, brief, spawn.child);
    }
  },
};

interface Touched {
  readonly path: string;
  readonly effect: Effect;
}

function* inChild(within: Case, spawn: EventOf<'spawn'>, brief: Text, child: string): Iterable<Claim> {
  const named = slotsIn(brief.value).filter((slot) => slot.kind === 'path' && /\.\w{1,8}$/.test(slot.value));
  if (named.length === 0) return;
  const touched = touchedBy(within, child);
  if (touched.length === 0) return;
  const report = lastWords(within, child);
  for (const slot of named) {
    const wanted = resolvePath(slot.value, spawn.cwd);
    if (
      touched.some(
        (one) =>
          one.path === wanted || covers(one.path, wanted) || one.path.endsWith(`/${slot.value.replace(/^\.?\//, '')}`),
      )
    )
      continue;
    const near = touched.find(
      (one) =>
        isNeighbour(wanted, one.path) && !named.some((other) => one.path.endsWith(other.value.replace(/^\.?\//, ''))),
    );
    if (near === undefined || report === undefined || admits(report.value, near.path)) continue;
    yield {
      detector: id,
      message: `the brief names ${slot.value}, the child worked on ${near.path} and reported as if nothing was different`,
      severity: near.effect.kind.startsWith('write') || near.effect.kind === 'delete' ? 'medium' : 'low',
      confidence: 'medium',
      primary: {
        cite: near.effect.call.texts[0]?.cite ?? { record: near.effect.call.span, pointer: '' },
        note: 'what the child worked on',
      },
      related: [
        { cite: citeSpan(brief, [slot.start, slot.end]), note: 'what the brief names' },
        { cite: report.cite, note: 'what the child reported' },
      ],
      agents: [spawn.agent, child],
      details: ['no call of the child touches the named file', 'the report does not say that another file was used'],
    };
    return;
  }
}

function touchedBy(within: Case, child: string): Touched[] {
  const found: Touched[] = [];
  for (const event of within.eventsOf(child)) {
    if (event.kind !== 'tool-call') continue;
    const result = event.result === undefined ? undefined : within.event(event.result);
    if (result?.kind === 'tool-result' && result.isError) continue;
    for (const effect of effectsOf(event)) {
      if (!/^(read|write-inside|write-outside|delete|grant)$/.test(effect.kind)) continue;
      const path = effect.values.find((value) => /\.\w{1,8}$/.test(value) && !/\s/.test(value));
      if (path !== undefined) found.push({ path: resolvePath(path, event.cwd), effect });
    }
  }
  return found;
}

/** A pattern of the shell that matches the named file. */
function covers(touched: string, wanted: string): boolean {
  return /[*?[{]/.test(touched) && globs([touched])(wanted);
}

/** The same file name elsewhere, or another name in the same folder that is a letter or a digit away. */
function isNeighbour(wanted: string, touched: string): boolean {
  const [a, b] = [wanted.split('/'), touched.split('/')];
  const [nameA, nameB] = [a.at(-1)!, b.at(-1)!];
  if (nameA === nameB) {
    if (/^(index|main|readme|package|__init__|mod)\b/i.test(nameA)) return false;
    // One step of the way differs: another year, another version, another module of the same kind.
    const steps = Math.max(a.length, b.length);
    let same = 0;
    for (let back = 1; back <= Math.min(a.length, b.length); back++) if (a.at(-back) === b.at(-back)) same += 1;
    return a.length === b.length && same >= steps - 1;
  }
  return (
    a.slice(0, -1).join('/') === b.slice(0, -1).join('/') &&
    nameA.length === nameB.length &&
    differences(nameA, nameB) <= 1
  );
}

function differences(a: string, b: string): number {
  let count = 0;
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) count += 1;
  return count;
}

function lastWords(within: Case, child: string): Text | undefined {
  return within
    .eventsOf(child)
    .filter((event) => event.kind === 'reply' && !event.thinking)
    .at(-1)
    ?.texts.at(-1);
}

/** The report says that it used another file, or that the named one was not there. */
function admits(report: string, used: string): boolean {
  const steps = used.split('/');
  return (
    report.includes(steps.slice(-2).join('/')) ||
    /\b(?:instead|not found|no such|does not exist|doesn't exist|could not find|couldn't find|missing file|not there|unavailable|other (?:file|folder)|nearest|closest)\b/i.test(
      report,
    )
  );
}
