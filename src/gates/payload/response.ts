import { type JsonObject, type JsonValue, numberAt, stringAt } from '../../base/json.ts';
import { MESSAGE_TOOL } from '../../hosts/tools.ts';
import type { ToolCall, ToolResult } from './lane.ts';

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
export function responseFromText(call: ToolCall, result: ToolResult): RebuiltResponse | undefined {
  switch (call.name) {
    case 'Bash':
      return fromShell(call.input, result.text);
    case 'Read':
      return fromRead(call.input, result.text);
    case 'Write':
      return fromWrite(call.input, result.text);
    case MESSAGE_TOOL:
      return fromJson(result.text);
    default:
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

function fromShell(input: JsonObject, text: string): RebuiltResponse | undefined {
  if (text.startsWith('<persisted-output>')) return undefined;
  const parts = (stringAt(input, 'command') ?? '').split(/&&|\|\||[;|\n]/);
  const silent = parts.every((part) => SILENT.has(part.trim().split(/\s/)[0]!));
  return {
    value: {
      stdout: NO_OUTPUT.test(text) ? '' : text,
      stderr: '',
      interrupted: false,
      isImage: false,
      noOutputExpected: silent,
    },
    unknown: ['stderr'],
  };
}

function fromWrite(input: JsonObject, text: string): RebuiltResponse | undefined {
  const filePath = stringAt(input, 'file_path');
  const content = stringAt(input, 'content');
  if (filePath === undefined || content === undefined || !text.startsWith('File created successfully at: '))
    return undefined;
  return {
    value: { type: 'create', filePath, content, structuredPatch: [], originalFile: null, userModified: false },
    unknown: ['userModified'],
  };
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
