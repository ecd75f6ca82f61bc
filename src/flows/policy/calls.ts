import type { Case, EventOf, Text } from '../../case/model.ts';

const calls = new WeakMap<Case, ReadonlyMap<string, EventOf<'tool-call'>>>();

/** The case's tool calls by tool-use id. Indexed once per case. */
export function callsOf(within: Case): ReadonlyMap<string, EventOf<'tool-call'>> {
  let index = calls.get(within);
  if (index === undefined) {
    index = new Map(
      within.timeline
        .filter((event): event is EventOf<'tool-call'> => event.kind === 'tool-call')
        .map((event) => [event.toolUseId, event]),
    );
    calls.set(within, index);
  }
  return index;
}

/** The tool call behind a tool text. */
export function callOf(text: Text, within: Case | undefined): EventOf<'tool-call'> | undefined {
  const id = text.origin.toolUseId;
  if (within === undefined || id === undefined) return undefined;
  return callsOf(within).get(id);
}
