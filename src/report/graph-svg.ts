import { instance } from '@viz-js/viz';

type Viz = Awaited<ReturnType<typeof instance>>;
let engine: Promise<Viz> | undefined;

/** DOT → one `<svg>` element without XML prologue, for a page. Graphviz escapes the labels. */
export async function svgOf(dot: string): Promise<string> {
  engine ??= instance();
  const drawn = (await engine).renderString(dot, { format: 'svg' });
  return drawn.slice(drawn.indexOf('<svg'));
}
