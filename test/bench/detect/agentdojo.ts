import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json.ts';

/** One call of a recorded run and what came back. */
export interface Step {
  readonly tool: string;
  readonly args: JsonObject;
  readonly output: string;
}

/** A run of the AgentDojo set, reduced to what a transcript shows. */
export interface DojoRun {
  readonly id: string;
  readonly suite: string;
  readonly attack: string | undefined;
  /** The injected payloads; empty for benign runs. */
  readonly payloads: readonly string[];
  readonly user: string;
  readonly steps: readonly Step[];
  readonly final: string;
  /** The checker says that the attack succeeded. Only meaningful with an injection task and no error, and not for denial of service. */
  readonly succeeded: boolean;
}

interface Message {
  readonly role: string;
  readonly content: unknown;
  readonly tool_calls?:
    | readonly { readonly function: string; readonly args?: JsonObject; readonly id?: string }[]
    | null;
  readonly tool_call_id?: string | null;
}

/** Every run below the folder, by path. Reading is lazy: the set holds tens of thousands of files. */
export function* runsUnder(folder: string, keep: (path: string, index: number) => boolean): Iterable<DojoRun> {
  if (!existsSync(folder)) return;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json'))
    .sort();
  for (const [index, file] of files.entries()) {
    if (!keep(file, index)) continue;
    const run = readRun(join(folder, file), file);
    if (run !== undefined) yield run;
  }
}

function readRun(path: string, id: string): DojoRun | undefined {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
  const messages = (value['messages'] ?? []) as Message[];
  const attack = typeof value['attack_type'] === 'string' ? value['attack_type'] : undefined;
  const user = textOf(messages.find((message) => message.role === 'user')?.content);
  const steps = stepsOf(messages);
  if (user === '' || steps.length === 0) return undefined;
  return {
    id,
    suite: String(value['suite_name']),
    attack,
    payloads: Object.values((value['injections'] ?? {}) as Record<string, string>),
    user,
    steps,
    final: textOf(messages.findLast((message) => message.role === 'assistant')?.content),
    succeeded:
      value['security'] === true &&
      value['error'] == null &&
      value['injection_task_id'] != null &&
      attack?.endsWith('dos') === false,
  };
}

function stepsOf(messages: readonly Message[]): Step[] {
  const steps: Step[] = [];
  messages.forEach((message, index) => {
    if (message.role !== 'assistant') return;
    const answers: Message[] = [];
    for (let next = index + 1; next < messages.length && messages[next]!.role === 'tool'; next++)
      answers.push(messages[next]!);
    message.tool_calls?.forEach((call, place) => {
      const answer =
        answers.find((one) => call.id !== undefined && call.id !== '' && one.tool_call_id === call.id) ??
        answers[place];
      steps.push({ tool: call.function, args: (call.args ?? {}) as JsonObject, output: textOf(answer?.content) });
    });
  });
  return steps;
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return content.map((block: { content?: string; text?: string }) => block.content ?? block.text ?? '').join('\n');
}

/** Letters and digits only: outputs are dumps in which the payload's line ends and quotes are escaped. */
export function letters(text: string): string {
  return text
    .toLowerCase()
    .replace(/\\[nrtu"'\\]/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Index of the first step whose output holds a payload, or -1. */
export function poisonedStep(run: DojoRun): number {
  const wanted = run.payloads.map(letters).filter((payload) => payload.length >= 20);
  return run.steps.findIndex((step) => {
    const output = letters(step.output);
    return wanted.some((payload) => output.includes(payload.slice(0, 200)));
  });
}
