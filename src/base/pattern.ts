/**
 * Regular expressions from a policy file, matched in time linear in the text: all states of the pattern advance together, so no
 * pattern can explode. The common subset of JavaScript and Python; what needs to look back or ahead is refused with a reason.
 */
export class PatternError extends Error {}

type Test = (code: number) => boolean;
type Node =
  | { readonly kind: 'char'; readonly test: Test }
  | { readonly kind: 'assert'; readonly what: 'start' | 'end' | 'word' | 'inner' }
  | { readonly kind: 'join'; readonly parts: readonly Node[] }
  | { readonly kind: 'either'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number };

/** States of one compiled pattern: enough for any sane rule, and a bound on what one text character may cost. */
const MAX_STATES = 5_000;
const MAX_REPEAT = 1_000;

interface State {
  test?: Test;
  assertion?: 'start' | 'end' | 'word' | 'inner';
  next: number[];
}

export interface Pattern {
  readonly source: string;
  test(text: string): boolean;
}

export function compilePattern(source: string): Pattern {
  const parser = new Parser(source);
  const tree = parser.parse();
  const states: State[] = [];
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new PatternError(`needs more than ${MAX_STATES} states`);
    return states.push(state) - 1;
  };
  const accept = add({ next: [] });
  const build = (node: Node, after: number): number => {
    switch (node.kind) {
      case 'char':
        return add({ test: node.test, next: [after] });
      case 'assert':
        return add({ assertion: node.what, next: [after] });
      case 'join':
        return node.parts.reduceRight((target, part) => build(part, target), after);
      case 'either':
        return add({ next: node.options.map((option) => build(option, after)) });
      case 'repeat': {
        let target = after;
        if (node.max === Number.POSITIVE_INFINITY) {
          const loop = add({ next: [] });
          states[loop]!.next = [build(node.node, loop), after];
          target = loop;
        } else {
          for (let count = node.min; count < node.max; count++) {
            target = add({ next: [build(node.node, target), after] });
          }
        }
        for (let count = 0; count < node.min; count++) target = build(node.node, target);
        return target;
      }
    }
  };
  const entry = build(tree, accept);
  return { source, test: (text) => run(states, entry, accept, parser.ignoreCase ? text.toLowerCase() : text) };
}

function run(states: readonly State[], entry: number, accept: number, text: string): boolean {
  const isWord = (index: number): boolean => index >= 0 && index < text.length && WORD(text.charCodeAt(index));
  let current: number[] = [];
  const mark = new Int32Array(states.length).fill(-1);
  const follow = (start: number, index: number, into: number[]): boolean => {
    const stack = [start];
    while (stack.length > 0) {
      const id = stack.pop()!;
      if (mark[id] === index) continue;
      mark[id] = index;
      if (id === accept) return true;
      const state = states[id]!;
      if (state.test !== undefined) into.push(id);
      else if (state.assertion === undefined || holds(state.assertion, index, text.length, isWord))
        stack.push(...state.next);
    }
    return false;
  };
  for (let index = 0; index <= text.length; index++) {
    const here: number[] = [];
    for (const id of current) if (follow(id, index, here)) return true;
    if (follow(entry, index, here)) return true;
    if (index === text.length) return false;
    const code = text.charCodeAt(index);
    current = here.filter((id) => states[id]!.test!(code)).map((id) => states[id]!.next[0]!);
  }
  return false;
}

function holds(what: string, index: number, length: number, isWord: (index: number) => boolean): boolean {
  if (what === 'start') return index === 0;
  if (what === 'end') return index === length;
  return (isWord(index - 1) !== isWord(index)) === (what === 'word');
}

const DIGIT: Test = (code) => code >= 48 && code <= 57;
const WORD: Test = (code) => DIGIT(code) || code === 95 || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
const SPACE: Test = (code) =>
  (code >= 9 && code <= 13) || code === 32 || code === 160 || code === 0x2028 || code === 0x2029;
const not =
  (test: Test): Test =>
  (code) =>
    !test(code);
const CLASSES: Readonly<Record<string, Test>> = {
  d: DIGIT,
  D: not(DIGIT),
  w: WORD,
  W: not(WORD),
  s: SPACE,
  S: not(SPACE),
};
const CONTROLS: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', f: '\f', v: '\v', '0': '\0' };

class Parser {
  private at = 0;
  private readonly source: string;
  ignoreCase = false;

  constructor(source: string) {
    this.source = source;
    if (source.startsWith('(?i)')) {
      this.ignoreCase = true;
      this.source = source
        .slice(4)
        .replace(/(\\.)|([A-Z])/g, (_all, escaped, letter) => escaped ?? letter.toLowerCase());
    }
  }

  parse(): Node {
    const node = this.either();
    if (this.at < this.source.length) throw new PatternError(`unexpected '${this.source[this.at]}' at ${this.at}`);
    return node;
  }

  private either(): Node {
    const options = [this.join()];
    while (this.take('|')) options.push(this.join());
    return options.length === 1 ? options[0]! : { kind: 'either', options };
  }

