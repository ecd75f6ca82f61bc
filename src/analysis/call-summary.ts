import { clip } from '../base/clean.ts';
import type { JsonObject } from '../base/json.ts';

/** Members that let a reader recognise a call, best first; tools of many hosts and MCP servers share these names. */
const TELLING = [
  'command',
  'file_path',
  'notebook_path',
  'path',
  'url',
  'query',
  'pattern',
  'to',
  'recipient',
  'description',
  'skill',
  'subject',
  'prompt',
  'message',
  'content',
];

/** One line for a call: the command, path, URL or the first text of its input. Not cleaned, not cut. */
export function callSummary(input: JsonObject): string {
  for (const name of TELLING) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined;
    if (typeof value === 'string' && value !== '') return value;
  }
  for (const value of Object.values(input)) if (typeof value === 'string' && value !== '') return value;
  return Object.keys(input).length === 0 ? '' : clip(JSON.stringify(input), 400);
}
