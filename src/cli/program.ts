import { Command, CommanderError, Option } from 'commander';
import { nearestName } from '../base/nearest.ts';
import { VERSION } from '../result/version.ts';
import { COMMANDS, type CommandSpec, GROUPS } from './catalogue.ts';
import { type Call, RUNS } from './command.ts';
import type { Values } from './config.ts';
import { Complaint, EXIT, type ExitReason } from './exit.ts';
import type { Io, Output } from './io.ts';
import type { OptionName, OptionSpec } from './options.ts';
import { parseValue, type Settings, specOf } from './settings.ts';

/** What commander's own exits mean to us: help and version are done, all else is a usage error that was told already. */
export class Told extends Error {
  readonly reasons: readonly ExitReason[];
  constructor(reasons: readonly ExitReason[]) {
    super('told');
    this.reasons = reasons;
  }
}

const DEFAULT = 'scan';

export async function runProgram(io: Io, out: Output, err: Output): Promise<readonly ExitReason[]> {
  let reasons: readonly ExitReason[] = [];
  const told: string[] = [];
  const program = new Command('aftertaint')
    .description(
      'Forensics for coding agents: who told whom what, where it came from, and which gate would have stopped it.',
    )
    .version(VERSION, '-V, --version')
    .exitOverride()
    .configureOutput({ writeOut: (text) => told.push(text), writeErr: (text) => void err.write(text) })
    .showSuggestionAfterError(true)
    .addHelpText(
      'after',
      `\nExamples:\n${examplesOf(COMMANDS.filter((spec) => ['scan', 'explain', 'replay'].includes(spec.name)))}`,
    );
  for (const group of GROUPS) {
    program.commandsGroup(`${group}:`);
    for (const spec of COMMANDS) {
      if (spec.group !== group) continue;
      const command = commandOf(spec, io, out, err, (result) => (reasons = result));
      // Not inherited: its help would go past our output, which knows of readers that go away.
      command.configureOutput(program.configureOutput());
      program.addCommand(command, { isDefault: spec.name === DEFAULT });
    }
  }
  // Told here, so that it stands in the last group and not in one of its own.
  program.helpCommand('help [command]', 'display help for a command');
  try {
    await program.parseAsync([...io.argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    await out.write(told.join(''));
    if (error.exitCode === 0) return [];
    throw new Told([{ code: EXIT.usage, reason: 'usage' }]);
  }
  return reasons;
}

function commandOf(
  spec: CommandSpec,
  io: Io,
  out: Output,
  err: Output,
  done: (reasons: readonly ExitReason[]) => void,
): Command {
  const command = new Command(spec.name)
    .summary(spec.about)
    .description(sentence(spec.about))
    .helpGroup(`${spec.group}:`)
    .exitOverride()
    .showHelpAfterError(`help: aftertaint ${spec.name} --help`)
    .showSuggestionAfterError(true);
  for (const operand of spec.operands.split(' ')) command.argument(operand);
  // All flags are made only for a command that may run: the default one, and those that the command line names. One says that there are some.
  const mayRun = spec.name === DEFAULT || io.argv.includes(spec.name);
  for (const name of mayRun ? spec.options : spec.options.slice(0, 1)) command.addOption(optionOf(name, spec));
  if (spec.examples.length > 0) command.addHelpText('after', `\nExamples:\n${examplesOf([spec])}`);
  return command.action(async (...parameters: unknown[]) => {
    const operands = parameters
      .slice(0, -2)
      .flat()
      .filter((operand): operand is string => typeof operand === 'string');
    const settings = await settle(spec, command, io);
    const call: Call = { spec, operands, settings, io, out, err };
    const { run } = await RUNS[spec.name]!();
    done(await run(call));
  });
}

function optionOf(name: OptionName, command: CommandSpec): Option {
  const spec: OptionSpec = specOf(name);
  const formats = name === 'format' && command.formats.length > 0 ? ` [${command.formats.join('|')}]` : '';
  const option = new Option(spec.flags, spec.about + formats).helpGroup(`${spec.group}:`);
  if (spec.choices !== undefined) option.choices([...spec.choices]);
  if (spec.default !== undefined) option.default(spec.default);
  const where = spec.flags.split(' ').find((part) => part.startsWith('--'))!;
  if (spec.parse !== undefined || spec.many === true || spec.choices !== undefined) {
    option.argParser((text: string, previous: unknown) => {
      const value = parseValue(spec, text, where);
      return spec.many === true ? [...(Array.isArray(previous) ? previous : []), value] : value;
    });
  }
  return option;
}

/** Flags > environment > `--config` or the local file > the user's file > defaults. */
async function settle(spec: CommandSpec, command: Command, io: Io): Promise<Settings> {
  const flags: Values = {};
  for (const name of spec.options) {
    const attribute = optionOf(name, spec).attributeName();
    if (command.getOptionValueSource(attribute) === 'cli') flags[name] = command.getOptionValue(attribute);
  }
  const { fromEnvironment, fromFiles } = await import('./config.ts');
  const environment = fromEnvironment(io.env);
  const files = await fromFiles(io, (flags.config ?? environment.config) as string | undefined);
  const merged: Values = {};
  for (const name of spec.options) {
    const value = flags[name] ?? environment[name] ?? files[name] ?? specOf(name).default;
    if (value !== undefined) merged[name] = value;
  }
  checkFormat(spec, merged.format as string | undefined);
  return merged as Settings;
}

function checkFormat(spec: CommandSpec, format: string | undefined): void {
  if (format === undefined || spec.formats.includes(format)) return;
  const close = nearestName(format, spec.formats);
  throw new Complaint(`--format: '${format}' is no format of '${spec.name}'`, {
    hint: `${close === undefined ? '' : `did you mean ${close}? `}one of ${spec.formats.join(', ')}`,
  });
}

function examplesOf(specs: readonly CommandSpec[]): string {
  return specs.flatMap((spec) => spec.examples.map((example) => `  $ ${example}`)).join('\n');
}

function sentence(text: string): string {
  return `${text[0]!.toUpperCase()}${text.slice(1)}.`;
}

/** Settings whose value names a file or folder; `gate` and `against` may name one behind `settings:` or `policy:`. */
const PATH_OPTIONS = ['policy', 'project', 'hookLog', 'gateState', 'suppressions', 'baseline'] as const;

/** Flags as a corpus case writes them, with relative paths meant from elsewhere than the current folder. */
export function settingsOfArgs(args: readonly string[], locate: (path: string) => string): Settings {
  const spec: CommandSpec = {
    ...COMMANDS[0]!,
    options: [...new Set(COMMANDS.flatMap((command) => command.options))].filter((name) => name !== 'into'),
  };
  const command = new Command('args')
    .allowExcessArguments()
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  for (const name of spec.options) command.addOption(optionOf(name, spec));
  try {
    command.parse([...args], { from: 'user' });
  } catch (error) {
    throw new Complaint(`flags ${args.join(' ')}: ${(error as Error).message}`);
  }
  const settings: Values = {};
  for (const name of spec.options) {
    const attribute = optionOf(name, spec).attributeName();
    if (command.getOptionValueSource(attribute) === 'cli') settings[name] = command.getOptionValue(attribute);
  }
  for (const name of PATH_OPTIONS) if (typeof settings[name] === 'string') settings[name] = locate(settings[name]);
  for (const name of ['gate', 'against'] as const) {
    if (!Array.isArray(settings[name])) continue;
    settings[name] = (settings[name] as string[]).map((gate) =>
      gate.replace(/^(settings|policy):(.+[./].+)$/, (_, kind: string, file: string) => `${kind}:${locate(file)}`),
    );
  }
  return settings as Settings;
}
