import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { digestOf, sha256 } from '../evidence/digest.ts';
import type { ByteLocation } from '../evidence/source.ts';
import type { CaseSource } from '../ingest/model.ts';
import type { Finding } from '../result/finding.ts';
import { nameOf } from '../result/name.ts';
import { VERSION } from '../result/version.ts';
import type { CaseOutcome } from './analyse.ts';

const SCHEMA = 'aftertaint/state/1';

interface StateFile {
  schema: typeof SCHEMA;
  /** Version and options that the kept results were made with: others mean that all is analysed again. */
  fingerprint: string;
  cases: Record<string, Entry>;
}

interface Entry {
  artefacts: { path: string; byteLength: number; sha256: string }[];
  /** Digest of what else was known of the case before it was read: what it copies from which session, kinds and copies of its files. */
  context: string;
  /** Name of the file with the kept result. */
  result: string;
  findings: string[];
  /** Ids among `findings` that no finished run has told yet: a run that was killed must not swallow an alarm. */
  untold: string[];
}

export interface StateNews {
  fresh: number;
  changed: number;
  unchanged: number;
  gone: number;
}

/** Somebody else is at work with the same state. */
export class StateBusy extends Error {}

/**
 * What earlier runs have seen. Results are kept beside the state file, one file per case, each written whole before the state names it;
 * the state file itself is replaced at once. A run that dies at any point leaves the state of before, or one that is complete so far.
 */
export class RunState {
  /** Why the state of before could not be used, in words. */
  readonly note: string | undefined;
  readonly news: StateNews = { fresh: 0, changed: 0, unchanged: 0, gone: 0 };
  private readonly path: string;
  private readonly folder: string;
  private readonly fingerprint: string;
  private readonly before: Record<string, Entry>;
  private readonly usable: boolean;
  private readonly now: Record<string, Entry> = {};
  private readonly entriesBefore: number;
  private kept = 0;
  private uncommitted = 0;

  private constructor(path: string, fingerprint: string) {
    this.path = path;
    this.folder = `${path}.results`;
    this.fingerprint = sha256(`${VERSION}\0${fingerprint}`);
    const { state, note } = load(path);
    this.note = note;
    this.before = state?.cases ?? {};
    this.entriesBefore = Object.keys(this.before).length;
    this.usable = state?.fingerprint === this.fingerprint;
  }

  /** @throws StateBusy while another run holds the state. */
  static open(path: string, options: unknown): RunState {
    mkdirSync(dirname(path), { recursive: true });
    lock(path);
    try {
      const state = new RunState(path, JSON.stringify(options));
      mkdirSync(state.folder, { recursive: true, mode: 0o700 });
      return state;
    } catch (error) {
      unlock(path);
      throw error;
    }
  }

  /** Whether the files of a case are byte for byte those of before, it copies the same session, and its result was kept. */
  knows(source: CaseSource): boolean {
    const known = this.before[source.id];
    if (known === undefined) {
      this.news.fresh += 1;
      return false;
    }
    const same =
      this.usable &&
      known.context === contextOf(source) &&
      JSON.stringify(known.artefacts) === JSON.stringify(digestsOf(source));
    if (same && existsSync(join(this.folder, known.result))) {
      this.news.unchanged += 1;
      return true;
    }
    this.news.changed += 1;
    return false;
  }

  /** The kept outcome of a case that is known; undefined if it cannot be read back after all. */
  recall(source: CaseSource): CaseOutcome | undefined {
    const known = this.before[source.id]!;
    const kept = readResult(this.folder, known.result);
    if (kept !== undefined) this.now[source.id] = known;
    return kept;
  }

