import type { AgentSketch, Spawn } from './agent.ts';
import type { NotificationOptions } from './delivery.ts';
import { smallTalk, work } from './fillers.ts';
import type { Layout } from './host.ts';
import { type Node, parseNodes, SketchSyntaxError } from './nodes.ts';
import type { CallResult, Denial } from './results.ts';
import { parseCall } from './text-call.ts';
import type { SketchConfig } from './writer.ts';

export { SketchSyntaxError } from './nodes.ts';

/**
 * The small text format of `aftertaint sketch`. One statement per line; a longer text goes on in lines that begin with `|`; what a child
 * does stands indented below its line.
 *
 *   host 2.1.332                       settings come first: host, layout, headless, cwd, name, mode, branch
 *   user: Look at the vendor page.
 *   says: I look.
 *   WebFetch https://vendor.example/intel => Prices rise in May.
 *   Bash "git status" => !error Exit code 128
 *   agent reader background type=Explore: Read repos/intel.md and report.
 *     Read repos/intel.md => Vendor notes.
 *     says: It is about prices.
 *   notify reader
 *   says: Done.
 *
 * Statements: user, queued, says, thinks, <Tool> args => result, agent, notify, send, skill, instructions, memory, hook, peer, compact,
 * interrupt, end, wait, work, talk. Results beginning with `!`: !error text, !denied user|rule|prompt|hook reason, !none.
 */
export interface ParsedSketch {
  readonly config: SketchConfig;
  readonly script: (main: AgentSketch) => void;
}

const LAYOUTS: readonly string[] = ['in-file', 'sibling', 'subagents', 'worktree-project'] satisfies Layout[];

const SETTINGS: Record<string, (value: string, line: number) => SketchConfig> = {
  host: (version, line) => {
    if (!/^\d+\.\d+\.\d+$/.test(version)) throw new SketchSyntaxError(line, "'host' wants a version: host 2.1.332");
    return { version };
  },
  layout: (layout, line) => {
    if (!LAYOUTS.includes(layout)) throw new SketchSyntaxError(line, `'layout' wants one of ${LAYOUTS.join(', ')}`);
    return { layout: layout as Layout };
  },
  headless: () => ({ interactive: false }),
  cwd: (cwd) => ({ cwd }),
  name: (name) => ({ name }),
  mode: (permissionMode) => ({ permissionMode }),
  branch: (branch) => ({ branch }),
};

/** @throws SketchSyntaxError with the line and what was wanted there. */
export function parseSketch(text: string): ParsedSketch {
  const nodes = parseNodes(text);
  let config: SketchConfig = {};
  let first = 0;
  for (const node of nodes) {
    const read = Object.hasOwn(SETTINGS, node.word) ? SETTINGS[node.word] : undefined;
    if (read === undefined || node.hasColon) break;
    config = { ...config, ...read(node.args, node.line) };
    first += 1;
  }
  const script = nodes.slice(first);
  // Read once without effect, so that a mistake in the last line is found before anything is written.
  for (const node of script) validate(node);
  return { config, script: (main) => run(main, script) };
}

type Statement = (agent: AgentSketch, node: Node) => unknown;

const STATEMENTS: Record<string, Statement> = {
  user: (agent, { text }) => agent.user(text),
  queued: (agent, { text }) => agent.queued(text),
  says: (agent, { text }) => agent.says(text),
  thinks: (agent, { text }) => agent.thinks(text),
  agent: (agent, node) => agent.spawns(spawnOf(node), (child) => run(child, node.children)),
  notify: (agent, node) => agent.notification(keyOf(node), noticeOf(node)),
  send: (agent, node) => agent.sends(keyOf(node), node.text, { answers: (child) => run(child, node.children) }),
  skill: (agent, node) => agent.skill(keyOf(node), node.text),
  instructions: (agent, node) => agent.instructions({ path: keyOf(node), content: node.text }),
  memory: (agent, node) => agent.instructions({ path: keyOf(node), content: node.text, type: 'AutoMem' }),
  hook: (agent, node) => agent.hookContext(keyOf(node), node.text),
  peer: (agent, node) => agent.peerMessage(node.text, node.args === '' ? {} : { fromName: node.args }),
  compact: (agent, { text }) => agent.compacts(text),
  interrupt: (agent, { args }) => agent.interrupted(args === 'tool' ? 'tool' : 'reply'),
  end: (agent) => agent.endsTurn(),
  wait: (agent, node) => agent.waits(milliseconds(node)),
  work: (agent, node) => agent.does(work(countOf(node))),
  talk: (agent, node) => agent.does(smallTalk(countOf(node))),
};

