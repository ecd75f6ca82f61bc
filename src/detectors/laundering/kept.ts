import { stringAt } from '../../base/json.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import type { Investigation } from '../../flows/model.ts';
import { resolvePath } from '../../flows/policy/paths.ts';
import { isInstructionPath, isPersistentPath } from '../../flows/policy/places.ts';
import { READING_TOOLS, SHELL_TOOLS, WRITING_TOOLS } from '../../hosts/integrity.ts';
import type { ActedOn } from '../../result/finding.ts';
import type { Cited, Claim } from '../claim.ts';
import { carriedOrders, hitsOf, outsideFlows } from './carried.ts';
import { citeSpan, nameOf } from './claim.ts';
import { effectOf } from './outcome.ts';

/** A text that outlives its session or came into one from such a place; `result/schema/kept.ts` with citations for evidence. */
export interface KeptText {
  readonly kind: 'written' | 'said' | 'loaded' | 'prompted' | 'changed';
  readonly path?: string;
  readonly at?: string;
  readonly agent: string;
  readonly words: string;
  readonly origin?: string;
  readonly actedOn?: ActedOn;
  readonly critical?: boolean;
  readonly confirms?: boolean;
  readonly cited: readonly Cited[];
}

/** Longer texts are kept in their first part. */
const MAX_WORDS = 6_000;
/** Rows of one case beyond this are not kept: a join is over rare things. */
const MAX_ROWS = 400;

export function keptOf(investigation: Investigation, claims: readonly Claim[]): KeptText[] {
  const { case: within } = investigation;
  const rows: KeptText[] = [];
  for (const event of within.timeline) {
    if (rows.length >= MAX_ROWS) break;
    if (event.kind === 'tool-call') rows.push(...writtenBy(investigation, event));
    else for (const text of event.texts) rows.push(...cameIn(within, event.order, event.at, text));
  }
  for (const claim of claims) {
    if (claim.detector !== 'self-authored-turn' && claim.detector !== 'self-approval') continue;
    const text = textAt(within, claim.primary);
    if (text !== undefined)
      rows.push({
        kind: 'said',
        agent: text.agent,
        words: text.value.slice(0, MAX_WORDS),
        cited: [claim.primary],
        ...atOf(within, text),
      });
  }
  return rows;
}

function* writtenBy({ flows }: Investigation, event: EventOf<'tool-call'>): Iterable<KeptText> {
  for (const [path, words] of writesOf(event)) {
    if (!isPersistentPath(path)) continue;
    const text =
      event.texts.find((one) => one.value === words) ??
      event.texts.find((one) => one.value.includes(words.slice(0, 200)));
    const order = text === undefined ? undefined : carriedOrders(text, outsideFlows(flows, text))[0];
    yield {
      kind: 'written',
      path: resolvePath(path, event.cwd),
      agent: event.agent,
      words: words.slice(0, MAX_WORDS),
      ...(event.at === undefined ? {} : { at: event.at }),
      ...(order === undefined ? {} : { origin: nameOf(order.flow.source) }),
      cited: [
        {
          cite:
            text === undefined
              ? { record: event.span, pointer: '' }
              : citeSpan(text, order?.span ?? [0, text.value.length]),
          note: 'written here',
        },
        ...(order === undefined
          ? []
          : [
              {
                cite: citeSpan(order.flow.source, order.sourceSpan),
                note: `first said here: ${nameOf(order.flow.source)}`,
              },
            ]),
      ],
    };
  }
}

function* writesOf(event: EventOf<'tool-call'>): Iterable<readonly [path: string, words: string]> {
  for (const member of WRITING_TOOLS[event.toolName] ?? []) {
    const path = stringAt(event.input, member);
    const words =
      stringAt(event.input, 'content') ?? stringAt(event.input, 'new_string') ?? stringAt(event.input, 'new_source');
    if (path !== undefined && words !== undefined) yield [path, words];
  }
  if (!SHELL_TOOLS.includes(event.toolName)) return;
  for (const write of commandEffects(stringAt(event.input, 'command') ?? '', event.cwd).writes) {
    if (write.from.text !== undefined && write.from.text.trim() !== '') yield [write.path, write.from.text];
  }
}

