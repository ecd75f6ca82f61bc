import type { EventOf, Text } from '../../case/model.ts';
import { INTEGRITY_ORDER, type Label } from '../../flows/model.ts';
import { cleanPath } from '../../flows/policy/paths.ts';
import { isInstructionPath, isMemoryPath, isPersistentPath, isStartUpPath } from '../../flows/policy/places.ts';
import { lastWriteTo, type WrittenPlace, writtenPlaces } from '../../flows/policy/written.ts';
import { StorageMap } from '../../flows/storage.ts';
import type { PlaceKind, ReadRow, WriteRow } from '../../links/model.ts';
import type { SummaryContext } from './context.ts';
import { heardOrders, writtenOrders } from './orders.ts';

const MOST_WRITES = 400;
const MOST_READS = 1_500;
const PRINTS = 96;
/** What sessions load by themselves is compared closely: a line that was added to it has to be found again. */
const LOADED_PRINTS = 1_024;
/** Other files are read for orders only if they are made of words, and not too long. UTF-16 units. */
const PROSE = /\.(?:md|markdown|mdc|txt|rst|org|adoc|html?|eml|log)$/i;
const MOST_REMEMBERED = 10_000;
const MOST_READ_FOR_ORDERS = 1 << 16;

/** What is written to be read again: places that later sessions load, and files that hold words from outside or secrets. */
export function writeRows(context: SummaryContext): readonly WriteRow[] {
  const { record } = context;
  const rows: { order: number; make: () => WriteRow }[] = [];
  for (const [path, places] of writtenPlaces(record)) {
    if (!isAbsolute(path)) continue;
    for (const place of places) {
      if (record.isInherited(place.call.span) || hasFailed(context, place.call)) continue;
      const texts = contentOf(place);
      const kind = placeOf(path);
      if (kind === 'file' && !place.outside && !texts.some((text) => isForeign(context, text))) continue;
      rows.push({ order: place.order, make: () => writeRow(context, path, kind, place, texts) });
    }
  }
  rows.sort((a, b) => a.order - b.order);
  return context.first(rows, MOST_WRITES, 'writes').map((row) => row.make());
}

function writeRow(
  context: SummaryContext,
  path: string,
  place: PlaceKind,
  { call, outside }: WrittenPlace,
  texts: readonly Text[],
): WriteRow {
  const main = texts[0];
  const words = outside ? '' : texts.map((text) => text.value).join('\n');
  const labels = context.labels(texts);
  const orders = outside ? [] : texts.flatMap((text) => writtenOrders(context, text, place !== 'file'));
  const cited = {
    cite: main?.cite ?? { record: call.span, pointer: '' },
    note: outside ? `downloads ${path}` : `writes ${path}`,
  };
  return {
    path,
    place,
    spot: context.spot(call),
    agent: call.agent,
    ...(call.at === undefined ? {} : { at: call.at }),
    prints: context.fingerprints.prints(words, place === 'file' ? PRINTS : LOADED_PRINTS),
    labels: outside ? { ...labels, carried: { integrity: 'outside', secrecy: 'public' } } : labels,
    orders,
    ...(outside ? { downloaded: true as const } : {}),
    evidence: orders.length > 0 || outside ? context.evidence(cited) : context.place(cited, call),
  };
}

/** Words that a call puts into a file; of a command the whole command, as it holds them. */
function contentOf({ call }: WrittenPlace): readonly Text[] {
  const content = call.texts.filter(({ origin }) =>
    /^input:\/(?:content|new_string|new_source|edits\/\d+\/new_string)$/.test(origin.place ?? ''),
  );
  return content.length > 0 ? content : call.texts.filter(({ origin }) => origin.place === 'input:/command');
}

const FOREIGN = INTEGRITY_ORDER.indexOf('peer');

function isForeign({ flows }: SummaryContext, text: Text): boolean {
  return flows.into(text).some(({ labels: { carried } }) => isNotable(carried));
}

function isNotable({ integrity, secrecy }: Label): boolean {
  return INTEGRITY_ORDER.indexOf(integrity) >= FOREIGN || secrecy !== 'public';
}

/** What was read or loaded, by path: the first time each content came, unless the case itself had written it before. */
export function readRows(context: SummaryContext): readonly ReadRow[] {
  const { record } = context;
  const storage = new StorageMap(record);
  const met = new Set<string>();
  const rows: { rank: number; make: () => ReadRow }[] = [];
  for (const event of record.timeline) {
    if (event.kind === 'tool-call' || event.kind === 'reply' || record.isInherited(event.span)) continue;
    if (event.kind === 'tool-result' && event.isError) continue;
    for (const text of event.texts) {
      if (text.copyOf !== undefined || text.value.length < 8) continue;
      if (text.origin.channel !== 'tool' && text.origin.path === undefined) continue;
      for (const named of storage.pathsOf(text)) {
        const path = cleanPath(named);
        if (!isAbsolute(path) || lastWriteTo(path, event.order, record) !== undefined) continue;
        const key = `${path}\0${text.value.length}\0${text.value.slice(0, 200)}`;
        if (met.has(key)) continue;
        met.add(key);
        const place = placeOf(path);
        const loaded = text.origin.channel !== 'tool';
        rows.push({
          rank: loaded ? 0 : place !== 'file' ? 1 : PROSE.test(path) ? 2 : 3,
          make: (): ReadRow => ({
            path,
            place,
            channel: loaded ? 'injected' : 'shared-file',
            spot: context.spot(event),
            agent: event.agent,
            ...(event.at === undefined ? {} : { at: event.at }),
            prints: context.fingerprints.prints(text.value, place === 'file' ? PRINTS : LOADED_PRINTS),
            orders:
              place !== 'file' || (PROSE.test(path) && text.value.length <= MOST_READ_FOR_ORDERS)
                ? heardOrders(context, text, event.agent, event.order)
                : [],
            evidence: context.place({ cite: text.cite, note: loaded ? `loads ${path}` : `reads ${path}` }, event),
          }),
        });
      }
    }
  }
  return context
    .first(
      [...rows].sort((a, b) => a.rank - b.rank),
      MOST_READS,
      'reads',
    )
    .map((row) => row.make());
}

const places = new Map<string, PlaceKind>();

function placeOf(path: string): PlaceKind {
  let place = places.get(path);
  if (place === undefined) {
    place = readPlace(path);
    if (places.size >= MOST_REMEMBERED) places.clear();
    places.set(path, place);
  }
  return place;
}

function readPlace(path: string): PlaceKind {
  if (isMemoryPath(path)) return 'memory';
  if (isInstructionPath(path) || isPersistentPath(path)) return 'instructions';
  return isStartUpPath(path) ? 'start-up' : 'file';
}

function isAbsolute(path: string): boolean {
  return path.startsWith('/') || path.startsWith('~') || /^[A-Za-z]:/.test(path);
}

function hasFailed({ record }: SummaryContext, call: EventOf<'tool-call'>): boolean {
  const result = call.result === undefined ? undefined : record.event(call.result);
  return result?.kind === 'tool-result' && result.isError;
}
