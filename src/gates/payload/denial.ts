import { objectAt, stringAt } from '../../base/json.ts';
import { type CallFacts, type CallFate, fateOf as fateOfWords } from '../../hosts/fate.ts';
import type { ToolResult } from './lane.ts';

export type { CallFacts, CallFate } from '../../hosts/fate.ts';

export function fateOf(result: ToolResult | undefined, facts: CallFacts): CallFate {
  if (result === undefined) return 'open';
  const decision = objectAt(result.record.raw, 'permissionDecision');
  return fateOfWords(
    {
      isError: result.isError,
      text: result.text,
      denialKind: result.record.toolDenialKind,
      decision: stringAt(decision, 'decision'),
      reasonCode: stringAt(decision, 'reasonCode'),
    },
    facts,
  );
}
