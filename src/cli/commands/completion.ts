import { COMMANDS } from '../catalogue.ts';
import type { Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { longName, OPTIONS, type OptionSpec } from '../options.ts';

const SHELLS: Record<string, () => string> = { bash, zsh, fish };

export const run: Run = async ({ operands, out }) => {
  const script = Object.hasOwn(SHELLS, operands[0]!) ? SHELLS[operands[0]!] : undefined;
  if (script === undefined)
    throw new Complaint(`no completion for '${operands[0]}'`, { hint: 'one of bash, zsh, fish' });
  await out.write(script());
  return [];
};

interface Flag {
  readonly long: string;
  readonly short?: string;
  readonly about: string;
  readonly values: readonly string[];
  readonly takesValue: boolean;
}

function flagsOf(command: (typeof COMMANDS)[number]): Flag[] {
  return command.options.map((name) => {
    const spec: OptionSpec = OPTIONS[name];
    const short = /^-(\w),/.exec(spec.flags)?.[1];
    return {
      long: longName(spec),
      ...(short !== undefined && { short }),
      about: spec.about,
      values: name === 'format' ? command.formats : (spec.choices ?? []),
      takesValue: spec.flags.includes('<'),
    };
  });
}

function bash(): string {
  const cases = COMMANDS.map((command) => {
    const flags = flagsOf(command);
    const values = flags
      .filter((flag) => flag.values.length > 0)
      .map(
        (flag) => `      --${flag.long}) COMPREPLY=($(compgen -W "${flag.values.join(' ')}" -- "$current")); return;;`,
      );
    return [
      `    ${command.name})`,
      '      case "$previous" in',
      ...values,
      '      esac',
      `      flags="${flags.map((flag) => `--${flag.long}`).join(' ')}";;`,
    ].join('\n');
  });
  return `# bash completion: source <(aftertaint completion bash)
_aftertaint() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" flags=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${COMMANDS.map((command) => command.name).join(' ')}" -- "$current"))
    [ \${#COMPREPLY[@]} -gt 0 ] && return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$flags" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi
}
complete -o filenames -F _aftertaint aftertaint
`;
}

function zsh(): string {
  const quoted = (text: string) =>
    text.replace(/['[\]:\\]/g, (character) => (character === "'" ? "'\\''" : `\\${character}`));
  const commands = COMMANDS.map((command) => `    '${command.name}:${quoted(command.about)}'`);
  const cases = COMMANDS.map((command) => {
    const flags = flagsOf(command).map((flag) => {
      const value = flag.takesValue
        ? `:${flag.long}:${flag.values.length > 0 ? `(${flag.values.join(' ')})` : '_files'}`
        : '';
      return `'--${flag.long}[${quoted(flag.about)}]${value}'`;
    });
    return `    ${command.name}) _arguments ${flags.join(' ')} '*:file:_files';;`;
  });
  return `#compdef aftertaint
# zsh completion: source <(aftertaint completion zsh)
_aftertaint() {
  local -a commands
  commands=(
${commands.join('\n')}
  )
  if (( CURRENT == 2 )); then _describe command commands; _files; return; fi
  local name=$words[2]
  shift words; (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
compdef _aftertaint aftertaint
`;
}

function fish(): string {
  const quote = (text: string) => `'${text.replace(/['\\]/g, (character) => `\\${character}`)}'`;
  const lines = ['# fish completion: aftertaint completion fish | source'];
  for (const command of COMMANDS) {
    lines.push(`complete -c aftertaint -n __fish_use_subcommand -a ${command.name} -d ${quote(command.about)}`);
    for (const flag of flagsOf(command)) {
      const short = flag.short === undefined ? '' : ` -s ${flag.short}`;
      const value = flag.takesValue ? (flag.values.length > 0 ? ` -x -a ${quote(flag.values.join(' '))}` : ' -r') : '';
      lines.push(
        `complete -c aftertaint -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.long}${short}${value} -d ${quote(flag.about)}`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}
