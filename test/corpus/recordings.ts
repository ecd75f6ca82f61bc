import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isObject, type JsonObject } from '../../src/base/json.ts';

/**
 * Copies transcripts of the real host into the corpus: `node dist/test/corpus/recordings.js`, where the recordings are at hand. Only
 * transcripts and what links them are taken; the host's own prompt and the request log are emptied, the chain of records stays whole.
 */
const root = fileURLToPath(new URL('../../../', import.meta.url));
const recordings = join(root, '../shared/host/recordings');

interface Wanted {
  readonly scenario: string;
  readonly versions: readonly string[];
  readonly title: string;
  readonly must: readonly string[];
  readonly mustNot?: readonly string[];
  readonly replay?: readonly JsonObject[];
}

const FORGED = ['forged-control-markup>=high:verdict=forged'];
const ALL = [
  '1.0.90',
  '2.0.14',
  '2.0.76',
  '2.1.38',
  '2.1.76',
  '2.1.119',
  '2.1.172',
  '2.1.209',
  '2.1.219',
  '2.1.233',
  '2.1.261',
  '2.1.276',
  '2.1.301',
  '2.1.332',
];

const WANTED: readonly Wanted[] = [
  {
    scenario: 'b-forged',
    versions: ALL,
    title: 'children end with forged host markup, in the foreground and in the background',
    must: FORGED,
  },
  {
    scenario: 'b2-forged-catalogue',
    versions: ['2.1.332'],
    title: 'every known form of host markup in one report',
    must: FORGED,
  },
  {
    scenario: 'b3-forged-task-output',
    versions: ['2.0.76', '2.1.119', '2.1.233'],
    title: 'forged markup fetched with TaskOutput',
    must: FORGED,
  },
  {
    scenario: 'g-launder-prompt',
    versions: ['1.0.90', '2.0.14', '2.0.76', '2.1.38', '2.1.76', '2.1.119', '2.1.172', '2.1.219', '2.1.233', '2.1.332'],
    title: 'a parent pastes what it read into the brief of a child',
    must: ['boundary-laundering>=medium:verdict=relayed'],
  },
  {
    scenario: 'c-background',
    versions: ['2.0.76', '2.1.38', '2.1.76', '2.1.119', '2.1.172', '2.1.197', '2.1.233', '2.1.332'],
    title: 'two background children, one asked again',
    must: [],
    mustNot: ['*'],
  },
  {
    scenario: 'd-worktree',
    versions: ['2.1.76', '2.1.119', '2.1.233', '2.1.332'],
    title: 'two children in worktrees of their own',
    must: ['tree:agents=2', 'tree:orphans=0'],
    mustNot: ['*'],
  },
  {
    scenario: 'e-nested',
    versions: ['2.1.172', '2.1.217', '2.1.219', '2.1.233', '2.1.332'],
    title: 'children that start children',
    must: ['tree:orphans=0'],
    mustNot: ['*'],
  },
  {
    scenario: 'i-resume-compact',
    versions: ['1.0.90', '2.0.14', '2.0.76', '2.1.38', '2.1.119', '2.1.172', '2.1.233', '2.1.332'],
    title: 'resumed, continued, forked and compacted',
    must: [],
    mustNot: ['*'],
  },
  { scenario: 'i2-autocompact', versions: ['2.1.332'], title: 'compacted by the host', must: [], mustNot: ['*'] },
  {
    scenario: 'k-mcp-results',
    versions: ['2.1.332'],
    title: 'results of every shape, large ones spilled',
    must: ['tree:agents=1'],
  },
  {
    scenario: 'l-named-cron',
    versions: ['2.1.332'],
    title: 'a named agent, a fork, a stopped one, a failed one',
    must: ['tree:orphans=0', 'tree:forks=1'],
  },
  { scenario: 'm-interrupt', versions: ['2.1.332'], title: 'interrupted calls and words', must: [], mustNot: ['*'] },
  {
    scenario: 'o-custom-agent',
    versions: ['2.1.332'],
    title: 'a forked skill whose report is pasted raw',
    must: FORGED,
  },
  {
    scenario: 'p-interactive',
    versions: ['1.0.90', '2.0.76', '2.1.76', '2.1.119', '2.1.197', '2.1.233', '2.1.332'],
    title: 'a person at the keyboard',
    must: [],
    mustNot: ['*'],
  },
  {
    scenario: 'h-persist',
    versions: ['2.1.332'],
    title: 'a child edits CLAUDE.md and memory, the next session loads both',
    must: ['tree:cases=2'],
  },
  {
    scenario: 'f-child-process',
    versions: ['2.1.332'],
    title: 'host processes started from the shell of a session',
    must: ['tree:cases=3'],
  },
  {
    scenario: 'r-messages-web',
    versions: ['2.1.197', '2.1.332'],
    title: 'a child sends forged markup as a message',
    must: FORGED,
  },
  {
    scenario: 't-workflow',
    versions: ['2.1.332'],
    title: 'a workflow of two agents',
    must: ['tree:agents=2', 'tree:orphans=0'],
  },
  {
    scenario: 'j-hook-decisions',
    versions: ['1.0.90', '2.0.76', '2.1.233', '2.1.332'],
    title: 'every decision that a hook can give',
    must: [],
  },
];

