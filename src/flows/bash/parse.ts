import {
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Redirection,
  type Word,
  type WordPart,
} from 'unbash';

/**
 * A shell command line as stages and words, free of the parser's own node types. Offsets are UTF-16 units of the source that
 * was read; text that a nested shell reads (`bash -c '…'`) is a source of its own.
 */
export interface ShellScript {
  readonly pipelines: readonly ShellPipeline[];
  /** What the parser could not make sense of; the tree is then a best effort. */
  readonly errors: readonly string[];
}

export interface ShellPipeline {
  readonly stages: readonly ShellStage[];
  /** The shell may skip it or run it often: inside a condition, a loop, a function body, or after `||` or `&&`. */
  readonly background: boolean;
}

export type ShellStage =
  | { readonly kind: 'simple'; readonly command: ShellCommand }
  | {
      readonly kind: 'group';
      readonly pipelines: readonly ShellPipeline[];
      readonly redirects: readonly ShellRedirect[];
      /** A subshell: changes of folder and variables end with it. */
      readonly own: boolean;
    };

export interface ShellCommand {
  readonly assignments: readonly { readonly name: string; readonly value: ShellWord | undefined }[];
  /** The command's name first. */
  readonly words: readonly ShellWord[];
  readonly redirects: readonly ShellRedirect[];
  readonly start: number;
  readonly end: number;
}

export interface ShellRedirect {
  readonly operator: string;
  readonly descriptor: number | undefined;
  readonly target: ShellWord | undefined;
  /** Body of a here-document or here-string. */
  readonly body: ShellWord | undefined;
}

export interface ShellWord {
  readonly start: number;
  readonly end: number;
  readonly parts: readonly ShellPart[];
}

export type ShellPart =
  | { readonly kind: 'literal'; readonly value: string }
  | { readonly kind: 'variable'; readonly name: string; readonly text: string; readonly fallback?: ShellWord }
  | { readonly kind: 'substitution'; readonly script: ShellScript; readonly text: string }
  | { readonly kind: 'process'; readonly script: ShellScript; readonly text: string; readonly reads: boolean }
  | { readonly kind: 'other'; readonly text: string };

/** Commands beyond this many characters are read up to it, and said to be cut. */
export const MAX_COMMAND_CHARS = 200_000;
const MAX_DEPTH = 40;

export function parseShell(source: string): ShellScript {
  const cut = source.length > MAX_COMMAND_CHARS;
  try {
    const script = readScript(parse(cut ? source.slice(0, MAX_COMMAND_CHARS) : source), 0);
    return cut ? { ...script, errors: [...script.errors, `read up to character ${MAX_COMMAND_CHARS}`] } : script;
  } catch (error) {
    return { pipelines: [], errors: [error instanceof Error ? error.message : String(error)] };
  }
}

function readScript(script: ParsedScript | undefined, depth: number): ShellScript {
  if (script === undefined) return { pipelines: [], errors: ['a substitution could not be read'] };
  if (depth > MAX_DEPTH) return { pipelines: [], errors: ['nested too deeply'] };
  return {
    pipelines: script.commands.flatMap((statement) =>
      readNode(statement.command, statement.background === true, depth),
    ),
    errors: (script.errors ?? []).map((error) => error.message),
  };
}

function readList(list: CompoundList | undefined, depth: number): ShellPipeline[] {
  return (list?.commands ?? []).flatMap((statement) =>
    readNode(statement.command, statement.background === true, depth + 1),
  );
}

function readNode(
  node: PipelineNode | { type: 'AndOr'; commands: readonly PipelineNode[] },
  background: boolean,
  depth: number,
): ShellPipeline[] {
  if (node.type === 'AndOr') return node.commands.flatMap((command) => readNode(command, background, depth));
  if (node.type === 'Pipeline') {
    return [{ stages: node.commands.map((command) => readStage(command, depth)), background }];
  }
  return [{ stages: [readStage(node, depth)], background }];
}

