import { booleanAt, isObject, type JsonObject, type JsonValue, objectAt, stringAt, valueAt } from '../base/json.ts';
import { shared } from '../base/shared.ts';
import type { ContentBlock, TextPart } from './record.ts';

/** The blocks of `message.content`. A plain string is one text block; both its pointers are that of the string. */
export function contentBlocks(content: JsonValue | undefined, pointer: string): readonly ContentBlock[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content, pointer, textPointer: pointer }];
  if (isObject(content)) return [readBlock(content, pointer)];
  if (!Array.isArray(content)) return [];
  return content.map((block, index) => {
    const at = shared(`${pointer}/${index}`);
    if (typeof block === 'string') return { kind: 'text', text: block, pointer: at, textPointer: at };
    return isObject(block) ? readBlock(block, at) : { kind: 'other', blockType: '', pointer: at };
  });
}

function readBlock(block: JsonObject, pointer: string): ContentBlock {
  const blockType = stringAt(block, 'type') ?? '';
  switch (blockType) {
    case 'text':
    case 'thinking': {
      const text = stringAt(block, blockType);
      if (text === undefined) return { kind: 'other', blockType, pointer };
      return { kind: blockType, text, pointer, textPointer: shared(`${pointer}/${blockType}`) };
    }
    case 'tool_use':
    case 'server_tool_use':
    case 'mcp_tool_use': {
      const input = objectAt(block, 'input');
      return {
        kind: 'tool-use',
        id: stringAt(block, 'id') ?? '',
        name: stringAt(block, 'name') ?? '',
        input: input ?? {},
        ...(input === undefined ? { inputLost: true } : {}),
        pointer,
      };
    }
    case 'tool_result':
    case 'mcp_tool_result':
      return {
        kind: 'tool-result',
        toolUseId: stringAt(block, 'tool_use_id') ?? '',
        isError: booleanAt(block, 'is_error') === true,
        parts: resultParts(valueAt(block, 'content'), shared(`${pointer}/content`)),
        pointer,
      };
    default:
      return { kind: 'other', blockType, pointer };
  }
}

/** The strings of a tool result: string, list of blocks (images and references have no text), empty, or missing. */
function resultParts(content: JsonValue | undefined, pointer: string): readonly TextPart[] {
  if (typeof content === 'string') return [{ text: content, pointer }];
  if (isObject(content)) return textOf(content, pointer);
  if (!Array.isArray(content)) return [];
  return content.flatMap((block, index): readonly TextPart[] => {
    const at = shared(`${pointer}/${index}`);
    if (typeof block === 'string') return [{ text: block, pointer: at }];
    return isObject(block) ? textOf(block, at) : [];
  });
}

function textOf(block: JsonObject, pointer: string): readonly TextPart[] {
  const text = stringAt(block, 'text');
  return text === undefined ? [] : [{ text, pointer: shared(`${pointer}/text`) }];
}