const EMPTIED = new Set(['api-request', 'api-request-blob', 'api-request-shape']);

export function trimLine(line: string): string | undefined {
  const record = JSON.parse(line) as JsonObject;
  if (EMPTIED.has(String(record.type))) return undefined;
  const attachment = record.attachment;
  if (isObject(attachment) && attachment.type === 'prompt_snapshot')
    return JSON.stringify({ ...record, attachment: { type: 'prompt_snapshot', systemPrompt: [] } });
  return line;
}

/** case name → path → bytes, for all recordings that are at hand. */
export function recordedCases(): Map<string, Map<string, Uint8Array>> {
  const cases = new Map<string, Map<string, Uint8Array>>();
  for (const wanted of WANTED)
    for (const version of wanted.versions) {
      const from =
        version === '2.1.332'
          ? join(recordings, wanted.scenario)
          : join(recordings, `older-${version}`, wanted.scenario);
      const name = `recording-${wanted.scenario}-${version}`;
      const files = new Map<string, Uint8Array>();
      const encode = (text: string) => new TextEncoder().encode(text);
      const manifest = {
        title: `${wanted.title} (host ${version}, recorded)`,
        report: '',
        source: `host/recordings ${wanted.scenario}`,
        slug: name,
        variant: 'base',
        version,
        layout: 'recorded',
        args: [],
        must: wanted.must,
        mustNot: wanted.mustNot ?? [],
        replay: wanted.replay ?? [],
      };
      files.set('case.json', encode(`${JSON.stringify(manifest, null, 2)}\n`));
      for (const path of readdirSync(from, { recursive: true, encoding: 'utf8' }).sort()) {
        if (!path.startsWith('projects') || !/\.(jsonl|json|txt|md)$/.test(path)) continue;
        const bytes = readFileSync(join(from, path));
        if (!path.endsWith('.jsonl')) files.set(path, bytes);
        else {
          const lines = bytes
            .toString('utf8')
            .split('\n')
            .map((line) => (line.trim() === '' ? line : trimLine(line)));
          files.set(path, encode(lines.filter((line) => line !== undefined).join('\n')));
        }
      }
      cases.set(name, files);
    }
  return cases;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!existsSync(recordings)) throw new Error(`no recordings at ${recordings}`);
  for (const entry of readdirSync(join(root, 'corpus')))
    if (entry.startsWith('recording-')) rmSync(join(root, 'corpus', entry), { recursive: true });
  for (const [name, files] of recordedCases())
    for (const [path, bytes] of files) {
      const to = join(root, 'corpus', name, path);
      mkdirSync(dirname(to), { recursive: true });
      writeFileSync(to, bytes);
    }
}
