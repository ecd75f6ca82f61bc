import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isObject } from '../base/json.ts';
import { nearestName } from '../base/nearest.ts';
import { Complaint } from './exit.ts';
import type { Io } from './io.ts';
import { longName, OPTIONS, type OptionName, type OptionSpec } from './options.ts';
import { parseValue, takesValue } from './settings.ts';

const FILE_NAME = 'aftertaint.config.yaml';
const NAME_BY_KEY = new Map<string, OptionName>(
  (Object.keys(OPTIONS) as OptionName[])
    .filter((name) => name !== 'into')
    .map((name) => [longName(OPTIONS[name]), name]),
);

export type Values = Partial<Record<OptionName, unknown>>;

/** `AFTERTAINT_MIN_SEVERITY=high`; lists are split at commas. Unknown variables with our prefix are errors: a typo must not be silent. */
export function fromEnvironment(env: Io['env']): Values {
  const values: Values = {};
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('AFTERTAINT_') || text === undefined) continue;
    const key = variable.slice('AFTERTAINT_'.length).toLowerCase().replaceAll('_', '-');
    const name = NAME_BY_KEY.get(key);
    if (name === undefined)
      throw unknown(
        variable,
        key,
        'the environment',
        (known) => `AFTERTAINT_${known.toUpperCase().replaceAll('-', '_')}`,
      );
    const spec: OptionSpec = OPTIONS[name];
    if (!takesValue(spec)) values[name] = !['', '0', 'false', 'no'].includes(text.toLowerCase());
    else if (spec.many) values[name] = text.split(',').map((item) => parseValue(spec, item.trim(), variable));
    else values[name] = parseValue(spec, text, variable);
  }
  return values;
}

/** The config files of this run, weakest first: the user's own, then `--config` or the one in the current folder. Never one from the evidence. */
export async function fromFiles(io: Io, named: string | undefined): Promise<Values> {
  const base = io.env['XDG_CONFIG_HOME'] || (io.env['HOME'] ? join(io.env['HOME'], '.config') : undefined);
  const user = base === undefined ? undefined : read(join(base, 'aftertaint', 'config.yaml'), false);
  const local = read(named ?? join(io.cwd, FILE_NAME), named !== undefined);
  let values: Values = {};
  for (const file of [user, local]) if (file !== undefined) values = { ...values, ...(await parse(file)) };
  return values;
}

interface ConfigFile {
  readonly path: string;
  readonly text: string;
}

function read(path: string, required: boolean): ConfigFile | undefined {
  try {
    return { path, text: readFileSync(path, 'utf8') };
  } catch (error) {
    if (!required && ['ENOENT', 'ENOTDIR', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw new Complaint(`${path}: cannot be read (${(error as NodeJS.ErrnoException).code})`, {
      hint: 'check --config',
    });
  }
}

async function parse({ path, text }: ConfigFile): Promise<Values> {
  const { readYaml } = await import('../base/yaml.ts');
  const file = readYaml(text);
  if (file.error !== undefined) throw new Complaint(`${path}:${file.error.line}: ${file.error.message}`);
  if (file.value === null || file.value === undefined) return {};
  if (!isObject(file.value))
    throw new Complaint(`${path}:1: not a list of settings`, { hint: "write lines like 'min-severity: medium'" });
  const values: Values = {};
  for (const [key, value] of Object.entries(file.value)) {
    const where = `${path}:${file.lineOf([key])}`;
    const name = NAME_BY_KEY.get(key);
    if (name === undefined || name === 'config')
      throw unknown(`${where}: setting '${key}'`, key, 'the settings', (known) => known);
    values[name] = typed(OPTIONS[name], value, where, key);
  }
  return values;
}

function typed(spec: OptionSpec, value: unknown, where: string, key: string): unknown {
  if (!takesValue(spec)) {
    if (typeof value === 'boolean') return value;
    throw new Complaint(`${where}: '${key}' is true or false`);
  }
  const scalar = (item: unknown) => {
    if (typeof item === 'string' || typeof item === 'number')
      return parseValue(spec, String(item), `${where}: '${key}'`);
    throw new Complaint(`${where}: '${key}' takes ${spec.many ? 'texts' : 'one text'}`);
  };
  if (spec.many) return (Array.isArray(value) ? value : [value]).map(scalar);
  return scalar(value);
}

function unknown(what: string, key: string, where: string, show: (known: string) => string): Complaint {
  const close = nearestName(key, [...NAME_BY_KEY.keys()]);
  return new Complaint(`${what} is unknown in ${where}`, {
    hint:
      close === undefined ? `known are: ${[...NAME_BY_KEY.keys()].sort().join(', ')}` : `did you mean ${show(close)}?`,
  });
}
