import type { Argument } from './model.ts';

export interface Options {
  readonly operands: readonly Argument[];
  /** Every flag that was given, with its value where it takes one; short flags may stand together (`-sSLo`). */
  readonly flags: readonly { readonly name: string; readonly value: Argument | undefined; readonly at: Argument }[];
  has(...names: string[]): boolean;
  valuesOf(...names: string[]): Argument[];
}

/** Reads arguments behind a command name. `valueFlags` are the flags that take the next word, blank separated. */
export function readOptions(args: readonly Argument[], valueFlags = '', stopAtOperand = false): Options {
  const takes = new Set(valueFlags.split(' ').filter((flag) => flag !== ''));
  const operands: Argument[] = [];
  const flags: { name: string; value: Argument | undefined; at: Argument }[] = [];
  for (let index = 0; index < args.length; index++) {
    const arg = args[index]!;
    const { value } = arg;
    if (value === '--') {
      operands.push(...args.slice(index + 1));
      break;
    }
    if (!value.startsWith('-') || value === '-') {
      if (stopAtOperand) {
        operands.push(...args.slice(index));
        break;
      }
      operands.push(arg);
      continue;
    }
    const equals = value.indexOf('=');
    if (value.startsWith('--') && equals > 0) {
      flags.push({ name: value.slice(0, equals), value: { ...arg, value: value.slice(equals + 1) }, at: arg });
      continue;
    }
    if (value.startsWith('--') || takes.has(value)) {
      const next = takes.has(value) ? args[++index] : undefined;
      flags.push({ name: value, value: next, at: arg });
      continue;
    }
    for (let letter = 1; letter < value.length; letter++) {
      const name = `-${value[letter]}`;
      if (!takes.has(name)) {
        flags.push({ name, value: undefined, at: arg });
        continue;
      }
      const rest = value.slice(letter + 1);
      flags.push({ name, value: rest === '' ? args[++index] : { ...arg, value: rest }, at: arg });
      break;
    }
  }
  return {
    operands,
    flags,
    has: (...names) => flags.some((flag) => names.includes(flag.name)),
    valuesOf: (...names) =>
      flags.flatMap((flag) => (names.includes(flag.name) && flag.value !== undefined ? [flag.value] : [])),
  };
}
