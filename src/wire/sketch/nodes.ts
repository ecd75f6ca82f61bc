/** Lines of the sketch text format: indentation gives blocks, `|` lines go on with the text of the line above. */
export interface Node {
  /** 1-based. */
  readonly line: number;
  /** First word: a statement or a tool's name. */
  readonly word: string;
  /** Between the word and the colon; the whole rest where there is no colon. */
  readonly args: string;
  /** Behind the colon. */
  readonly text: string;
  readonly hasColon: boolean;
  /** The line without its indentation, `|` lines joined: what a tool call is read from. */
  readonly whole: string;
  readonly children: readonly Node[];
}

export class SketchSyntaxError extends Error {
  readonly line: number;

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
    this.line = line;
  }
}

interface Draft {
  line: number;
  indent: number;
  whole: string;
  children: Draft[];
}

export function parseNodes(text: string): Node[] {
  const top: Draft[] = [];
  const open: Draft[] = [];
  let last: Draft | undefined;
  for (const [i, raw] of text.split(/\r?\n/).entries()) {
    const line = i + 1;
    const content = raw.trimStart();
    if (content.includes('\t') && raw.startsWith('\t'))
      throw new SketchSyntaxError(line, 'indent with blanks, not with tabs');
    if (content.startsWith('|')) {
      if (last === undefined)
        throw new SketchSyntaxError(line, "a '|' line goes on with the text of a line above; there is none");
      last.whole += `\n${content.slice(content.startsWith('| ') ? 2 : 1)}`;
      continue;
    }
    if (content.trimEnd() === '' || content.startsWith('#')) continue;
    const draft: Draft = { line, indent: raw.length - content.length, whole: content.trimEnd(), children: [] };
    while (open.length > 0 && open.at(-1)!.indent >= draft.indent) open.pop();
    const parent = open.at(-1);
    if (parent === undefined && draft.indent > 0)
      throw new SketchSyntaxError(line, 'indented, but no line above has a block');
    if (parent && parent.children.length > 0 && parent.children[0]!.indent !== draft.indent)
      throw new SketchSyntaxError(line, `indent as line ${parent.children[0]!.line}`);
    (parent?.children ?? top).push(draft);
    open.push(draft);
    last = draft;
  }
  return top.map(nodeOf);
}

function nodeOf(draft: Draft): Node {
  const match = /^(\S+?)(:|\s|$)/.exec(draft.whole);
  const word = match?.[1] ?? draft.whole;
  const rest = draft.whole.slice(word.length);
  const colon = /^[^\n]*?:(?=[\s]|$)/.exec(rest)?.[0];
  return {
    line: draft.line,
    word,
    args: (colon === undefined ? rest : colon.slice(0, -1)).trim(),
    text: colon === undefined ? '' : rest.slice(colon.length).replace(/^[ ]/, ''),
    hasColon: colon !== undefined,
    whole: draft.whole,
    children: draft.children.map(nodeOf),
  };
}
