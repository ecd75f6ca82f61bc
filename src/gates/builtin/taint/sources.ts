import { createHash } from 'node:crypto';
import { isObject, numberAt, objectAt, stringAt } from '../../../base/json.ts';
import type { Case, EventOf } from '../../../case/model.ts';
import { outsidePath, trustOf } from '../../../flows/policy/integrity.ts';
import { relativePaths } from '../../../flows/policy/paths.ts';
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
  const call = callOf(request.payload);
  const result = resultOf(request, theCase);
  if (call === undefined || result === undefined) return undefined;
  // A failed shell command may have printed what it fetched; any other failure is the host's own text.
  if (result.isError && call.tool !== 'Bash') return undefined;
  const outside = result.texts
    .map((text) => trustOf(text, policy, theCase))
    .find((trust) => trust.integrity === 'outside');
  if (outside === undefined) return undefined;
  const pin = pinFor(call, result, policy, theCase);
  if (pin !== undefined) return { pin };
  const what = shownAs(call, request, policy, theCase);
  return { text: `${call.tool} (agent: ${request.agentType}): ${what}`, reason: outside.reason };
}

function resultOf(request: GateRequest, theCase: Case): EventOf<'tool-result'> | undefined {
  const { event } = request;
  if (event.kind === 'tool-result') return event;
  const id = event.kind === 'tool-call' ? event.result : undefined;
  const result = id === undefined ? undefined : theCase.event(id);
  return result?.kind === 'tool-result' ? result : undefined;
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

/** A trust pin holds for exactly the bytes it names: the whole file must have been read, and its digest must be the pin's. */
function pinFor(
  call: GateCall,
  result: EventOf<'tool-result'>,
  policy: TrustPolicy,
  theCase: Case,
): TrustPin | undefined {
  const path = stringAt(call.input, 'file_path');
  if (policy.pins.length === 0 || path === undefined) return undefined;
  if (call.input.offset !== undefined || call.input.limit !== undefined) return undefined;
  const file = objectAt(isObject(result.toolUseResult) ? result.toolUseResult : undefined, 'file');
  const content = stringAt(file, 'content');
  if (content === undefined || numberAt(file, 'numLines') !== numberAt(file, 'totalLines')) return undefined;
  const digest = createHash('sha256').update(content, 'utf8').digest('hex');
  const paths = relativePaths(path, call.cwd, theCase.ids.cwds);
  return policy.pins.find(
    ({ path: pinned, identity }) =>
      paths.includes(pinned) && identity.kind === 'sha256' && identity.hash.toLowerCase() === digest,
  );
}
