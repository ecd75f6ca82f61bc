/**
 * Matching speed: `node dist/test/bench/match.js [megabytes…]`. One case of that much tool output per line; sinks are one part in thirty,
 * half of their sentences are copied, with planted spans whose recall is checked in the same run. Prints MB of source per second for
 * indexing (built for the sinks, as a trace does), MB of sink per second for looking up, bytes of index per source byte and of all that is
 * held of the texts, and the growth from line to line.
 */
import type { AgentTree, Case, Delivery, EventOf, Text, TimelineEvent } from '../../src/case/model.ts';
import { Corpus } from '../../src/flows/match/corpus.ts';
import { FoldBuffer, foldInto } from '../../src/flows/match/fold.ts';
import { StrideIndex } from '../../src/flows/match/stride-index.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va we xi yo zu tra ple ston mer gan der lis cor'.split(
  ' ',
);

/** A small generator of its own: the same text on every machine. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

function writer(next: () => number): { sentence: () => string } {
  const words = Array.from({ length: 6000 }, () =>
    Array.from({ length: 1 + Math.floor(next() * 3) }, () => SYLLABLES[Math.floor(next() * SYLLABLES.length)]).join(''),
  );
  // Common words are common: the rank of the picked word falls off steeply.
  const word = () => words[Math.floor(words.length * next() ** 2)]!;
  return { sentence: () => `${Array.from({ length: 6 + Math.floor(next() * 10) }, word).join(' ')}.` };
}

interface Plan {
  readonly case: Case;
  readonly sources: readonly Text[];
  readonly sinks: readonly Text[];
  readonly planted: readonly { sink: number; sentence: string }[];
}

function plan(bytes: number): Plan {
  const next = random(bytes);
  const { sentence } = writer(next);
  const root = 'bench';
  const texts: Text[] = [];
  const timeline: TimelineEvent[] = [];
  const deliveries: Delivery[] = [];
  const sinks: Text[] = [];
  const sources: Text[] = [];
  const planted: { sink: number; sentence: string }[] = [];
  const span = (line: number) => ({ artefact: 'f', byteStart: 0, byteEnd: 0, line });
  const text = (value: string, origin: Text['origin'], event: string): Text => {
    const made = {
      id: texts.length,
      value,
      origin,
      cite: { record: span(texts.length + 1), pointer: '/x' },
      agent: root,
      event,
    };
    texts.push(made);
    return made;
  };
  let made = 0;
  let due = 0;
  const recent: string[] = [];
  while (made < bytes) {
    const order = timeline.length;
    const id = `root:${order}`;
    const common = { id, agent: root, order, span: span(order + 1) };
    if (due > 3000) {
      due = 0;
      const lines = Array.from({ length: 24 }, () => {
        const copied = next() < 0.5 && recent.length > 0;
        const line = copied ? recent[Math.floor(next() * recent.length)]! : sentence();
        if (copied && line.length > 60) planted.push({ sink: sinks.length, sentence: line });
        return line;
      });
      const brief = text(
        lines.join(' '),
        { channel: 'model', by: { kind: 'agent', agent: root }, tool: 'Agent', place: 'input:/prompt' },
        id,
      );
      sinks.push(brief);
      timeline.push({ ...common, kind: 'spawn', toolUseId: id, call: id, toolName: 'Agent', texts: [brief] });
      continue;
    }
    const lines: string[] = [];
    for (let size = 0; size < 20_000; ) {
      const line = sentence();
      lines.push(line);
      size += line.length + 1;
      if (next() < 0.02) recent[Math.floor(next() * 400)] = line;
    }
    for (let at = 0; at < recent.length; at++) recent[at] ??= lines[0]!;
    const value = lines.map((line, at) => `${String(at + 1).padStart(6)}→${line}`).join('\n');
    const result = text(
      value,
      { channel: 'tool', by: { kind: 'tool' }, tool: 'WebFetch', toolUseId: id, place: 'output' },
      id,
    );
    sources.push(result);
    timeline.push({
      ...common,
      kind: 'tool-result',
      toolUseId: id,
      toolName: 'WebFetch',
      isError: false,
      texts: [result],
    });
    deliveries.push({ text: result, to: root, atEvent: id, order });
    made += value.length;
    due += value.length / 30;
  }
  const events = new Map(timeline.map((event) => [event.id, event]));
  const agent = {
    id: root,
    kind: 'root',
    type: '',
    spawnedBy: null,
    link: null,
    artefacts: [],
    depth: 0,
    status: 'completed',
    toolCalls: 0,
  } as const;
  const agents: AgentTree = {
    root,
    agents: [agent],
    get: (id) => (id === root ? agent : undefined),
    childrenOf: () => [],
  };
  const record: Case = {
    id: root,
    host: 'claude-code',
    hostVersions: [],
    artefacts: [],
    agents,
    timeline,
    texts,
    deliveries,
    copies: [],
    inboxes: [],
    chain: { gaps: [], clock: [] },
    isInherited: () => false,
    facts: { humans: 0, notices: 0, peers: 0, replies: 0, returns: 0, copied: 0, unknownRecords: 0 },
    warnings: [],
    ids: { sessionIds: [], projectFolders: [], cwds: [] },
    event: (id) => events.get(id),
    call: (): EventOf<'tool-call'> | undefined => undefined,
    eventsOf: () => timeline,
    inputsOf: () => deliveries,
  };
  return { case: record, sources, sinks, planted };
}

/** Processor seconds: other work on the machine counts less than it would by the clock. */
function seconds(work: () => void): number {
  const from = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(from);
  return (user + system) / 1e6;
}

