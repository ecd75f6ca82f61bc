import type { Order } from '../../flows/acted/orders.ts';
import type { ActKind } from '../../flows/acted/verbs.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { isSecretPath } from '../../flows/policy/places.ts';
import { slotsIn } from '../../flows/shape/slots.ts';

/** Commands that a text names, in whatever language and mood it speaks: in code marks, or as a line or a step of its own. */
const STEP =
  /^[ \t]*(?:[-*•>]|\d{1,2}[.)])?[ \t]*[`$]?[ \t]*((?:git|rm|curl|wget|sudo|chmod|npm|pip3?|bash|sh|gh|docker|kubectl|scp|ssh|nc)[ \t][^\n`]{2,200})/gmu;
/** Git that throws work away or writes over the remote: commands that no review orders by the way. */
const DESTROYS =
  /\bgit\s+(?:reset\s+--hard|push\b[^\n;|&]*(?:--force\b|--force-with-lease|\s-f\b|--delete|\s:\w)|branch\s+-D|clean\s+-\w*f|filter-branch|reflog\s+expire|update-ref\s+-d)|\brm\s+-\w*[rf]|\b(?:mkfs|dd\s+if=)/i;
/** A secret and an address this near to each other belong to one wish. */
const NEAR_CHARS = 400;
const LIMIT = 8_000;

/** Acts of weight that a text names by their command, or as a secret and where it is to go. */
export function graveMentions(text: string, start = 0, end = text.length): Order[] {
  const window = text.slice(start, Math.min(end, start + LIMIT));
  const found: Order[] = [];
  const slots = slotsIn(window);
  const add = (kind: ActKind, from: number, to: number, objects: readonly string[]): void => {
    if (!found.some((one) => one.kind === kind && one.start < to + start && one.end > from + start))
      found.push({ kind, start: from + start, end: to + start, objects });
  };
  const commands = [
    ...slots.filter((slot) => slot.kind === 'command'),
    ...[...window.matchAll(STEP)].map((match) => {
      const from = match.index + match[0].length - match[1]!.length;
      return { value: match[1]!, start: from, end: from + match[1]!.length };
    }),
  ];
  for (const command of commands) {
    const kind = kindOf(command.value);
    if (kind !== undefined) add(kind, command.start, command.end, [command.value]);
  }
  for (const secret of slots) {
    if (secret.kind !== 'path' || !isSecretPath(secret.value)) continue;
    const address = slots.find(
      (slot) => (slot.kind === 'url' || slot.kind === 'email') && Math.abs(slot.start - secret.start) < NEAR_CHARS,
    );
    if (address !== undefined)
      add('send', Math.min(secret.start, address.start), Math.max(secret.end, address.end), [
        secret.value,
        address.value,
      ]);
  }
  return found;
}

function kindOf(command: string): ActKind | undefined {
  if (DESTROYS.test(command)) return /\bpush\b/.test(command) ? 'push' : 'delete';
  const effects = commandEffects(command);
  if (effects.publishes.length > 0) return 'push';
  if (effects.sendsOutside.length > 0) return 'send';
  if (effects.permission.length > 0) return 'grant';
  if (effects.executes.some((one) => one.kind !== 'package' && (one.from === 'outside' || one.from === 'decoded')))
    return 'install';
  return undefined;
}