  /** Keeps the outcome of a case that was analysed in this run. */
  keep(source: CaseSource, outcome: CaseOutcome): void {
    const text = JSON.stringify({ result: outcome.result, coverage: outcome.coverage });
    const name = `${sha256(source.id).slice(0, 16)}-${sha256(text).slice(0, 16)}.json`;
    const target = join(this.folder, name);
    if (!existsSync(target)) writeWhole(target, text, false);
    const findings = outcome.result.findings.map((finding) => finding.id);
    const told = this.toldBefore(source.id);
    this.now[source.id] = {
      artefacts: outcome.result.artefacts
        .map(({ path, byteLength, sha256: digest }) => ({ path, byteLength, sha256: digest }))
        .sort((a, b) => (a.path < b.path ? -1 : 1)),
      context: contextOf(source),
      result: name,
      findings,
      untold: findings.filter((id) => !told.has(id)),
    };
    this.uncommitted += 1;
    this.kept += 1;
    // Each saving writes every entry: with a fixed distance a hundred thousand sessions would be written a thousand times.
    const entries = this.entriesBefore + this.kept;
    if (this.uncommitted >= Math.max(50, entries / 8)) this.save({ ...this.before, ...this.now });
  }

  /** Whether no finished run has told this finding. */
  isNew(caseId: string, finding: Finding): boolean {
    return !this.toldBefore(caseId).has(finding.id);
  }

  /** Transcripts that the last run saw and that are gone, shorter, or rewritten now. To be asked when all cases were taken. */
  missing(sources: readonly CaseSource[]): Finding[] {
    const present = new Map(sources.map((source) => [source.id, source]));
    return Object.entries(this.before).flatMap(([id, entry]) => {
      const source = present.get(id);
      return entry.artefacts.flatMap((artefact): Finding[] => {
        const now = source?.artefacts.find((candidate) => candidate.path === artefact.path);
        if (now === undefined) {
          if (source === undefined && artefact === entry.artefacts[0]) this.news.gone += 1;
          return [missingFinding(id, artefact, 'low', `the transcript is gone since the last run: ${artefact.path}`)];
        }
        const still = lengthAndPrefix(now.location, artefact.byteLength);
        // Cannot be read, or went while this run looked: that is told where it is read, and is no proof of anything.
        if (still === undefined) return [];
        if (still.byteLength < artefact.byteLength) {
          return [
            missingFinding(
              id,
              artefact,
              'medium',
              `the transcript has become shorter: ${artefact.byteLength} bytes at the last run, ${still.byteLength} now`,
            ),
          ];
        }
        return still.sha256 === artefact.sha256
          ? []
          : [
              missingFinding(
                id,
                artefact,
                'medium',
                `bytes that the last run saw have been rewritten: the first ${artefact.byteLength} are not what they were`,
              ),
            ];
      });
    });
  }

  /**
   * The run has told what it found: the next one starts from here. Results that nobody names any more are removed. `keepAbsent`: an
   * input could not be read, so what was not met may still be there.
   */
  finish(keepAbsent: boolean): void {
    const entries = keepAbsent ? { ...this.before, ...this.now } : this.now;
    const cases = Object.fromEntries(
      Object.entries(entries).map(([id, entry]) => [
        id,
        { ...entry, untold: this.now[id] === undefined ? entry.untold : [] },
      ]),
    );
    this.save(cases);
    const named = new Set(Object.values(cases).map((entry) => entry.result));
    for (const name of readdirSync(this.folder)) if (!named.has(name)) rmSync(join(this.folder, name), { force: true });
  }

  /** Keeps what is done so far, for a run that ends before its time. */
  interrupt(): void {
    this.save({ ...this.before, ...this.now });
  }

  close(): void {
    unlock(this.path);
  }

  private toldBefore(caseId: string): ReadonlySet<string> {
    const entry = this.before[caseId];
    return new Set((entry?.findings ?? []).filter((id) => !entry!.untold.includes(id)));
  }

  private save(cases: Record<string, Entry>): void {
    const sorted = Object.fromEntries(Object.entries(cases).sort(([a], [b]) => (a < b ? -1 : 1)));
    const state: StateFile = { schema: SCHEMA, fingerprint: this.fingerprint, cases: sorted };
    writeWhole(this.path, `${JSON.stringify(state)}\n`);
    this.uncommitted = 0;
  }
}

function load(path: string): { state?: StateFile; note?: string } {
  if (!existsSync(path)) return {};
  try {
    const value = JSON.parse(readFileSync(path, 'utf8')) as StateFile;
    if (value.schema !== SCHEMA)
      return { note: `was written by another version (${String(value.schema)}): everything is analysed again` };
    for (const entry of Object.values(value.cases)) {
      if (!Array.isArray(entry.artefacts) || !Array.isArray(entry.findings) || !Array.isArray(entry.untold))
        throw new Error('an entry is incomplete');
    }
    return { state: value };
  } catch (error) {
    return { note: `is damaged (${(error as Error).message}): everything is analysed again and counts as new` };
  }
}

