import { by } from '../base/order.ts';
import { type Call, inputText } from './calls.ts';
import type { Linker } from './links.ts';
import type { AgentDraft } from './roster.ts';
import { push } from './streams.ts';

/**
 * A child's first prompt equals the prompt of its call, in all versions that write it. Equal briefs are paired in order, each
 * child with the first free call that was made before it began; such pairs are marked ambiguous.
 */
export function pairBriefs(linker: Linker): void {
  const children = new Map<string, AgentDraft[]>();
  for (const draft of linker.openAgents()) if (draft.brief !== undefined) push(children, draft.brief.trim(), draft);
  if (children.size === 0) return;
  const calls = new Map<string, Call[]>();
  for (const call of linker.openCalls()) {
    const prompt = inputText(call, 'prompt')?.trim();
    if (prompt !== undefined && children.has(prompt)) push(calls, prompt, call);
  }
  for (const [prompt, group] of children) {
    const made = calls.get(prompt);
    if (made === undefined) continue;
    const ambiguous = group.length > 1 || made.length > 1;
    group.sort(
      by(
        (draft) => draft.firstTime ?? Number.MAX_SAFE_INTEGER,
        rowOf,
        (draft) => draft.id,
      ),
    );
    made.sort(
      by(
        (call) => call.time ?? Number.MAX_SAFE_INTEGER,
        (call) => call.ordinal,
      ),
    );
    // Pass one respects time; a clock that ran backwards must not lose a pair, so pass two takes what is left in order.
    const free = new Set(made);
    const left = group.filter((draft) => {
      // Rows between a call and its result in the same file belong to that call, whoever else had the same brief.
      const inFile = draft.stream?.source === 'in-file';
      const fitting = inFile ? [...free].filter((call) => fits(draft, call)) : free;
      for (const call of fitting) {
        if (!inFile && !fits(draft, call)) continue;
        free.delete(call);
        const enclosed = Array.isArray(fitting) && fitting.length === 1;
        linker.tie(draft, call, 'matched', 'prompt', ambiguous && !enclosed);
        return false;
      }
      return true;
    });
    for (const draft of left) {
      const call = free.values().next().value;
      if (call === undefined) break;
      free.delete(call);
      linker.tie(draft, call, 'matched', 'prompt', ambiguous);
    }
  }
}

/** Chains inside the root's file share its lines: the top row says which came first. */
function rowOf(draft: AgentDraft): number {
  return draft.stream?.segments[0]?.records[0]?.span.line ?? 0;
}

function fits(draft: AgentDraft, call: Call): boolean {
  if (draft.stream?.source === 'in-file' && call.agent !== draft.id) {
    const first = draft.stream.segments[0]!.records[0]!.span;
    const after = call.record.span.artefact !== first.artefact || call.record.span.line < first.line;
    const end = call.result?.record.span;
    return after && (end === undefined || end.artefact !== first.artefact || first.line < end.line);
  }
  if (draft.firstTime === undefined || call.time === undefined) return true;
  return (
    call.time <= draft.firstTime && (call.result?.time === undefined || draft.firstTime <= call.result.time + MARGIN_MS)
  );
}

/** A background launch answers before the child has written its first record. */
const MARGIN_MS = 5_000;

/** Last resort: the child began while exactly one call without a child was open, and no other child fits that call. */
export function pairByTime(linker: Linker): void {
  const open = linker.openCalls();
  if (open.length === 0) return;
  const fitsOf = new Map<AgentDraft, Call[]>();
  const claims = new Map<Call, number>();
  for (const draft of linker.openAgents()) {
    // A brief that equals no call's prompt says that this is not its call, unless the call's prompt was not kept.
    if (draft.firstTime === undefined) continue;
    const fitting = open.filter(
      (call) =>
        call.time !== undefined &&
        call.result?.time !== undefined &&
        call.time <= draft.firstTime! &&
        draft.firstTime! <= call.result.time &&
        (draft.brief === undefined || inputText(call, 'prompt') === undefined),
    );
    fitsOf.set(draft, fitting);
    for (const call of fitting) claims.set(call, (claims.get(call) ?? 0) + 1);
  }
  const taken = new Set<Call>();
  for (const [draft, fitting] of fitsOf) {
    const call = fitting.find((candidate) => !taken.has(candidate));
    if (call === undefined) continue;
    const ambiguous = fitting.length > 1 || claims.get(call)! > 1;
    taken.add(call);
    linker.tie(draft, call, 'inferred', 'time', ambiguous);
  }
}
