import type { Slot } from '../shape/model.ts';

/** The part of a value that comes again in a call's input (JSON, lower case): whole, by its host, or most words of a command. */
export function sharedValue(slot: Slot, input: string): string | undefined {
  const wanted = JSON.stringify(slot.value.toLowerCase()).slice(1, -1);
  if (wanted.length >= 3 && input.includes(wanted)) return slot.value;
  // `~/x` is told, `/home/name/x` is done.
  const home = /^(?:~|\$home|\$\{home\})(?=\/)/.exec(wanted)?.[0];
  if (home !== undefined && wanted.length >= home.length + 5 && input.includes(wanted.slice(home.length)))
    return slot.value;
  if (slot.kind === 'url' || slot.kind === 'host') {
    const host = wanted.replace(/^[a-z][a-z0-9+.-]*:\/\//, '').split(/[/:?#]/)[0]!;
    return host.length >= 4 && input.includes(host) ? host : undefined;
  }
  if (slot.kind === 'account') {
    const folded = wanted.replace(/\s/g, '');
    return folded.length >= 8 && input.replace(/\s/g, '').includes(folded) ? slot.value : undefined;
  }
  if (slot.kind === 'command' && /\s/.test(wanted)) {
    const parts = wanted.split(/\s+/).filter((part) => part.length > 2);
    return parts.length >= 2 &&
      parts.filter((part) => input.includes(part)).length >= Math.ceil(parts.length * 0.6) &&
      namesSameAct(parts, input)
      ? slot.value
      : undefined;
  }
  return undefined;
}

/** The words at the head of a command say what it does: `rollout history` is not `rollout restart`, whatever stands behind both. */
export function namesSameAct(parts: readonly string[], input: string): boolean {
  return parts
    .slice(0, 6)
    .filter((part) => /^[a-z]{2,}$/.test(part))
    .slice(0, 4)
    .every((part) => input.includes(part));
}
