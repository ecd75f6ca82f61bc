import { isObject, type JsonObject } from '../../base/json.ts';
import { type Node, SketchSyntaxError } from './nodes.ts';

/** The input member that a bare word stands for. */
const MAIN_INPUT: Record<string, string> = {
  Read: 'file_path',
  Write: 'file_path',
  Edit: 'file_path',
  NotebookEdit: 'notebook_path',
  Bash: 'command',
  WebFetch: 'url',
  WebSearch: 'query',
  Grep: 'pattern',
  Glob: 'pattern',
  Monitor: 'command',
};

/** `Tool arg key=value => result` or `Tool {"json": 1} => result`. */
export function parseCall(node: Node, cwd: string): { tool: string; input: JsonObject; result: string | undefined } {
  const tool = node.word;
  if (!/^(?:[A-Z][A-Za-z]{1,40}|mcp__[\w-]{1,120}|[a-z]+_[a-z_]{1,40})$/.test(tool))
    throw new SketchSyntaxError(node.line, `'${tool}' is neither a statement nor the name of a tool`);
  const rest = node.whole.slice(tool.length).trimStart();
  if (rest.startsWith('{')) return { tool, ...jsonCall(node, rest) };
  const words: string[] = [];
  let at = 0;
  let result: string | undefined;
  while (at < rest.length) {
    if (/\s/.test(rest[at]!)) at += 1;
    else if (rest.startsWith('=>', at)) {
      result = rest.slice(at + 2).replace(/^[ ]/, '');
      break;
    } else {
      const word = /^(?:[a-z_]{1,40}=)?(?:"(?:[^"\\]|\\.)*"|\S+)/.exec(rest.slice(at))![0];
      words.push(word);
      at += word.length;
    }
  }
  const input: JsonObject = {};
  for (const word of words) {
    const key = /^([a-z_]{1,40})=/.exec(word)?.[1] ?? MAIN_INPUT[tool];
    if (key === undefined) throw new SketchSyntaxError(node.line, `write key=value for ${tool}: '${word}' has no key`);
    const value = unquoted(node, word.replace(/^[a-z_]{1,40}=/, ''));
    input[key] = key.endsWith('_path') && !value.startsWith('/') ? `${cwd}/${value}` : value;
  }
  return { tool, input, result };
}

function jsonCall(node: Node, rest: string): { input: JsonObject; result: string | undefined } {
  for (let end = rest.indexOf('}'); end >= 0; end = rest.indexOf('}', end + 1)) {
    const tail = rest.slice(end + 1).trimStart();
    if (tail !== '' && !tail.startsWith('=>')) continue;
    try {
      const input: unknown = JSON.parse(rest.slice(0, end + 1));
      if (isObject(input)) return { input, result: tail === '' ? undefined : tail.slice(2).replace(/^[ ]/, '') };
    } catch {}
  }
  throw new SketchSyntaxError(node.line, 'the input in braces is no JSON object');
}

function unquoted(node: Node, word: string): string {
  if (!word.startsWith('"')) return word;
  try {
    return String(JSON.parse(word));
  } catch {
    throw new SketchSyntaxError(node.line, `${word} is not quoted as in JSON`);
  }
}
