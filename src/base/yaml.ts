import { isMap, isSeq, LineCounter, type Node, parseDocument } from 'yaml';

/** A YAML file with the line of each member, so that an error can say where. */
export interface YamlFile {
  readonly value: unknown;
  /** 1-based; undefined for a file that parses. */
  readonly error?: { readonly line: number; readonly message: string };
  /** Line of the member at this path of keys and indices; of the nearest parent where the member is absent. */
  lineOf(path: readonly (string | number)[]): number;
}

/** Core schema only: no custom tags, aliases bounded, so a hostile file cannot grow or construct anything. */
export function readYaml(text: string): YamlFile {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: true, prettyErrors: false, schema: 'core' });
  const at = (offset: number | undefined) => (offset === undefined ? 1 : lines.linePos(offset).line);
  const lineOf = (path: readonly (string | number)[]): number => {
    let node: unknown = document.contents;
    let line = at((node as Node | null)?.range?.[0]);
    for (const key of path) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => String((item.key as { value?: unknown })?.value ?? item.key) === String(key),
        );
        if (pair === undefined) break;
        line = at((pair.key as Node).range?.[0]);
        node = pair.value;
      } else if (isSeq(node)) {
        node = node.items[Number(key)];
        line = at((node as Node | undefined)?.range?.[0]) || line;
      } else break;
    }
    return line;
  };
  const first = document.errors[0];
  if (first !== undefined)
    return { value: undefined, error: { line: at(first.pos[0]), message: first.message }, lineOf };
  try {
    return { value: document.toJS({ maxAliasCount: 100 }), lineOf };
  } catch (error) {
    return { value: undefined, error: { line: 1, message: (error as Error).message }, lineOf };
  }
}
