import { closeSync, mkdirSync, openSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Random } from './random.ts';
import { code, numbered, prose } from './words.ts';

export interface ArchiveOptions {
  readonly megabytes: number;
  readonly seed?: number;
  /** Median megabytes of one session with its agents. */
  readonly sessionMegabytes?: number;
  /** Plant texts that travel from a fetched page into a brief, one in about so many sessions. */
  readonly flowEvery?: number;
  /** One session instead of many. */
  readonly giant?: boolean;
}

/** A text that was planted: it stands in the result of `sourceToolUseId` and in the brief of `sinkToolUseId`. */
export interface PlantedFlow {
  readonly session: string;
  readonly text: string;
  readonly sourceToolUseId: string;
  readonly sinkToolUseId: string;
}

export interface GeneratedArchive {
  readonly bytes: number;
  readonly files: number;
  readonly records: number;
  readonly flows: readonly PlantedFlow[];
}

/**
 * Writes an archive in the current layout whose shape is that measured on real ones (bench/PERFORMANCE section 0): bytes by
 * type, long-tailed sizes, structured results that repeat the text, two-byte characters in every file that was read.
 */
export function generateArchive(root: string, options: ArchiveOptions): GeneratedArchive {
  const random = new Random(options.seed ?? 1);
  const target = options.megabytes * 1e6;
  const totals = { bytes: 0, files: 0, records: 0, flows: [] as PlantedFlow[] };
  if (options.giant === true) {
    writeSession(join(root, 'projects', '-home-dev-giant'), random, target, options.flowEvery !== undefined, totals);
    return totals;
  }
  for (let ordinal = 0; totals.bytes < target; ordinal += 1) {
    const size = random.longTailed((options.sessionMegabytes ?? 0.4) * 1e6, 20e6);
    const flow = options.flowEvery !== undefined && ordinal % options.flowEvery === 0;
    const project = `-home-dev-project-${ordinal % 7}`;
    writeSession(join(root, 'projects', project), random, Math.min(size, target - totals.bytes + 20_000), flow, totals);
  }
  return totals;
}

type Totals = { bytes: number; files: number; records: number; flows: PlantedFlow[] };

function writeSession(folder: string, random: Random, size: number, flow: boolean, totals: Totals): void {
  const session = random.uuid();
  const main = new TranscriptFile(join(folder, `${session}.jsonl`), random, session, undefined, totals);
  main.prompt(prose(random, 200));
  if (flow) plant(folder, main, random, session, totals);
  while (main.bytes < size) {
    if (random.chance(0.01)) {
      const agent = `a${random.hex(16)}`;
      const brief = prose(random, 600);
      const toolUseId = main.call('Agent', { description: 'look', prompt: brief, subagent_type: 'Explore' });
      const report = writeChild(folder, random, session, agent, brief, toolUseId, totals);
      const content = [{ type: 'text', text: report }];
      main.result(toolUseId, content, { status: 'completed', agentId: agent, prompt: brief, content });
    } else main.step();
  }
  main.close();
}

function plant(folder: string, main: TranscriptFile, random: Random, session: string, totals: Totals): void {
  const text = `${prose(random, 60)} ${random.hex(12)} ${prose(random, 60)}`;
  const sourceToolUseId = main.call('WebFetch', { url: `https://${random.hex(6)}.example/page`, prompt: 'all' });
  const page = `${prose(random, 400)}\n${text}\n${prose(random, 300)}`;
  main.result(sourceToolUseId, page, { bytes: page.length, code: 200, result: page });
  for (let step = 0; step < 5; step += 1) main.step();
  const brief = `${prose(random, 80)}\n${text}\n${prose(random, 80)}`;
  const sinkToolUseId = main.call('Agent', { description: 'pass on', prompt: brief, subagent_type: 'general-purpose' });
  const agent = `a${random.hex(16)}`;
  const report = writeChild(folder, random, session, agent, brief, sinkToolUseId, totals);
  const content = [{ type: 'text', text: report }];
  main.result(sinkToolUseId, content, { status: 'completed', agentId: agent, prompt: brief, content });
  totals.flows.push({ session, text, sourceToolUseId, sinkToolUseId });
}

function writeChild(
  folder: string,
  random: Random,
  session: string,
  agent: string,
  brief: string,
  toolUseId: string,
  totals: Totals,
): string {
  const path = join(folder, session, 'subagents', `agent-${agent}`);
  const child = new TranscriptFile(`${path}.jsonl`, random, session, agent, totals);
  child.prompt(brief);
  for (let step = random.longTailed(12, 200); step > 0; step -= 1) child.step();
  const report = prose(random, 800);
  child.says(report);
  child.close();
  const meta = openSync(`${path}.meta.json`, 'w');
  writeSync(meta, JSON.stringify({ agentType: 'Explore', description: 'look', toolUseId, spawnDepth: 1 }));
  closeSync(meta);
  totals.files += 1;
  return report;
}

