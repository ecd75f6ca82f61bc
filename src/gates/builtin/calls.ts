import { globs } from '../../base/glob.ts';
import { type JsonObject, stringAt } from '../../base/json.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { matchesPattern } from '../../flows/policy/pattern.ts';
import type { CallRules, SinkKind, TrustPolicy } from '../../flows/policy/policy.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';

/** A call as a gate sees it: name and input of the payload. */
export interface GateCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly cwd: string | undefined;
}

export function callOf(payload: JsonObject): GateCall | undefined {
  const tool = stringAt(payload, 'tool_name');
  const input = payload.tool_input;
  if (tool === undefined || typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  return { tool, input, cwd: stringAt(payload, 'cwd') };
}

/** One line that lets a reader recognise the call: the command, path or URL. */
export function summaryOf(payload: JsonObject): string {
  const call = callOf(payload);
  if (call === undefined) return stringAt(payload, 'prompt') ?? stringAt(payload, 'last_assistant_message') ?? '';
  for (const member of [
    'command',
    'file_path',
    'notebook_path',
    'path',
    'url',
    'query',
    'pattern',
    'description',
    'skill',
    'to',
    'prompt',
  ]) {
    const value = stringAt(call.input, member);
    if (value !== undefined) return value;
  }
  const first = Object.values(call.input).find((value) => typeof value === 'string');
  return typeof first === 'string' ? first : '';
}

/** Why the rules name the call, as half a sentence, or undefined. */
export function namedBy(rules: CallRules, call: GateCall): string | undefined {
  if (globs(rules.tools)(call.tool)) return call.tool;
  const command = SHELL_TOOLS.includes(call.tool) ? stringAt(call.input, 'command') : undefined;
  if (command === undefined) return undefined;
  const pattern = rules.bashPatterns.find((candidate) => matchesPattern(candidate, command));
  return pattern === undefined ? undefined : `${call.tool} matches ${pattern}`;
}

/** Why a call carries something out or makes it public, as half a sentence. */
export function sinkOf(
  kind: Extract<SinkKind, 'egress' | 'publish'>,
  policy: TrustPolicy,
  call: GateCall,
): string | undefined {
  const rules = policy.sinks[kind];
  const named = namedBy(rules, call);
  if (named !== undefined) return named;
  const command = SHELL_TOOLS.includes(call.tool) && rules.bashEffects ? stringAt(call.input, 'command') : undefined;
  if (command === undefined) return undefined;
  const effects = commandEffects(command, call.cwd);
  if (kind === 'publish') {
    const [publication] = effects.publishes;
    return publication === undefined ? undefined : `${call.tool} publishes (${publication.kind})`;
  }
  const network = effects.sendsOutside[0] ?? effects.readsOutside[0];
  return network === undefined ? undefined : `${call.tool} runs ${network.tool}`;
}
