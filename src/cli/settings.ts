import { nearestName } from '../base/nearest.ts';
import { Complaint } from './exit.ts';
import { OPTIONS, type OptionName, type OptionSpec } from './options.ts';

type ValueOf<S> = S extends { many: true }
  ? readonly string[]
  : S extends { flags: `${string}<${string}` }
    ? S extends { parse: 'whole' | 'bytes' }
      ? number
      : S extends { choices: readonly (infer C)[] }
        ? C
        : string
    : boolean;

/** What a run was asked for, after flags, environment, config files and defaults. */
export type Settings = { readonly [Name in OptionName]?: ValueOf<(typeof OPTIONS)[Name]> };

const UNITS: Record<string, number> = { '': 1, k: 1e3, m: 1e6, g: 1e9, ki: 2 ** 10, mi: 2 ** 20, gi: 2 ** 30 };

/** Text → value of one option; the same for a flag, a variable and a config member. */
export function parseValue(spec: OptionSpec, text: string, where: string): string | number {
  if (spec.choices !== undefined && !spec.choices.includes(text)) {
    const close = nearestName(text, spec.choices);
    throw new Complaint(`${where}: '${text}' is none of ${spec.choices.join(', ')}`, {
      hint: close === undefined ? 'write one of them' : `did you mean ${close}?`,
    });
  }
  switch (spec.parse) {
    case 'whole': {
      const value = Number(text);
      if (!Number.isSafeInteger(value) || value < 1)
        throw new Complaint(`${where}: '${text}' is no whole number above 0`, { hint: 'write 1, 2, 3, …' });
      return value;
    }
    case 'bytes': {
      const match = /^(\d+(?:\.\d+)?)\s*([kmg]i?)?b?$/i.exec(text);
      if (match === null)
        throw new Complaint(`${where}: '${text}' is no size`, { hint: 'write bytes, or 64M, 1.5G, 512Ki' });
      return Math.floor(Number(match[1]) * UNITS[(match[2] ?? '').toLowerCase()]!);
    }
    case 'time': {
      if (!/^\d{4}-\d\d-\d\d/.test(text) || Number.isNaN(Date.parse(text))) {
        throw new Complaint(`${where}: '${text}' is no ISO time`, { hint: 'write 2026-11-30 or 2026-11-30T14:02:11Z' });
      }
      return text;
    }
    default:
      return text;
  }
}

export function takesValue(spec: OptionSpec): boolean {
  return spec.flags.includes('<');
}

export const specOf = (name: OptionName): OptionSpec => OPTIONS[name];
