import { LISTERS, READERS } from './commands.ts';
import { type Argument, EMPTY, merge, type Stream } from './model.ts';
import { readOptions } from './options.ts';
import { type Shell, sourceOf } from './walk.ts';

/** Commands whose work is files: reading, copying, moving, deleting, editing in place. Undefined: not one of them. */
export function fileCommand(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream | undefined {
  const reader = READERS.get(name);
  if (reader !== undefined) return read(shell, name, args, stdin, reader);
  if (name === 'find' || name === 'fd' || name === 'fdfind') return find(shell, args);
  if (LISTERS.has(name)) return EMPTY;
  const at = args[0]?.at ?? [0, 0];
  switch (name) {
    case 'cp':
    case 'mv':
    case 'ln':
    case 'install': {
      const options = readOptions(args, '-t --target-directory -m --mode -o -g -S');
      const target = options.valuesOf('-t', '--target-directory')[0] ?? options.operands.at(-1);
      const sources = options.operands.filter((operand) => operand !== target);
      const paths = sources.map((source) => shell.path(source));
      for (const source of sources) {
        shell.read(source);
        if (name === 'mv')
          shell.deletes.push({ path: shell.path(source), recursive: true, forced: false, at: source.at });
      }
      if (target !== undefined) shell.write(target, false, { kind: 'files', paths });
      return EMPTY;
    }
    case 'rm':
    case 'rmdir':
    case 'unlink':
    case 'shred':
    case 'trash': {
      const options = readOptions(args, '-n');
      const recursive = options.has('-r', '-R', '--recursive');
      const forced = options.has('-f', '--force');
      for (const operand of options.operands) {
        shell.deletes.push({ path: shell.path(operand), recursive, forced, at: operand.at });
      }
      // `… | xargs rm`: the names come through the pipe.
      if (options.operands.length === 0) shell.deletes.push({ path: '', recursive, forced, at });
      return EMPTY;
    }
    case 'truncate': {
      for (const operand of readOptions(args, '-s -r').operands)
        shell.write(operand, false, { kind: 'literal', text: '' });
      return EMPTY;
    }
    case 'mkfs':
    case 'wipefs':
    case 'fdisk':
    case 'parted': {
      const last = args.at(-1);
      if (last !== undefined)
        shell.deletes.push({ path: shell.path(last), recursive: true, forced: true, at: last.at });
      return EMPTY;
    }
    case 'mkdir':
    case 'touch': {
      for (const operand of readOptions(args, '-m -t -r -d').operands)
        shell.write(operand, true, { kind: 'literal', text: '' });
      return EMPTY;
    }
    case 'tee': {
      const options = readOptions(args);
      for (const operand of options.operands) shell.write(operand, options.has('-a', '--append'), sourceOf(stdin));
      return stdin;
    }
    case 'dd': {
      let from: Stream = stdin;
      for (const arg of args) {
        const [key, value] = split(arg);
        if (key === 'if') from = shell.readAll([value]);
        if (key === 'of') {
          if (/^\/dev\/(sd|nvme|disk|hd|vd|mmc)/.test(value.value)) {
            shell.deletes.push({ path: value.value, recursive: true, forced: true, at: arg.at });
          }
          shell.write(value, false, sourceOf(from));
        }
      }
      return from;
    }
    case 'sed':
    case 'gsed':
    case 'perl-edit': {
      const options = readOptions(args, '-e -f --expression --file -l');
      const script = options.has('-e', '--expression', '-f', '--file') ? 0 : 1;
      const files = options.operands.slice(script);
      const words = [...options.valuesOf('-e', '--expression'), ...options.operands.slice(0, script)];
      const text = words.map((word) => word.value).join('\n');
      const out = merge(stdin, shell.readAll(files));
      if (options.flags.some((flag) => /^(-i|--in-place)/.test(flag.name))) {
        for (const file of files) shell.write(file, false, { kind: 'files', paths: [shell.path(file)], text });
        return EMPTY;
      }
      return out;
    }
    case 'tar':
    case 'unzip':
    case 'zip':
    case '7z':
    case 'bsdtar':
      return archive(shell, name, args, stdin);
    case 'patch': {
      const options = readOptions(args, '-i -d -p -o --input --directory');
      const from = merge(stdin, shell.readAll(options.valuesOf('-i', '--input')));
      for (const operand of options.operands.slice(0, 1)) shell.write(operand, false, sourceOf(from));
      if (options.operands.length === 0)
        shell.unknown.push({ name, reason: 'writes the files that the patch names', at });
      return EMPTY;
    }
    default:
      return undefined;
  }
}

function split(arg: Argument): [string, Argument] {
  const equals = arg.value.indexOf('=');
  return [arg.value.slice(0, equals), { ...arg, value: arg.value.slice(equals + 1) }];
}

function read(
  shell: Shell,
  name: string,
  args: readonly Argument[],
  stdin: Stream,
  spec: { readonly before: number; readonly valueFlags: string },
): Stream {
  const options = readOptions(args, spec.valueFlags);
  const scripted = options.has('-e', '-f', '--regexp') && /grep|awk/.test(name) ? 0 : spec.before;
  const files = options.operands.slice(scripted);
  if (/awk/.test(name)) {
    const program = options.operands[0]?.value ?? '';
    if (/\bsystem\s*\(|\|\s*(getline|"|sh\b)|\|&|print\s*>|"\s*\|/.test(program)) {
      shell.executes.push({ kind: 'code', value: program, from: 'literal', language: name, at: args[0]!.at });
    }
  }
  const output = options.valuesOf('-o', '--output')[0];
  const content = files.length === 0 ? stdin : shell.readAll(files);
  const decodes =
    (/^(base64|base32)$/.test(name) && options.has('-d', '-D', '--decode', '--d')) ||
    (name === 'xxd' && options.has('-r')) ||
    /^(gunzip|zcat)$/.test(name) ||
    (/^(gzip|xz|zstd)$/.test(name) && options.has('-d', '--decompress'));
  const out: Stream = decodes
    ? { ...content, decoded: true, literal: decodeLiteral(name, content.literal) ?? content.literal! }
    : content;
  if (output !== undefined && /^(sort|zstd|gpg)$/.test(name)) {
    shell.write(output, false, sourceOf(out));
    return EMPTY;
  }
  if (/^(gzip|gunzip|xz)$/.test(name) && !options.has('-c', '--stdout') && files.length > 0) return EMPTY;
  return out.literal === undefined ? withoutLiteral(out) : out;
}

/** What a spelled-out text decodes to: an order hidden from the eye is still in the command. */
function decodeLiteral(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (name === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (name === 'xxd') return Buffer.from(text.replace(/\s+/g, ''), 'hex').toString('utf8');
  return text;
}

function withoutLiteral(stream: Stream): Stream {
  const { literal: _none, ...rest } = stream;
  return rest;
}

function find(shell: Shell, args: readonly Argument[]): Stream {
  const roots = args.slice(
    0,
    Math.max(
      0,
      args.findIndex((arg) => arg.value.startsWith('-')),
    ),
  );
  const root = roots[0] ?? args[0];
  args.forEach((arg, index) => {
    if (arg.value === '-delete' && root !== undefined) {
      shell.deletes.push({ path: shell.path(root), recursive: true, forced: false, at: arg.at });
    }
    if (/^(-exec|-execdir|-ok|-okdir|-x|--exec)$/.test(arg.value)) {
      const rest = args.slice(index + 1);
      const end = rest.findIndex((word) => word.value === ';' || word.value === '+' || word.value === '\\;');
      const inner = (end < 0 ? rest : rest.slice(0, end)).map((word) =>
        word.value === '{}' && root !== undefined ? { ...root, at: word.at } : word,
      );
      if (inner.length > 0) shell.run(inner, EMPTY);
    }
    if (/^-f(print|ls)/.test(arg.value) && args[index + 1] !== undefined) {
      shell.write(args[index + 1]!, false, { kind: 'program' });
    }
  });
  return EMPTY;
}

function archive(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const modes = name === 'tar' || name === 'bsdtar' ? (args[0]?.value ?? '') : '';
  const options = readOptions(args, '-f -C -d -o --file --directory');
  const unpacks = name === 'unzip' || /^-?[a-z]*x/.test(modes) || options.has('--extract');
  const old = !modes.startsWith('-') && modes !== '' ? options.operands.slice(1) : options.operands;
  const named = options.valuesOf('-f', '--file')[0];
  const file = named ?? (modes === '' || /f/.test(modes) ? old[0] : undefined);
  if (unpacks) {
    const from = file === undefined || file.value === '-' ? stdin : shell.readAll([file]);
    const into = options.valuesOf('-C', '-d', '--directory')[0];
    if (into !== undefined) shell.write(into, true, sourceOf(from));
    else if (shell.cwd !== undefined && from.outside.length > 0) {
      shell.write({ ...args[0]!, value: shell.cwd, known: true }, true, sourceOf(from));
    }
    return EMPTY;
  }
  const packed = old.filter((operand) => operand !== file);
  const content = shell.readAll(packed);
  const toStdout = file === undefined || file.value === '-';
  if (!toStdout) shell.write(file, false, sourceOf(content));
  return toStdout ? content : EMPTY;
}
