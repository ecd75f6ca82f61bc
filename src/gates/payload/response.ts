import { isObject, type JsonObject, type JsonValue, numberAt, stringAt } from '../../base/json.ts';
import { startingWith, valueAt } from '../../hosts/fact.ts';
import { MESSAGE_TOOL, SPAWN_TOOLS } from '../../hosts/tools.ts';
import { spawnResponse } from './hand-back.ts';
import { contentOf, type ToolCall, type ToolResult } from './lane.ts';

export interface RebuiltResponse {
  readonly value: JsonValue;
  /** Members whose value the text does not show. */
  readonly unknown: readonly string[];
}

const NO_OUTPUT = /^\((?:\w+ completed with no output|No content)\)$|^Tool ran without output or errors$/;

/**
 * A tool's structured response from the text that the model saw, for the tools whose text has one reading. A child's transcript keeps no
 * `toolUseResult` on success. [FACTS section 2]
 */
export function responseFromText(
  call: ToolCall,
  result: ToolResult,
  version: string | undefined,
): RebuiltResponse | undefined {
  switch (call.name) {
    case 'Bash':
      return fromShell(call.input, result.text, version);
    case 'Read':
      return fromRead(call.input, result.text);
    case 'Write':
      return fromWrite(call.input, result.text, version);
    case 'Edit':
      return fromEdit(call.input, result.text);
    case 'ToolSearch':
      return fromToolSearch(call.input, result);
    case MESSAGE_TOOL:
      return fromJson(result.text);
    default:
      if (SPAWN_TOOLS.has(call.name)) return spawnResponse(call, result, version);
      return call.name.startsWith('mcp__') ? fromMcp(result) : undefined;
  }
}

/** Programs that say nothing when they succeed: the host expects no output of them. */
const SILENT = new Set([
  'mv',
  'cp',
  'rm',
  'mkdir',
  'rmdir',
  'chmod',
  'chown',
  'chgrp',
  'touch',
  'ln',
  'cd',
  'export',
  'unset',
  'wait',
]);

/** Members by the version that began to send them: PostToolUse of the recordings. */
const NO_OUTPUT_EXPECTED = startingWith('2.1.38', 'Bash of 2.1.38', '2.0.76');
const ORIGINAL_FILE = startingWith('2.0.76', 'Write of 2.0.76', '1.0.90');
const USER_MODIFIED = startingWith('2.1.119', 'Write of 2.1.119', '2.1.77');

function fromShell(input: JsonObject, text: string, version: string | undefined): RebuiltResponse | undefined {
  const saved = text.startsWith('<persisted-output>')
    ? /\bsaved to: (\S{1,4096})\n[\s\S]*?\nPreview \([^)\n]{1,40}\):\n/.exec(text)
    : null;
  if (saved === null && text.startsWith('<persisted-output>')) return undefined;
  const parts = (stringAt(input, 'command') ?? '').split(/&&|\|\||[;|\n]/);
  const silent = parts.every((part) => SILENT.has(part.trim().split(/\s/)[0]!));
  return {
    value: {
      stdout: NO_OUTPUT.test(text) ? '' : saved === null ? text : text.slice(saved.index + saved[0].length),
      stderr: '',
      interrupted: false,
      isImage: false,
      ...(valueAt(NO_OUTPUT_EXPECTED, version) ? { noOutputExpected: silent } : {}),
      ...(saved === null ? {} : { persistedOutputPath: saved[1]! }),
    },
    unknown: saved === null ? ['stderr'] : ['stdout', 'stderr', 'persistedOutputSize'],
  };
}

/** Memory files get a header of the host's when they are written. [FACTS section 9] */
const STAMPED = /\/memory\/(?!MEMORY\.md$)[^/]+\.md$/;

function fromWrite(input: JsonObject, text: string, version: string | undefined): RebuiltResponse | undefined {
  const filePath = stringAt(input, 'file_path');
  const content = stringAt(input, 'content');
  if (filePath === undefined || content === undefined || !text.startsWith('File created successfully at: '))
    return undefined;
  const unknown = valueAt(USER_MODIFIED, version) ? ['userModified'] : [];
  if (STAMPED.test(filePath) && content.startsWith('---')) unknown.push('content', 'memdirStamped');
  return {
    value: {
      type: 'create',
      filePath,
      content,
      structuredPatch: [],
      ...(valueAt(ORIGINAL_FILE, version) ? { originalFile: null } : {}),
      ...(valueAt(USER_MODIFIED, version) ? { userModified: false } : {}),
    },
    unknown,
  };
}

function fromEdit(input: JsonObject, text: string): RebuiltResponse | undefined {
  const filePath = stringAt(input, 'file_path');
  const oldString = stringAt(input, 'old_string');
  const newString = stringAt(input, 'new_string');
  if (filePath === undefined || oldString === undefined || newString === undefined) return undefined;
  if (!text.includes(filePath)) return undefined;
  return {
    value: { filePath, oldString, newString, userModified: false, replaceAll: input.replace_all === true },
    unknown: ['originalFile', 'structuredPatch', 'userModified'],
  };
}

/** The names of the tools that were found stand as references among the result's blocks. */
function fromToolSearch(input: JsonObject, result: ToolResult): RebuiltResponse | undefined {
  const query = stringAt(input, 'query');
  const content = contentOf(result);
  if (query === undefined || !Array.isArray(content)) return undefined;
  const matches = content.flatMap((block) => {
    const name = isObject(block) ? stringAt(block, 'tool_name') : undefined;
    return name === undefined ? [] : [name];
  });
  if (matches.length === 0) return undefined;
  return { value: { matches, query }, unknown: ['total_deferred_tools'] };
}

function fromJson(text: string): RebuiltResponse | undefined {
  try {
    return { value: JSON.parse(text) as JsonValue, unknown: [] };
  } catch {
    return undefined;
  }
}

const NUMBERED = /^ *(\d+)(?:\t|→)/;

function fromRead(input: JsonObject, text: string): RebuiltResponse | undefined {
  const path = stringAt(input, 'file_path');
  const cut = text.indexOf('\n\n<system-reminder>');
  const lines = (cut === -1 ? text : text.slice(0, cut)).split('\n');
  const first = NUMBERED.exec(lines[0]!);
  if (path === undefined || first === null) return undefined;
  const content: string[] = [];
  for (const line of lines) {
    const match = NUMBERED.exec(line);
    if (match === null) return undefined;
    content.push(line.slice(match[0].length));
  }
  const startLine = numberAt(input, 'offset') ?? Number(first[1]);
  const whole = input.offset === undefined && input.limit === undefined;
  return {
    value: {
      type: 'text',
      file: {
        filePath: path,
        content: content.join('\n'),
        numLines: content.length,
        startLine,
        totalLines: content.length,
      },
    },
    unknown: whole ? [] : ['file.totalLines'],
  };
}

function fromMcp(result: ToolResult): RebuiltResponse | undefined {
  if (result.text.startsWith('<persisted-output>')) return undefined;
  return { value: [{ type: 'text', text: result.text }], unknown: [] };
}