class TranscriptFile {
  bytes = 0;
  readonly #descriptor: number;
  readonly #random: Random;
  readonly #session: string;
  readonly #agent: string | undefined;
  readonly #totals: Totals;
  #pending: string[] = [];
  #parent: string | null = null;
  #at = Date.UTC(2026, 2, 1);

  constructor(path: string, random: Random, session: string, agent: string | undefined, totals: Totals) {
    mkdirSync(dirname(path), { recursive: true });
    this.#descriptor = openSync(path, 'w');
    this.#random = random;
    this.#session = session;
    this.#agent = agent;
    this.#totals = totals;
    totals.files += 1;
  }

  prompt(content: string): void {
    this.#write({ type: 'user', message: { role: 'user', content } });
  }

  says(text: string): void {
    this.#reply({ type: 'text', text });
  }

  call(name: string, input: object): string {
    const id = `toolu_${this.#random.hex(24)}`;
    this.#reply({ type: 'tool_use', id, name, input });
    return id;
  }

  result(toolUseId: string, content: unknown, toolUseResult: unknown): void {
    const block = { tool_use_id: toolUseId, type: 'tool_result', content };
    this.#write(
      { type: 'user', message: { role: 'user', content: [block] } },
      { toolUseResult, sourceToolAssistantUUID: this.#parent },
    );
  }

  /** One call with its result, or a side note; sizes and shares as measured. */
  step(): void {
    const random = this.#random;
    if (random.chance(0.15)) this.says(prose(random, random.longTailed(250, 4000)));
    if (random.chance(0.1)) this.#reply({ type: 'thinking', thinking: prose(random, 300), signature: random.hex(300) });
    if (random.chance(0.08)) this.#note();
    const name = random.pick(['Bash', 'Bash', 'Bash', 'Read', 'Read', 'Edit', 'Grep']);
    const size = random.longTailed(1400, random.chance(0.002) ? 4e6 : 60_000);
    if (name === 'Read') {
      const path = `/home/dev/src/${random.hex(4)}.ts`;
      const text = code(random, size);
      const id = this.call('Read', { file_path: path });
      this.result(id, numbered(text), {
        type: 'text',
        file: { filePath: path, content: text, numLines: 1, startLine: 1 },
      });
    } else if (name === 'Edit') {
      const [before, after] = [code(random, 200), code(random, 220)];
      const id = this.call('Edit', { file_path: '/home/dev/src/a.ts', old_string: before, new_string: after });
      this.result(id, 'The file has been updated.', {
        oldString: before,
        newString: after,
        originalFile: code(random, size),
      });
    } else {
      const output = random.chance(0.5) ? prose(random, size) : code(random, size);
      const id = this.call(name, { command: `make ${prose(random, 30)}`, description: prose(random, 30) });
      this.result(id, output, { stdout: output, stderr: '', interrupted: false, isImage: false });
    }
  }

  close(): void {
    this.#flush();
    closeSync(this.#descriptor);
  }

  #reply(block: object): void {
    const random = this.#random;
    const usage = {
      input_tokens: random.below(9),
      cache_read_input_tokens: random.below(99_999),
      output_tokens: random.below(999),
    };
    const message = {
      model: 'model-x',
      id: `msg_${random.hex(24)}`,
      type: 'message',
      role: 'assistant',
      content: [block],
      stop_reason: null,
      usage,
    };
    // The host writes `message` in front of `type` here.
    this.#write({ message, requestId: `req_${random.hex(24)}`, type: 'assistant' });
  }

  #note(): void {
    const content = prose(this.#random, 120);
    this.#line({
      type: 'queue-operation',
      operation: 'enqueue',
      timestamp: this.#time(),
      sessionId: this.#session,
      content,
    });
  }

  #write(body: object, tail: object = {}): void {
    const uuid = this.#random.uuid();
    this.#line({
      parentUuid: this.#parent,
      isSidechain: this.#agent !== undefined,
      ...(this.#agent === undefined ? {} : { agentId: this.#agent }),
      ...body,
      uuid,
      timestamp: this.#time(),
      ...tail,
      userType: 'external',
      entrypoint: 'cli',
      cwd: '/home/dev/project',
      sessionId: this.#session,
      version: '2.1.233',
      gitBranch: 'main',
    });
    this.#parent = uuid;
  }

  #line(value: object): void {
    const line = `${JSON.stringify(value)}\n`;
    const bytes = Buffer.byteLength(line);
    this.bytes += bytes;
    this.#totals.bytes += bytes;
    this.#totals.records += 1;
    this.#pending.push(line);
    if (this.#pending.length >= 64) this.#flush();
  }

  #flush(): void {
    writeSync(this.#descriptor, this.#pending.join(''));
    this.#pending = [];
  }

  #time(): string {
    this.#at += 1 + this.#random.below(4000);
    return new Date(this.#at).toISOString();
  }
}
