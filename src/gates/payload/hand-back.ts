import { type JsonObject, stringAt } from '../../base/json.ts';
import { startingWith, valueAt } from '../../hosts/fact.ts';
import { ASYNC_LAUNCHED } from '../../hosts/phrases.ts';
import { contentOf, type ToolCall, type ToolResult } from './lane.ts';
import type { RebuiltResponse } from './response.ts';

/** Members of a spawn's response by the version that began to send them: PostToolUse of the recordings. */
const HAS_STATUS = startingWith('2.0.14', 'Task of 2.0.14', '1.0.90');
const HAS_AGENT_ID = startingWith('2.0.76', 'Task of 2.0.76', '2.0.14');
const CAN_READ = startingWith('2.1.76', 'Agent of 2.1.76', '2.1.38');
const HAS_TYPE = startingWith('2.1.119', 'Agent of 2.1.119', '2.1.77');
const HAS_MODEL = startingWith('2.1.197', 'Agent of 2.1.197', '2.1.172');
const CAN_CONTINUE = startingWith('2.1.301', 'Agent of 2.1.301', '2.1.276');

/**
 * The response of a spawning call from the text that the parent's model saw: a launch, or a hand-back with its trailer. Nested calls
 * leave nothing else, as a child's transcript keeps no structured result. [FACTS sections 2 and 3]
 */
export function spawnResponse(
  call: ToolCall,
  result: ToolResult,
  version: string | undefined,
): RebuiltResponse | undefined {
  return result.text.startsWith(ASYNC_LAUNCHED)
    ? launched(call.input, result.text, version)
    : handedBack(call.input, result, version);
}

function launched(input: JsonObject, text: string, version: string | undefined): RebuiltResponse | undefined {
  const agentId = /\bagentId: (\w{1,100})/.exec(text)?.[1];
  const outputFile = /^output_file: (.{1,4096})$/m.exec(text)?.[1];
  if (agentId === undefined || outputFile === undefined) return undefined;
  return {
    value: {
      isAsync: true,
      status: 'async_launched',
      agentId,
      description: stringAt(input, 'description') ?? '',
      prompt: stringAt(input, 'prompt') ?? '',
      outputFile,
      ...(valueAt(CAN_READ, version) ? { canReadOutputFile: true } : {}),
      ...(valueAt(CAN_CONTINUE, version) ? { canContinueAgent: true } : {}),
    },
    unknown: valueAt(HAS_MODEL, version) ? ['resolvedModel', 'canReadOutputFile'] : [],
  };
}

const TRAILER = /\n?agentId: (\w{1,100})\b[^\n]*\n(?:worktree\w+: [^\n]*\n)*<usage>([^<]{1,400})<\/usage>\s*$/;

function handedBack(input: JsonObject, result: ToolResult, version: string | undefined): RebuiltResponse | undefined {
  const blocks = textBlocks(result);
  const trailer = TRAILER.exec(blocks.at(-1) ?? '');
  if (trailer === null) return undefined;
  const rest = blocks.at(-1)!.slice(0, trailer.index);
  const words = rest === '' ? blocks.slice(0, -1) : [...blocks.slice(0, -1), rest];
  const content = words.flatMap(unframed);
  const count = (name: string): number => Number(new RegExp(`\\b${name}: (\\d{1,15})`).exec(trailer[2]!)?.[1] ?? 0);
  const type = stringAt(input, 'subagent_type') ?? 'general-purpose';
  return {
    value: {
      ...(valueAt(HAS_STATUS, version) ? { status: 'completed' } : {}),
      prompt: stringAt(input, 'prompt') ?? '',
      ...(valueAt(HAS_AGENT_ID, version) ? { agentId: trailer[1]! } : {}),
      ...(valueAt(HAS_TYPE, version) ? { agentType: type } : {}),
      content: content.map((text) => ({ type: 'text', text })),
      totalDurationMs: count('duration_ms'),
      totalTokens: count('subagent_tokens') || count('total_tokens'),
      totalToolUseCount: count('tool_uses'),
      ...(valueAt(CAN_CONTINUE, version) ? { canContinueAgent: true } : {}),
    },
    unknown: ['usage', 'resolvedModel', 'toolStats', 'toolsUsed', ...HARNESS],
  };
}

const HARNESS = ['harnessNoteCount', 'harnessTailCount', 'harnessSectionHash'] as const;
const FRAME = /^\[Subagent hand-back\][^\n]*\n/m;

function textBlocks(result: ToolResult): string[] {
  const content = contentOf(result);
  if (!Array.isArray(content)) return [result.text];
  return content.flatMap((block) => {
    const text = typeof block === 'object' && block !== null && !Array.isArray(block) ? block.text : undefined;
    return typeof text === 'string' ? [text] : [];
  });
}

/** The notes of the host and the report of a framed hand-back, without the two spaces before each line. */
function unframed(text: string): string[] {
  const frame = FRAME.exec(text);
  if (frame === null) return [text];
  const plain = (indented: string): string => indented.replace(/^ {2}/gm, '');
  const notes = plain(text.slice(0, frame.index))
    .split('\n\n')
    .filter((note) => note.trim() !== '')
    .map((note) => `${note}\n`);
  return [...notes, plain(text.slice(frame.index + frame[0].length))];
}
