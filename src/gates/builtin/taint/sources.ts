import { stringAt } from '../../../base/json.ts';
import type { Case, EventOf } from '../../../case/model.ts';
import { outsidePath, trustOf } from '../../../flows/policy/integrity.ts';
import { relativePaths } from '../../../flows/policy/paths.ts';
import { pinFor } from '../../../flows/policy/pins.ts';
import type { TrustPin, TrustPolicy } from '../../../flows/policy/policy.ts';
import { READING_TOOLS } from '../../../hosts/integrity.ts';
import type { GateRequest } from '../../model.ts';
import { callOf, type GateCall, summaryOf } from '../calls.ts';

export interface TaintSource {
  /** `Read (agent: general-purpose): repos/intel.md` */
  readonly text: string;
  readonly reason: string;
}

export interface PinnedRead {
  readonly pin: TrustPin;
}

/** What a call brought in from outside, by the policy and the call's recorded result; nothing where no result came. */
export function sourceOf(
  request: GateRequest,
  theCase: Case,
  policy: TrustPolicy,
): TaintSource | PinnedRead | undefined {
  const call = callOf(request.payload) ?? nameAlone(request);
  const result = resultOf(request, theCase);
  if (call === undefined || result === undefined) return undefined;
  // A failed shell command may have printed what it fetched; any other failure is the host's own text.
  if (result.isError && call.tool !== 'Bash') return undefined;
  const pin = policy.pins.length === 0 ? undefined : heldPin(result, theCase, policy);
  if (pin !== undefined) return { pin };
  const outside = result.texts
    .map((text) => trustOf(text, policy, theCase))
    .find((trust) => trust.integrity === 'outside');
  if (outside === undefined) return undefined;
  const what = shownAs(call, request, policy, theCase);
  return { text: `${call.tool} (agent: ${request.agentType}): ${what}`, reason: outside.reason };
}

/** Half a call in the record: what came back of it is from outside all the same. */
function nameAlone({ payload }: GateRequest): GateCall | undefined {
  const tool = stringAt(payload, 'tool_name');
  return tool === undefined ? undefined : { tool, input: {}, cwd: stringAt(payload, 'cwd') };
}

function resultOf(request: GateRequest, theCase: Case): EventOf<'tool-result'> | undefined {
  const { event } = request;
  if (event.kind === 'tool-result') return event;
  const id = event.kind === 'tool-call' ? event.result : undefined;
  const result = id === undefined ? undefined : theCase.event(id);
  return result?.kind === 'tool-result' ? result : undefined;
}

/** Only a read that the pin is needed for: without it the file would be outside. */
function heldPin(result: EventOf<'tool-result'>, theCase: Case, policy: TrustPolicy): TrustPin | undefined {
  const call = result.call === undefined ? undefined : theCase.event(result.call);
  const verdict = call?.kind === 'tool-call' ? pinFor(call, policy, theCase) : undefined;
  if (verdict?.holds !== true) return undefined;
  const unpinned = { ...policy, pins: [] };
  const needed = result.texts.some((text) => trustOf(text, unpinned, theCase).integrity === 'outside');
  return needed ? verdict.pin : undefined;
}

/** Paths as the policy's glob matched them, so that the cause reads alike wherever the project lay. */
function shownAs(call: GateCall, request: GateRequest, policy: TrustPolicy, theCase: Case): string {
  for (const member of READING_TOOLS[call.tool] ?? []) {
    const path = stringAt(call.input, member);
    if (path === undefined) continue;
    const under = outsidePath(path, policy, call.cwd, theCase);
    if (under !== undefined) return under.slice(under.indexOf(': ') + 2);
    return relativePaths(path, call.cwd, theCase.ids.cwds).at(-1) ?? path;
  }
  return summaryOf(request.payload).replace(/\s+/g, ' ').slice(0, 200);
}