const ROLE = /^\s*(?:#{1,4}\s*)?(?:human|user|assistant|system)\b\s*:?\s*$|^\s*(?:Human|User|Assistant|System):/im;

function* cameIn(within: Case, order: number, at: string | undefined, text: Text): Iterable<KeptText> {
  const { channel, place, path } = text.origin;
  const when = at === undefined ? {} : { at };
  const whole: Cited = { cite: text.cite, note: 'came in here' };
  if (channel === 'typed' || channel === 'caller' || channel === 'unknown') {
    // Pasted history: the words of somebody's answer in a person's place.
    if (text.value.length > 80 && ROLE.test(text.value))
      yield { kind: 'prompted', agent: text.agent, words: text.value.slice(0, MAX_WORDS), cited: [whole], ...when };
    return;
  }
  const file = path ?? readPath(within, text);
  if (/edited_text_file|changed|modified/.test(place ?? '')) {
    const changed = file ?? attachmentPath(within, text);
    if (changed === undefined || !isPersistentPath(changed)) return;
    const confirms =
      /\b(?:user|owner|human|customer|boss)\b[^.\n]{0,60}\b(?:confirmed|approved|agreed|said|asked|wants?|decided|authori[sz]ed|verified)\b/i.test(
        text.value,
      );
    yield {
      kind: 'changed',
      path: resolvePath(changed, undefined),
      agent: text.agent,
      words: plainListing(text.value).slice(0, MAX_WORDS),
      confirms,
      cited: [{ ...whole, note: 'what the host shows of the changed file' }],
      ...when,
    };
    return;
  }
  if (channel !== 'injected' && channel !== 'memory' && channel !== 'tool') return;
  if (file === undefined ? channel !== 'memory' : !isPersistentPath(file) && !isInstructionPath(file)) return;
  const hits = hitsOf(text).filter((hit) => hit.kind !== 'markup' && hit.strength !== 'weak');
  if (hits.length === 0) return;
  const effect = effectOf(within, text.agent, text.value, hits, order);
  yield {
    kind: 'loaded',
    ...(file === undefined ? {} : { path: resolvePath(file, undefined) }),
    agent: text.agent,
    words: plainListing(text.value).slice(0, MAX_WORDS),
    actedOn: effect.actedOn,
    critical: effect.critical,
    cited: [
      { cite: citeSpan(text, [hits[0]!.start, hits[0]!.end]), note: 'loaded here' },
      ...effect.related.slice(0, 4),
    ],
    ...when,
  };
}

function readPath(within: Case, text: Text): string | undefined {
  const { tool, toolUseId } = text.origin;
  const members = tool === undefined ? undefined : READING_TOOLS[tool];
  const call = toolUseId === undefined ? undefined : within.call(toolUseId);
  return members === undefined || call === undefined
    ? undefined
    : members.map((member) => stringAt(call.input, member)).find((one) => one !== undefined);
}

function attachmentPath(within: Case, text: Text): string | undefined {
  const event = within.event(text.event);
  const attachment = event?.kind === 'injection' || event?.kind === 'notice' ? event.attachment : undefined;
  return stringAt(attachment, 'filename') ?? stringAt(attachment, 'path');
}

/** Without the line numbers of a listing. */
function plainListing(value: string): string {
  return value.replace(/^\s*\d+[\t→]/gm, '');
}

function textAt(within: Case, { cite }: Cited): Text | undefined {
  return within.texts.find(
    (text) =>
      text.cite.record.byteStart === cite.record.byteStart &&
      text.cite.record.artefact === cite.record.artefact &&
      text.cite.pointer === cite.pointer,
  );
}

function atOf(within: Case, text: Text): { at?: string } {
  const at = within.event(text.event)?.at;
  return at === undefined ? {} : { at };
}