  private join(): Node {
    const parts: Node[] = [];
    while (this.at < this.source.length && this.source[this.at] !== '|' && this.source[this.at] !== ')') {
      parts.push(this.repeated());
    }
    return parts.length === 1 ? parts[0]! : { kind: 'join', parts };
  }

  private repeated(): Node {
    let node = this.atom();
    for (;;) {
      const range = this.quantifier();
      if (range === undefined) return node;
      node = { kind: 'repeat', node, min: range[0], max: range[1] };
      this.take('?');
    }
  }

  private quantifier(): [number, number] | undefined {
    if (this.take('*')) return [0, Number.POSITIVE_INFINITY];
    if (this.take('+')) return [1, Number.POSITIVE_INFINITY];
    if (this.take('?')) return [0, 1];
    const match = /^\{(\d+)(,?)(\d*)\}/.exec(this.source.slice(this.at, this.at + 20));
    if (match === null) return undefined;
    this.at += match[0].length;
    const min = Number(match[1]);
    const max = match[2] === '' ? min : match[3] === '' ? Number.POSITIVE_INFINITY : Number(match[3]);
    if (min > MAX_REPEAT || (Number.isFinite(max) && max > MAX_REPEAT) || max < min) {
      throw new PatternError(`a repeat of more than ${MAX_REPEAT}, or backwards: ${match[0]}`);
    }
    return [min, max];
  }

  private atom(): Node {
    const char = this.source[this.at++]!;
    if (char === '(') return this.group();
    if (char === '[') return { kind: 'char', test: this.set() };
    if (char === '.') return { kind: 'char', test: (code) => code !== 10 && code !== 13 };
    if (char === '^') return { kind: 'assert', what: 'start' };
    if (char === '$') return { kind: 'assert', what: 'end' };
    if (char === '*' || char === '+' || char === '?') throw new PatternError(`nothing to repeat at ${this.at - 1}`);
    if (char === '\\') return this.escape();
    return exactly(char);
  }

  private group(): Node {
    if (this.take('?')) {
      const kind = this.source[this.at];
      if (kind === ':') this.at += 1;
      else if (/^(P?<[A-Za-z_]\w*>)/.test(this.source.slice(this.at))) this.at = this.source.indexOf('>', this.at) + 1;
      else throw new PatternError('looking ahead or back is not possible in linear time');
    }
    const node = this.either();
    if (!this.take(')')) throw new PatternError('a group is not closed');
    return node;
  }

  private escape(): Node {
    const char = this.source[this.at++];
    if (char === undefined) throw new PatternError('ends in a backslash');
    if (char === 'b') return { kind: 'assert', what: 'word' };
    if (char === 'B') return { kind: 'assert', what: 'inner' };
    if (char === 'A') return { kind: 'assert', what: 'start' };
    if (char === 'Z' || char === 'z') return { kind: 'assert', what: 'end' };
    if (/[1-9k]/.test(char)) throw new PatternError('back references are not possible in linear time');
    const set = CLASSES[char];
    return set === undefined ? exactly(this.plain(char)) : { kind: 'char', test: set };
  }

  private plain(char: string): string {
    if (char === 'x' || char === 'u') {
      const length = char === 'x' ? 2 : 4;
      const digits = this.source.slice(this.at, this.at + length);
      if (new RegExp(`^[0-9a-fA-F]{${length}}$`).test(digits)) {
        this.at += length;
        return String.fromCharCode(Number.parseInt(digits, 16));
      }
    }
    return CONTROLS[char] ?? char;
  }

  private set(): Test {
    const negated = this.take('^');
    const tests: Test[] = [];
    let first = true;
    for (;;) {
      const char = this.source[this.at++];
      if (char === undefined) throw new PatternError('a set [ is not closed');
      if (char === ']' && !first) break;
      first = false;
      let from = char;
      if (char === '\\') {
        const next = this.source[this.at++] ?? '';
        const named = CLASSES[next];
        if (named !== undefined) {
          tests.push(named);
          continue;
        }
        from = next === 'b' ? '\b' : this.plain(next);
      }
      if (this.source[this.at] === '-' && this.source[this.at + 1] !== undefined && this.source[this.at + 1] !== ']') {
        this.at += 1;
        const end = this.source[this.at++]!;
        const to = end === '\\' ? this.plain(this.source[this.at++] ?? '') : end;
        const [low, high] = [from.charCodeAt(0), to.charCodeAt(0)];
        if (high < low) throw new PatternError(`a range runs backwards: ${from}-${to}`);
        tests.push((code) => code >= low && code <= high);
      } else {
        const only = from.charCodeAt(0);
        tests.push((code) => code === only);
      }
    }
    const any: Test = (code) => tests.some((test) => test(code));
    return negated ? not(any) : any;
  }

  private take(char: string): boolean {
    if (this.source[this.at] !== char) return false;
    this.at += 1;
    return true;
  }
}

function exactly(char: string): Node {
  const wanted = char.charCodeAt(0);
  return { kind: 'char', test: (code) => code === wanted };
}