/** The name says what the file holds: one that a crash of the machine left half empty is found out, and its case analysed again. */
function readResult(folder: string, name: string): CaseOutcome | undefined {
  try {
    const text = readFileSync(join(folder, name), 'utf8');
    if (!name.endsWith(`-${sha256(text).slice(0, 16)}.json`)) return undefined;
    const { result, coverage } = JSON.parse(text) as CaseOutcome;
    return { result, coverage, payloads: [] };
  } catch {
    return undefined;
  }
}

/** A name is given only to a file that is whole, and on disk where `synced`. */
function writeWhole(target: string, text: string, synced = true): void {
  const temporary = join(dirname(target), `.${basename(target)}.${process.pid}.tmp`);
  const descriptor = openSync(temporary, 'w', 0o600);
  try {
    try {
      const bytes = Buffer.from(text, 'utf8');
      for (let written = 0; written < bytes.length; ) written += writeSync(descriptor, bytes, written);
      if (synced) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    // A failed write does not say where.
    throw Object.assign(error as NodeJS.ErrnoException, { path: target });
  }
}

/** The lock names its holder; that of a process which is no more is taken over. Linking is atomic: two cannot both succeed. */
function lock(path: string): void {
  const held = `${path}.lock`;
  const mine = `${held}.${process.pid}`;
  try {
    writeFileSync(mine, String(process.pid));
    for (let attempt = 0; attempt < 3; attempt += 1) {
      try {
        linkSync(mine, held);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
        const holder = holderOf(held);
        if (holder !== undefined && isAlive(holder)) throw new StateBusy(`${path} is in use by process ${holder}`);
        rmSync(held, { force: true });
      }
    }
    throw new StateBusy(`${path} is in use`);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: held });
  } finally {
    rmSync(mine, { force: true });
  }
}

function unlock(path: string): void {
  if (holderOf(`${path}.lock`) === process.pid) rmSync(`${path}.lock`, { force: true });
}

function holderOf(held: string): number | undefined {
  try {
    const holder = Number(readFileSync(held, 'utf8'));
    return Number.isSafeInteger(holder) && holder > 0 ? holder : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(process_: number): boolean {
  try {
    process.kill(process_, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function digestsOf(source: CaseSource): Entry['artefacts'] {
  return source.artefacts
    .flatMap(({ path, location }) => {
      try {
        const { sha256: digest, byteLength } = digestOf(location);
        return [{ path, byteLength, sha256: digest }];
      } catch {
        return [];
      }
    })
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A neighbour that came, went or changed may be what a case copies from, without one of its own bytes having changed. */
function contextOf({ sessionId, rootPath, artefacts, warnings, lineage, taintBefore }: CaseSource): string {
  const files = artefacts.map(({ id, kind, path, alsoAt, projectFolder }) => [id, kind, path, alsoAt, projectFolder]);
  return sha256(JSON.stringify([sessionId, rootPath, files, warnings, lineage, taintBefore]));
}

function lengthAndPrefix(location: ByteLocation, length: number): { byteLength: number; sha256: string } | undefined {
  try {
    return digestOf(location, length);
  } catch {
    return undefined;
  }
}

function missingFinding(
  id: string,
  artefact: Entry['artefacts'][number],
  severity: 'low' | 'medium',
  message: string,
): Finding {
  return {
    id: nameOf(['transcript-missing', id, artefact.sha256, 'state'].join('\0')),
    detector: 'transcript-missing',
    title: 'A transcript that was there is missing',
    message,
    severity,
    confidence: 'high',
    agents: [],
    evidence: [
      {
        role: 'primary',
        note: `as the last run saw it: ${artefact.byteLength} bytes, sha256 ${artefact.sha256}`,
        path: artefact.path,
        artefact: '',
        line: 1,
        byteStart: 0,
        byteEnd: artefact.byteLength,
        pointer: '',
        excerpt: '',
      },
    ],
    flows: [],
    details: ['The host deletes transcripts after a while; so do people. Which of them did it is not recorded.'],
    cases: [id],
  };
}