function readStage(node: CommandNode, depth: number): ShellStage {
  if (depth > MAX_DEPTH) return group([], []);
  switch (node.type) {
    case 'Command':
      return {
        kind: 'simple',
        command: {
          assignments: node.prefix.flatMap((part) =>
            part.type === 'Assignment'
              ? [{ name: part.name, value: part.value.type === 'Word' ? readWord(part.value, depth) : undefined }]
              : [],
          ),
          words: [
            ...(node.name === undefined ? [] : [readWord(node.name, depth)]),
            ...node.args.map((word) => (word.type === 'Word' ? readWord(word, depth) : literal(word.text, word.pos))),
          ],
          redirects: node.redirects.map((redirect) => readRedirect(redirect, depth)),
          start: node.pos,
          end: node.end,
        },
      };
    case 'Redirected': {
      const inner = readStage(node.command, depth + 1);
      const redirects = node.redirects.map((redirect) => readRedirect(redirect, depth));
      return inner.kind === 'group'
        ? { ...inner, redirects: [...inner.redirects, ...redirects] }
        : { kind: 'group', pipelines: [{ stages: [inner], background: false }], redirects, own: false };
    }
    case 'Subshell':
      return group(readList(node.body, depth), [], true);
    case 'BraceGroup':
      return group(readList(node.body, depth), []);
    case 'If':
      return group(
        [
          ...readList(node.clause, depth),
          ...readList(node.then, depth),
          ...node.elif.flatMap((part) => [...readList(part.clause, depth), ...readList(part.then, depth)]),
          ...readList(node.else, depth),
        ],
        [],
      );
    case 'For':
    case 'Select':
      return group([loopVariable(node.name, node.wordlist, depth), ...readList(node.body, depth)], []);
    case 'ArithmeticFor':
      return group(readList(node.body, depth), []);
    case 'While':
      return group([...readList(node.clause, depth), ...readList(node.body, depth)], []);
    case 'Case':
      return group(
        node.items.flatMap((item) => readList(item.body, depth)),
        [],
      );
    case 'Function':
      return group(
        node.body.type === 'CompoundList'
          ? readList(node.body, depth)
          : [{ stages: [readStage(node.body, depth + 1)], background: false }],
        [],
      );
    case 'Coproc':
      return 'body' in node && node.body !== undefined
        ? group([{ stages: [readStage(node.body as CommandNode, depth + 1)], background: true }], [])
        : group([], []);
    default:
      return group([], []);
  }
}

/** `for f in a b` sets `f`: to the word where there is one, to something unknown where there are more. */
function loopVariable(name: Word, words: readonly Word[] | undefined, depth: number): ShellPipeline {
  const only = words?.length === 1 ? readWord(words[0]!, depth) : undefined;
  return {
    background: false,
    stages: [
      {
        kind: 'simple',
        command: {
          assignments: [{ name: name.value, value: only }],
          words: [],
          redirects: [],
          start: name.pos,
          end: name.end,
        },
      },
    ],
  };
}

function group(pipelines: readonly ShellPipeline[], redirects: readonly ShellRedirect[], own = false): ShellStage {
  return { kind: 'group', pipelines, redirects, own };
}

function readRedirect(redirect: Redirection, depth: number): ShellRedirect {
  const descriptor = redirect.descriptor?.type === 'FileDescriptor' ? redirect.descriptor.value : undefined;
  if (redirect.type === 'HereDoc') {
    const { body } = redirect;
    const parts = body.parts?.flatMap((part) => readPart(part, depth)) ?? [
      { kind: 'literal' as const, value: body.text },
    ];
    return {
      operator: redirect.operator,
      descriptor,
      target: undefined,
      body: { start: body.pos, end: body.end, parts },
    };
  }
  const target = redirect.target === undefined ? undefined : readWord(redirect.target, depth);
  return redirect.type === 'HereString'
    ? { operator: '<<<', descriptor, target: undefined, body: target }
    : { operator: redirect.operator, descriptor, target, body: undefined };
}

function readWord(word: Word, depth: number): ShellWord {
  const parts = word.parts?.flatMap((part) => readPart(part, depth));
  return { start: word.pos, end: word.end, parts: parts ?? [{ kind: 'literal', value: word.value }] };
}

function literal(value: string, start: number): ShellWord {
  return { start, end: start + value.length, parts: [{ kind: 'literal', value }] };
}

function readPart(part: WordPart, depth: number): ShellPart[] {
  switch (part.type) {
    case 'Literal':
    case 'SingleQuoted':
    case 'AnsiCQuoted':
    case 'Glob':
      return [{ kind: 'literal', value: part.value }];
    case 'DoubleQuoted':
    case 'LocaleString':
      return part.parts.flatMap((child) => readPart(child, depth));
    case 'SimpleExpansion':
      return [{ kind: 'variable', name: part.text.slice(1), text: part.text }];
    case 'ParameterExpansion': {
      const fallback = part.operation?.type === 'Default' ? readWord(part.operation.operand, depth + 1) : undefined;
      const variable = { kind: 'variable' as const, name: part.parameter, text: part.text };
      return [fallback === undefined ? variable : { ...variable, fallback }];
    }
    case 'CommandExpansion':
      return [{ kind: 'substitution', script: readScript(part.script, depth + 1), text: part.text }];
    case 'ProcessSubstitution':
      return [
        {
          kind: 'process',
          script: readScript(part.script, depth + 1),
          text: part.text,
          reads: part.operator === '<',
        },
      ];
    case 'ExtendedGlob':
    case 'BraceExpansion':
      return [{ kind: 'literal', value: part.text }];
    default:
      return [{ kind: 'other', text: part.text }];
  }
}