const megabytes = process.argv.slice(2).map(Number);
console.log(
  'MB  fold MB/s  index MB/s  corpus MB/s  sinks MB/s  index B/B  all B/B  trace s  all MB/s  growth  recall  capped',
);
let before: { size: number; time: number } | undefined;
for (const size of [0.5, ...(megabytes.length === 0 ? [1, 10, 50] : megabytes)]) {
  const made = plan(size * 1e6);
  const bytes = made.sources.reduce((sum, text) => sum + text.value.length, 0);
  const sinkBytes = made.sinks.reduce((sum, text) => sum + text.value.length, 0);
  const buffer = new FoldBuffer();
  const folding = seconds(() => {
    for (const text of made.sources) foldInto(text.value, buffer);
  });
  const index = new StrideIndex();
  const sinks = made.sinks.map((text) => buffer.units.slice(0, foldInto(text.value, buffer)));
  const indexing = seconds(() => {
    index.reserve(bytes);
    for (const text of made.sources) index.add(buffer.units, foldInto(text.value, buffer));
    index.seal(sinks);
  });
  let capped = 0;
  const looking = seconds(() => {
    for (const units of sinks) if (index.query(units, units.length, () => true).capped) capped++;
  });
  let corpus: Corpus | undefined;
  const storing = seconds(() => {
    corpus = new Corpus(made.case);
  });
  const held = corpus!.entries.reduce((sum, { words }) => sum + words.byteLength, corpus!.index.bytes);
  let flows: ReturnType<typeof traceFlows> | undefined;
  const tracing = seconds(() => {
    flows = traceFlows(made.case, DEFAULT_POLICY);
  });
  const found = made.planted.filter(({ sink, sentence }) => {
    const brief = made.sinks[sink]!;
    const at = brief.value.indexOf(sentence);
    const seen = new Uint8Array(brief.value.length);
    for (const flow of flows!.into(brief)) {
      for (const { to, tier } of flow.evidence) if (tier !== 'context') seen.fill(1, to.chars![0], to.chars![1]);
    }
    return seen.subarray(at, at + sentence.length - 1).every((mark) => mark === 1);
  }).length;
  const rate = (amount: number, time: number) => (amount / 1e6 / time).toFixed(1);
  const growth = before === undefined ? '' : (tracing / before.time / (size / before.size)).toFixed(2);
  if (size !== 0.5)
    console.log(
      [
        size,
        rate(bytes, folding),
        rate(bytes, indexing),
        rate(bytes, storing),
        rate(sinkBytes, looking),
        (index.bytes / bytes).toFixed(2),
        (held / bytes).toFixed(2),
        tracing.toFixed(2),
        rate(bytes + sinkBytes, tracing),
        growth,
        `${found}/${made.planted.length}`,
        capped,
      ].join('  '),
    );
  before = { size, time: tracing };
}
