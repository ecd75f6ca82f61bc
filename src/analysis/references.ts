import { stringAt } from '../base/json.ts';
import type { AgentId, Case, EventOf, Text } from '../case/model.ts';
import { commandEffects } from '../flows/bash/effects.ts';
import { effectsOf } from '../flows/effects/effects.ts';
import { type FlowGraph, INTEGRITY_ORDER, type Integrity } from '../flows/model.ts';
import { isAbsolute, resolvePath } from '../flows/policy/paths.ts';
import { READING_TOOLS, SHELL_TOOLS } from '../hosts/integrity.ts';
import type { BriefReference } from '../result/report.ts';
import { type PathOf, placeOf } from './summarise.ts';

/** Something that a brief names instead of carrying it, and where the child then read it itself. */
export interface Reference extends BriefReference {
  /** Where the name stands in the brief, in UTF-16 units of its value. */
  readonly at: readonly [start: number, end: number];
}

type Kind = Reference['kind'];

/** Longer briefs are read in their first part only, in UTF-16 units. */
const MOST_SEARCHED = 200_000;
const MOST_REFERENCES = 50;
const MOST_READS = 20;

/** Names that speak for themselves, and names that only count once the child was seen reading what they name. */
const FORMS: readonly { readonly kind: Kind; readonly pattern: RegExp; readonly proved: boolean }[] = [
  { kind: 'link', pattern: /\b(?:https?|s3|gs|git|ssh|file|ftp):\/\/[^\s"'`<>)\]]{3,300}/g, proved: false },
  {
    kind: 'path',
    pattern: /(?<![\w/.:])(?:~|\.{1,2}|[A-Za-z]:)?[/\\]?(?:[\w@.+-]{1,80}[/\\]){1,16}[\w@.+-]{1,80}\.\w{1,8}\b/g,
    proved: false,
  },
  { kind: 'path', pattern: /(?<![\w/.:])(?:~|\.{1,2})?\/?(?:[\w@.+-]{1,80}\/){1,16}[\w@.+-]{0,80}/g, proved: true },
  { kind: 'path', pattern: /(?<![\w/.:@+-])[\w+-][\w.+-]{0,80}\.[A-Za-z]\w{0,7}\b(?!@)/g, proved: true },
  { kind: 'id', pattern: /(?<![\w&/])#\d{1,9}\b|\b[A-Z][A-Z0-9]{1,9}-\d{1,7}\b/g, proved: false },
  { kind: 'id', pattern: /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, proved: false },
  { kind: 'id', pattern: /\b(?=[0-9a-f]{0,39}\d)(?=[0-9a-f]{0,39}[a-f])[0-9a-f]{7,40}\b/g, proved: true },
  {
    kind: 'id',
    pattern: /\b(?=[A-Za-z]{1,39}[_-]?\d)[A-Za-z]{1,12}[_-][A-Za-z0-9_-]{4,40}\b|\b\d{3,12}\b/g,
    proved: true,
  },
];

/** Paths, links and ids that a brief passes instead of text; what stands behind them reaches the child without being carried. */
export function referencesIn(
  record: Case,
  flows: FlowGraph,
  brief: Text,
  child: AgentId | undefined,
  pathOf: PathOf,
): Reference[] {
  const reads = child === undefined ? [] : readsBelow(record, child);
  const words = brief.value.slice(0, MOST_SEARCHED);
  const taken = new Uint8Array(words.length);
  const found = new Map<string, Reference>();
  for (const { kind, pattern, proved } of FORMS) {
    for (const match of words.matchAll(pattern)) {
      const value = match[0].replace(/[.,;:!?]+$/, '');
      const end = match.index + value.length;
      if (value.length < 2 || taken[match.index] === 1 || taken[end - 1] === 1) continue;
      if (found.has(value)) continue;
      const own = reads.filter((read) => read.names(value, kind));
      if (proved && own.length === 0) continue;
      taken.fill(1, match.index, end);
      found.set(value, {
        value,
        kind,
        at: [match.index, end],
        reads: own.slice(0, MOST_READS).map((read) => ({
          eventId: read.result.id,
          agent: read.result.agent,
          tool: read.call.toolName,
          ...labelsOf(read.result, flows),
          place: placeOf(read.result.texts[0]?.cite ?? { record: read.result.span, pointer: '' }, pathOf),
        })),
      });
      if (found.size === MOST_REFERENCES) return inOrder(found);
    }
  }
  return inOrder(found);
}

function inOrder(found: ReadonlyMap<string, Reference>): Reference[] {
  return [...found.values()].sort((a, b) => a.at[0] - b.at[0]);
}

/** What came back: the least trusted of its texts counts. */
function labelsOf(result: EventOf<'tool-result'>, flows: FlowGraph): { carried: Integrity; possible: Integrity } {
  let [carried, possible]: [Integrity, Integrity] = ['host', 'host'];
  for (const text of result.texts) {
    if (text.origin.channel === 'notice') continue;
    const labels = flows.labelsOf(text);
    carried = worse(carried, labels.carried.integrity);
    possible = worse(possible, labels.possible.integrity);
  }
  return { carried, possible: worse(carried, possible) };
}

function worse(a: Integrity, b: Integrity): Integrity {
  return INTEGRITY_ORDER.indexOf(a) >= INTEGRITY_ORDER.indexOf(b) ? a : b;
}

interface ReadCall {
  readonly call: EventOf<'tool-call'>;
  readonly result: EventOf<'tool-result'>;
  names(value: string, kind: Kind): boolean;
}

const reading = new WeakMap<Case, Map<AgentId, readonly ReadCall[]>>();

/** Calls of an agent, and of those it started in turn, that brought something to read. */
function readsBelow(record: Case, agent: AgentId): readonly ReadCall[] {
  let known = reading.get(record);
  if (known === undefined) {
    known = new Map();
    reading.set(record, known);
  }
  let reads = known.get(agent);
  if (reads === undefined) {
    known.set(agent, []);
    reads = [
      ...record.eventsOf(agent).flatMap((event) => (event.kind === 'tool-call' ? (readBy(record, event) ?? []) : [])),
      ...record.agents.childrenOf(agent).flatMap((child) => readsBelow(record, child.id)),
    ];
    known.set(agent, reads);
  }
  return reads;
}

/** Tools that write, or that hand words on, name things without reading them. */
const SILENT = new Set(
  'Write Edit MultiEdit NotebookEdit Agent Task SendMessage TodoWrite TaskCreate TaskUpdate ToolSearch'.split(' '),
);

function readBy(record: Case, call: EventOf<'tool-call'>): ReadCall | undefined {
  const result = call.result === undefined ? undefined : record.event(call.result);
  if (result?.kind !== 'tool-result' || result.isError || SILENT.has(call.toolName)) return undefined;
  if (SHELL_TOOLS.includes(call.toolName)) {
    const { output, readsOutside } = commandEffects(stringAt(call.input, 'command') ?? '', call.cwd);
    const addresses = [...output.outside, ...readsOutside].flatMap((one) => one.url ?? one.host ?? []);
    const files = output.files.map((file) => resolvePath(file, call.cwd));
    const words = new Set((stringAt(call.input, 'command') ?? '').split(/[\s'"=]+/));
    return {
      call,
      result,
      names: (value, kind) =>
        kind === 'path'
          ? files.some((file) => isSamePlace(file, value, call.cwd))
          : kind === 'link'
            ? addresses.some((address) => isSameLink(address, value))
            : words.has(value.replace(/^#/, '')),
    };
  }
  const effects = effectsOf(call);
  if (effects.length > 0 && effects.every((effect) => effect.kind !== 'read' && effect.kind !== 'fetch'))
    return undefined;
  const paths = (READING_TOOLS[call.toolName] ?? []).flatMap((member) => stringAt(call.input, member) ?? []);
  const values = stringsIn(call.input);
  return {
    call,
    result,
    names: (value, kind) =>
      kind === 'path'
        ? paths.some((path) => isSamePlace(resolvePath(path, call.cwd), value, call.cwd)) ||
          (paths.length === 0 && values.some((one) => one === value || one.endsWith(`/${value}`)))
        : kind === 'link'
          ? values.some((one) => isSameLink(one, value))
          : values.some((one) => one === value || one === value.replace(/^#/, '')),
  };
}

/** The named file, the same file named from another folder, or something below a named folder. */
function isSamePlace(read: string, named: string, cwd: string | undefined): boolean {
  const whole = resolvePath(named, cwd);
  if (read === whole || read.startsWith(`${whole}/`)) return true;
  const short = named.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
  return !isAbsolute(named) && !short.startsWith('..') && (read.endsWith(`/${short}`) || read.includes(`/${short}/`));
}

function isSameLink(read: string, named: string): boolean {
  const bare = (url: string) => url.replace(/^[a-z][a-z0-9+]*:\/\//i, '').replace(/[/#?]+$/, '');
  const [a, b] = [bare(read), bare(named)];
  return a !== '' && (a === b || a.startsWith(`${b}/`) || a.startsWith(`${b}?`));
}

function stringsIn(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return value.length <= 2_000 ? [value] : [];
  if (typeof value === 'number') return [String(value)];
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  return Object.values(value).flatMap((member) => stringsIn(member, depth + 1));
}
