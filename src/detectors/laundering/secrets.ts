import type { Case, Text } from '../../case/model.ts';
import { viewsOf } from '../../flows/match/encodings.ts';
import { toText } from '../../flows/match/view.ts';
import type { Flow, FlowGraph } from '../../flows/model.ts';
import { looksRandom, secretsIn } from '../../flows/policy/secrecy.ts';
import { within } from './carried.ts';

/** A secret of one text that stands in another. */
export interface CarriedSecret {
  readonly kind: string;
  readonly span: readonly [start: number, end: number];
  readonly source: Text;
  readonly flow?: Flow;
}

/** Values in files of secrets look like anything; what counts is long and mixed. */
const TOKEN = /[A-Za-z0-9_+/=.~-]{10,}/g;

/** Secrets that a sink carries from texts that are secret by their place or hold one. */
export function carriedSecrets(analysed: Case, sink: Text, flows: FlowGraph): readonly CarriedSecret[] {
  const found: CarriedSecret[] = [];
  const order = analysed.event(sink.event)?.order ?? 0;
  // What is escaped beside a secret (`%3D`) is none of it.
  const byLook = secretsIn(sink.value.replace(/%[0-9a-f]{2}/gi, '   '));
  for (const flow of flows.into(sink)) {
    if (flow.labels.carried.secrecy !== 'secret') continue;
    for (const evidence of flow.evidence) {
      if (evidence.tier === 'context') continue;
      const to = within(sink, evidence.to);
      if (to === undefined) continue;
      const hit = byLook.find((one) => one.start < to[1] && to[0] < one.end);
      if (hit !== undefined) {
        found.push({ kind: hit.kind, span: [hit.start, hit.end], source: flow.source, flow });
        break;
      }
      const value = [...sink.value.slice(...to).matchAll(TOKEN)].find((match) => looksRandom(match[0]));
      // A secret that travels encoded is found by where it came from.
      const from = within(flow.source, evidence.from);
      const source =
        value !== undefined || from === undefined
          ? undefined
          : secretsIn(flow.source.value).find((one) => one.start < from[1] && from[0] < one.end);
      if (value !== undefined)
        found.push({
          kind: 'secret value',
          span: [to[0] + value.index, to[0] + value.index + value[0].length],
          source: flow.source,
          flow,
        });
      else if (source !== undefined && evidence.tier === 'decoded')
        found.push({ kind: `${source.kind}, encoded`, span: to, source: flow.source, flow });
      else continue;
      break;
    }
  }
  if (found.length > 0) return found;
  const earlier = (value: string): Text | undefined =>
    analysed.texts.find(
      (text) =>
        text.origin.channel !== 'model' &&
        text.value.includes(value) &&
        (analysed.event(text.event)?.order ?? order) < order,
    );
  // A lone value may be too short for a flow: the same secret in an earlier text of somebody else is proof enough.
  for (const hit of byLook) {
    const source = earlier(sink.value.slice(hit.start, hit.end));
    if (source !== undefined) found.push({ kind: hit.kind, span: [hit.start, hit.end], source });
  }
  if (found.length > 0 || sink.value.length > LONGEST_ENCODED) return found;
  // In an address or a field it may stand encoded, where nothing shows it plainly.
  for (const field of sink.value.matchAll(FIELD)) {
    for (const view of viewsOf(field[0]).views) {
      for (const hit of secretsIn(view.text)) {
        const source = earlier(view.text.slice(hit.start, hit.end));
        if (source === undefined) continue;
        const [from, to] = toText(view, hit.start, hit.end);
        found.push({ kind: `${hit.kind}, encoded`, span: [field.index + from, field.index + to], source });
      }
    }
  }
  return found;
}

const LONGEST_ENCODED = 20_000;
/** One value of a query, a header or a line; padding may stand at its end. */
const FIELD = /[^\s"'?&;,=<>|()]{20,}={0,2}/g;
