import { stringAt } from '../../base/json.ts';
import type { Case, EventOf } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { type Effect, effectsOf } from '../../flows/effects/effects.ts';
import { humanTexts, requestOf } from '../../flows/effects/request.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';

/** Calls of weight that are looked at in one case. */
const MOST_CALLS = 60;

/** A call of weight that no person of the session asked for. */
export interface Unasked {
  readonly event: EventOf<'tool-call'>;
  readonly effect: Effect;
}

const unasked = new WeakMap<Case, readonly Unasked[]>();

/** The first calls of weight that nobody asked for, each once. */
export function unaskedCalls(within: Case): readonly Unasked[] {
  let list = unasked.get(within);
  if (list === undefined) {
    list = humanTexts(within).length === 0 ? [] : searchUnasked(within);
    unasked.set(within, list);
  }
  return list;
}

function searchUnasked(within: Case): Unasked[] {
  const list: Unasked[] = [];
  const calls = new Set<string>();
  for (const event of within.timeline) {
    if (event.kind !== 'tool-call' || event.toolName === 'SendMessage' || wasDenied(within, event)) continue;
    const effects = effectsOf(event).filter((effect) => isGrave(effect, event));
    if (effects.length === 0) continue;
    const key = `${event.agent} ${event.toolName} ${JSON.stringify(event.input)}`;
    if (calls.has(key)) continue;
    calls.add(key);
    if (calls.size > MOST_CALLS) break;
    const effect = effects.find((one) => requestOf(one, within).status === 'unrequested');
    // One call may do several things: what a person asked for covers what comes with it.
    if (effect === undefined || effects.some((one) => requestOf(one, within).byValue === true)) continue;
    list.push({ event, effect });
  }
  return list;
}

/** A package by its name is everyday work; one from an address of its own is not. */
function isGrave(effect: Effect, event: EventOf<'tool-call'>): boolean {
  if (effect.critical === undefined) return false;
  // An answer asked of an address, with words of the agent's own: how an interface is tried out.
  if (effect.kind === 'send' && SHELL_TOOLS.includes(event.toolName) && !takesAlong(event)) return false;
  return effect.grave || (effect.kind === 'execute' && SHELL_TOOLS.includes(event.toolName) && namesHost(event));
}

/** Something of the machine goes with it: a file, a variable, what a pipe hands on, or a name that only this machine has. */
function takesAlong(event: EventOf<'tool-call'>): boolean {
  const command = stringAt(event.input, 'command') ?? '';
  const { sendsOutside, publishes } = commandEffects(command, event.cwd);
  // A credential in a header is how one signs in, not what is sent.
  const signsIn = /(?:^|\s)(?:-H|--header|-u|--user|--oauth2-bearer)\b/.test(command);
  return (
    publishes.length > 0 ||
    sendsOutside.some(
      (one) => one.files.length > 0 || (one.variables.length > 0 && !signsIn) || one.recipient !== undefined,
    ) ||
    /\|\s*(?:curl|wget|nc|ncat|ssh|mail)\b|\$\(|`|(?<!<)<\s*[\w~./]/.test(command)
  );
}

/** An installer that is told to take its package from an address. */
const FROM_ADDRESS =
  /\b(?:pip[\d.]*|pipx|uv|poetry|npm|pnpm|yarn|npx|gem|cargo|go|dotnet|nuget|brew|apt(?:-get)?|conda)\b[^\n;|&]*?(?:--?(?:extra-)?index-url|--index|--registry|--source|--find-links|--channel|-i|-f|git\+)[= ]?\S*:\/\//;

function namesHost(event: EventOf<'tool-call'>): boolean {
  return event.texts.some((text) => FROM_ADDRESS.test(text.value.slice(0, 4_000)));
}

function wasDenied(within: Case, event: EventOf<'tool-call'>): boolean {
  const result = event.result === undefined ? undefined : within.event(event.result);
  return (
    result?.kind === 'tool-result' && (result.denialKind !== undefined || result.permission?.decision === 'reject')
  );
}