function run(agent: AgentSketch, nodes: readonly Node[]): void {
  for (const node of nodes) {
    const statement = Object.hasOwn(STATEMENTS, node.word) ? STATEMENTS[node.word] : undefined;
    if (statement !== undefined) statement(agent, node);
    else {
      const { tool, input, result } = parseCall(node, agent.session.cwd);
      agent.calls(tool, input, resultOf(node, result));
    }
  }
}

function validate(node: Node): void {
  if (!Object.hasOwn(STATEMENTS, node.word)) {
    resultOf(node, parseCall(node, '/').result);
    return;
  }
  if (node.word === 'wait') milliseconds(node);
  if (node.word === 'work' || node.word === 'talk') countOf(node);
  if (['agent', 'notify', 'send', 'skill', 'instructions', 'memory', 'hook'].includes(node.word)) keyOf(node);
  if (node.children.length > 0 && node.word !== 'agent' && node.word !== 'send')
    throw new SketchSyntaxError(node.children[0]!.line, `only 'agent' and 'send' have a block, not '${node.word}'`);
  for (const child of node.children) validate(child);
}

function keyOf(node: Node): string {
  const key = node.args.split(/\s+/)[0] ?? '';
  if (key === '') throw new SketchSyntaxError(node.line, `'${node.word}' wants a name: ${node.word} name …`);
  return key;
}

/** Words and `name=value` pairs behind the key. */
function flagsOf(node: Node): Map<string, string> {
  const flags = new Map<string, string>();
  for (const word of node.args.split(/\s+/).slice(1)) {
    const at = word.indexOf('=');
    if (word !== '') flags.set(at < 0 ? word : word.slice(0, at), at < 0 ? '' : word.slice(at + 1));
  }
  return flags;
}

function spawnOf(node: Node): Spawn {
  const flags = flagsOf(node);
  const type = flags.get('type');
  return {
    as: keyOf(node),
    brief: node.text,
    ...(type === undefined ? {} : { type }),
    ...(flags.has('background') ? { background: true } : {}),
    ...(flags.has('fork') ? { fork: true } : {}),
    ...(flags.has('worktree') ? { worktree: flags.get('worktree') === 'kept' ? ('kept' as const) : true } : {}),
    ...(flags.has('open') ? { ends: 'open' as const } : {}),
  };
}

function noticeOf(node: Node): NotificationOptions {
  const flags = flagsOf(node);
  const status = flags.get('status') as NotificationOptions['status'];
  return {
    ...(flags.has('midturn') ? { midTurn: true } : {}),
    ...(status === undefined ? {} : { status }),
    ...(node.text === '' ? {} : { result: node.text }),
  };
}

function resultOf(node: Node, text: string | undefined): CallResult | null {
  if (text === undefined) return {};
  if (!text.startsWith('!')) return { text };
  const [word = '', ...rest] = text.slice(1).split(' ');
  if (word === 'none') return null;
  if (word === 'error') return { error: rest.join(' ') };
  const by = rest[0] as Denial['by'];
  if (word === 'denied' && ['user', 'rule', 'prompt', 'hook', 'classifier', 'interrupted'].includes(by)) {
    const reason = rest.slice(1).join(' ');
    return { denied: { by, goesOn: true, ...(reason === '' ? {} : { reason }) } };
  }
  throw new SketchSyntaxError(
    node.line,
    `'!${word}' is no result: !error text, !denied user|rule|prompt|hook reason, !none`,
  );
}

function milliseconds(node: Node): number {
  const match = /^(\d{1,9})(ms|s|m|h)$/.exec(node.args);
  if (match === null)
    throw new SketchSyntaxError(node.line, "'wait' wants a time: wait 250ms, wait 30s, wait 5m, wait 2h");
  return Number(match[1]) * { ms: 1, s: 1000, m: 60_000, h: 3_600_000 }[match[2] as 'ms' | 's' | 'm' | 'h'];
}

function countOf(node: Node): number {
  if (!/^\d{1,4}$/.test(node.args))
    throw new SketchSyntaxError(node.line, `'${node.word}' wants a number: ${node.word} 6`);
  return Number(node.args);
}
