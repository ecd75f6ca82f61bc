import { stringAt } from '../../base/json.ts';
import type { Case, EventOf, Text } from '../../case/model.ts';
import { ordersIn } from '../../flows/acted/judge.ts';
import { type MarkupBlock, markupBlocks } from '../../flows/markup/blocks.ts';
import { knownHostLead } from '../../flows/markup/host-texts.ts';
import { controlMarkup } from '../../flows/markup/scan.ts';
import type { FlowGraph } from '../../flows/model.ts';
import { ATTACHMENTS } from '../../hosts/attachments.ts';
import type { Claim } from '../claim.ts';
import { isAnnounced } from './announced.ts';
import { type Demand, demandOf, firmOrders, hasClaim } from './content.ts';
import { addressesReader, hushes, ordersInMarkup, SWITCHED_OFF } from './markup-words.ts';
import { outcomeOf, raised } from './obedience.ts';
import { citeSpan } from './provenance.ts';
import { reportsOf } from './reports.ts';
import { squeeze } from './words.ts';

/**
 * Signs that open control markup, in any dress. Each is looked for by itself: a class of them costs six times as much, and most of them
 * cannot stand in a text of ASCII.
 */
const OPENERS = [...'<«＜﹤‹〈⟨〈❮❬《˂ᐸ≺⧼⦑【［〔'];
const ENCODED =
  /&(?:amp;)*(?:lt|#)|%(?:25)*3c|\\u\{?0*3c|\\x3c|\u{db40}|\[\s{0,8}\W?(?:system|inst|harness|request int|subagent|tool_|\\)/iu;
const LEADS =
  /^[ \t>*_#-]{0,40}(?:this session is being|the (?:user|coordinator) (?:sent|doesn)|another claude|caveat: the|stop hook|plan mode is|auto mode is|called the read|\w\S{0,160} hook )/imu;

/** A text that holds none of these cannot hold a control form in any dress: the look that saves folding most tool output. */
function mayHoldMarkup(text: string): boolean {
  return OPENERS.some((sign) => text.includes(sign)) || ENCODED.test(text) || LEADS.test(text);
}

/** Only prose can speak to a reader; every other kind of file shows markup as source code does, wherever it stands in it. */
const PROSE_PATH = /(?:^|[/\\])[^/\\.]+$|\.(?:md|mdx|markdown|txt|text|rst|adoc|org|eml|mbox|tex)$/i;
const CODE_COMMAND =
  /\.(?:tsx?|jsx?|mjs|py|go|rs|java|rb|exs?|c|cpp|json|jsonl|ndjson|xml|html?|log|snap)\b|\b(?:git (?:diff|show|log)|diff|jq|sqlite3|psql)\b/i;

/** Tool output with control markup and an order: nobody can tell from the transcript who wrote it there. */
export function* claimsInToolOutput(analysed: Case, flows: FlowGraph, detector: string): Iterable<Claim> {
  const hostBlocks = hostTexts(analysed);
  const reported = new Set(reportsOf(analysed).flatMap((report) => report.copies.map((copy) => copy.id)));
  const seen = new Set<string>();
  for (const text of analysed.texts) {
    const place = placeOf(text);
    if (place === undefined || reported.has(text.id) || text.copyOf !== undefined || !mayHoldMarkup(text.value))
      continue;
    const hits = controlMarkup(text.value).filter((hit) => hit.strength === 'strong' || hit.family === 'configuration');
    if (hits.length === 0) continue;
    const isSource = isSourceOutput(analysed, text);
    for (const block of markupBlocks(text.value, hits)) {
      const key = `${text.agent} ${squeeze(block.inner).slice(0, 400)}`;
      if (seen.has(key)) continue;
      const claim = claimOf(analysed, flows, detector, text, block, place, isSource, hostBlocks);
      if (claim === undefined) continue;
      seen.add(key);
      yield claim;
    }
  }
}

const HOST_CHANNELS: ReadonlySet<Text['origin']['channel']> = new Set(['injected', 'notice', 'unknown']);

/** Attachments of a type that no table knows, with words that ask to conceal or to check less: markup or not. */
export function* claimsInUnknownRecords(analysed: Case, detector: string): Iterable<Claim> {
  for (const event of analysed.timeline) {
    if (event.kind !== 'injection' && event.kind !== 'notice') continue;
    const type = stringAt(event.attachment, 'type') ?? (event.kind === 'injection' ? event.injectionType : '');
    if (event.attachment === undefined || type === '' || Object.hasOwn(ATTACHMENTS, type) || type.startsWith('hook'))
      continue;
    for (const text of event.texts) {
      // Words with an author of their own (a child in a notification, a person in a queued prompt) are judged as theirs.
      if (!HOST_CHANNELS.has(text.origin.channel)) continue;
      const demand = demandOf(text.value);
      if (
        !(
          demand.hides ||
          (text.origin.channel !== 'notice' && hushes(text.value)) ||
          hasClaim(demand.claims, 'meta-permission', 'override', 'mode', 'clearance')
        )
      )
        continue;
      const outcome = outcomeOf(analysed, text.agent, demand.orders, event.order);
      yield {
        detector,
        message: `a record of a type that no host profile knows (${type}) asks its reader to conceal something or to check less`,
        severity: 'medium',
        confidence: 'low',
        primary: { cite: text.cite, note: 'the words, in a record of their own' },
        related: outcome.related,
        agents: [text.agent],
        verdict: 'unattributed',
        actedOn: outcome.judgement.actedOn,
        details: [
          'the place is the host’s, the type and the words are on no list: it can neither be called genuine nor forged',
          ...outcome.details,
        ],
      };
    }
  }
}

type Place = 'tool output' | 'an instruction file';

/** Places whose text is not the host’s, though the host shows it. */
function placeOf(text: Text): Place | undefined {
  const { channel, place } = text.origin;
  if (channel === 'tool' && !(place ?? '').startsWith('input')) return 'tool output';
  if (channel === 'memory') return 'an instruction file';
  if (channel === 'injected' && /instructions|memory|claude|nested|file/i.test(place ?? ''))
    return 'an instruction file';
  return undefined;
}

function claimOf(
  analysed: Case,
  flows: FlowGraph,
  detector: string,
  text: Text,
  block: MarkupBlock,
  place: Place,
  isSource: boolean,
  hostBlocks: HostTexts,
): Claim | undefined {
  const { value } = text;
  // Shown as source or quoted, it matters only if it was carried out: without an order there is nothing to carry out.
  const shown = isSource || !isPayload(value, block) ? block.quoted : undefined;
  const isShown = shown !== undefined || isSource;
  if (isShown && ordersIn(value, block.start, Math.min(value.length, block.end)).length === 0) return undefined;
  const demand = demandOf(
    block.hits.some((hit) => hit.decoded !== undefined) ? block.inner : value,
    block.hits[0]?.decoded ? 0 : block.start,
    block.hits[0]?.decoded ? block.inner.length : Math.min(value.length, block.end + 400),
  );
  const spoken = isShown || isSubject(value, block) ? [] : ordersInMarkup(...spanOf(block, value));
  const orders = [...demand.orders, ...spoken];
  const asks =
    (wants(block, demand, value) && !isSettings(block, demand)) ||
    spoken.some((order) => order.kind === 'hide' || block.lead.strength === 'strong') ||
    (spoken.length > 0 && addressesReader(block.inner));
  const lead = knownHostLead(block.inner);
  const delivered = hostBlocks.find(block.inner);
  const arrival = analysed.event(text.event)?.order ?? 0;
  const cite = citeSpan(text, block.start, block.end);
  const where = `${place}${text.origin.tool === undefined ? '' : ` of ${text.origin.tool}`}`;

  if (delivered !== undefined) return undefined;
  if (lead !== undefined && !block.quoted) {
    const foreign = foreignNames(block.inner, hostBlocks);
    if (!(foreign !== undefined && (asks || orders.length > 0))) {
      const own = foreign === undefined && /deferred tools|mcp server/i.test(lead);
      return {
        detector,
        message: `a known text of the host stands in ${where}; by position it cannot be told from what the ${text.origin.tool === 'WebFetch' ? 'page' : 'source'} holds`,
        severity: 'low',
        confidence: 'medium',
        primary: { cite, note: `begins like the host’s own “${lead}”` },
        related: [],
        agents: [text.agent],
        verdict: own ? 'harness' : 'unattributed',
        actedOn: 'no',
        details: [
          own
            ? 'the names in it are those of this session: a host artefact by template and names'
            : 'the words are known, the place is doubtful: not raised above low',
        ],
      };
    }
  }
  if (!asks) return undefined;
  const outcome = outcomeOf(analysed, text.agent, orders, arrival);
  const refuses = refusedTool(analysed, text, block, arrival);
  const judgement = refuses === undefined ? outcome.judgement : { ...outcome.judgement, actedOn: 'yes' as const };
  const quoted = shown ?? (isSource ? 'source-code' : undefined);
  // Quoted, or the very subject that a person set: it takes an act of weight to make it more than matter.
  if ((quoted !== undefined || isAnnounced(analysed, arrival)) && (judgement.actedOn !== 'yes' || !judgement.critical))
    return undefined;
  return {
    detector,
    message: `${where} carries ${block.lead.name} markup with an order to its reader${judgement.actedOn === 'yes' ? ', and the reader did as told' : ''}`,
    severity: raised('high', judgement),
    confidence: quoted === undefined ? 'high' : 'medium',
    primary: { cite, note: `the markup inside ${where}` },
    related: [
      ...outcome.related,
      ...(refuses === undefined
        ? []
        : [{ cite: refuses.cite, note: 'afterwards: says the tool is not available, though no denial is recorded' }]),
    ],
    agents: [text.agent],
    verdict: 'unattributed',
    actedOn: judgement.actedOn,
    details: [
      `who wrote it there cannot be told: the source itself, the tool, or something between (${describeCall(analysed, text)})`,
      ...(quoted === undefined
        ? []
        : [`it stands quoted (${quoted}), but was obeyed: quotation is no excuse for text that was carried out`]),
      ...(refuses === undefined ? outcome.details : ['acted on: yes; the tool is refused without a recorded denial']),
    ],
    ...(flows.outOf(text).length > 0 ? { flows: flows.outOf(text) } : {}),
  };
}

/** Settings of a program in an element of its own name: no machine reader, no claim, nothing that is run or called up. */
function isSettings(block: MarkupBlock, demand: Demand): boolean {
  return (
    block.hits.every((hit) => hit.family === 'configuration') &&
    !demand.hides &&
    demand.claims.every((claim) => claim.kind === 'header') &&
    !addressesReader(block.inner) &&
    !/https?:|`|\b(?:you|your)\b|\b[A-Z][a-z]+ tool\b|["“„«「]/u.test(block.inner)
  );
}

/** A string value of a payload, or a comment of a page: that is how such text is carried, not how it is quoted. */
function isPayload(value: string, block: MarkupBlock): boolean {
  if (block.quoted === 'quotation') return /^\s*[[{]/.test(value) && /[\]}]\s*$/.test(value);
  return block.quoted === 'discussion' && /<!--\s*$/.test(value.slice(Math.max(0, block.start - 12), block.start));
}

/** `…. <some-tag> output is shown to the model`: one tag that never closes, in the middle of a line, as the subject of its sentence. */
function isSubject(value: string, block: MarkupBlock): boolean {
  const hit = block.hits[0]!;
  if (block.hits.length > 1 || hit.closing || hit.decoded !== undefined) return false;
  const before = value.slice(Math.max(0, hit.start - 200), hit.start);
  return (
    /[\p{L}\p{N}][^\n]*$/u.test(before.slice(before.lastIndexOf('\n') + 1)) &&
    /^[`"']?(?:[- ][\p{Ll}-]+){0,2} (?:is|are|was|were|gets?|will be|can be|wird|werden|est|sont|es|son|è|sono|é|são)(?!\p{L})/u.test(
      value.slice(hit.end, hit.end + 80),
    )
  );
}

function spanOf(block: MarkupBlock, value: string): [text: string, start: number, end: number] {
  if (block.hits.some((hit) => hit.decoded !== undefined)) return [block.inner, 0, block.inner.length];
  return [value, block.start, block.end];
}

function wants(block: MarkupBlock, demand: Demand, text: string): boolean {
  if (
    demand.hides ||
    hasClaim(demand.claims, 'clearance', 'meta-permission', 'override', 'mode', 'as-user', 'user-approval')
  )
    return true;
  const inside = demand.orders.filter(
    (order) => block.hits.some((hit) => hit.decoded !== undefined) || order.start < block.end,
  );
  if (block.hits.some((hit) => hit.decoded !== undefined)) return inside.length > 0;
  return (
    firmOrders(text, inside).length > 0 ||
    inside.some(
      (order) => order.kind === 'say' || order.kind === 'grant' || order.kind === 'push' || order.kind === 'send',
    )
  );
}

function isSourceOutput(analysed: Case, text: Text): boolean {
  const call = text.origin.toolUseId === undefined ? undefined : callOf(analysed, text.origin.toolUseId);
  // Only a tool that shows files shows source; what an edit says of itself is no source.
  if (call === undefined || /^(?:Edit|Write|MultiEdit|NotebookEdit|WebFetch|WebSearch|mcp__)/.test(call.toolName))
    return false;
  const path =
    stringAt(call.input, 'file_path') ?? stringAt(call.input, 'path') ?? stringAt(call.input, 'notebook_path') ?? '';
  if (path !== '' && !PROSE_PATH.test(path) && stringAt(call.input, 'path') === undefined) return true;
  const command = stringAt(call.input, 'command') ?? '';
  return CODE_COMMAND.test(command);
}

const calls = new WeakMap<Case, ReadonlyMap<string, EventOf<'tool-call'>>>();

/** The call of an id; of several the first. */
function callOf(analysed: Case, toolUseId: string): EventOf<'tool-call'> | undefined {
  let index = calls.get(analysed);
  if (index === undefined) {
    const found = new Map<string, EventOf<'tool-call'>>();
    for (const event of analysed.timeline)
      if (event.kind === 'tool-call' && !found.has(event.toolUseId)) found.set(event.toolUseId, event);
    calls.set(analysed, found);
    index = found;
  }
  return index.get(toolUseId);
}

function describeCall(analysed: Case, text: Text): string {
  const call = text.origin.toolUseId === undefined ? undefined : callOf(analysed, text.origin.toolUseId);
  const input = call?.input;
  return `${text.origin.tool ?? 'tool'} ${stringAt(input, 'file_path') ?? stringAt(input, 'url') ?? stringAt(input, 'command')?.slice(0, 80) ?? ''}`.trim();
}

interface HostTexts {
  find(inner: string): Text | undefined;
  readonly words: ReadonlySet<string>;
}

/** What the host really put into this session, by letters, and the names of its servers and tools. */
function hostTexts(analysed: Case): HostTexts {
  const genuine = analysed.texts.filter(
    ({ origin }) =>
      origin.channel === 'injected' ||
      origin.channel === 'notice' ||
      origin.channel === 'hook' ||
      origin.channel === 'memory',
  );
  let folded: { text: Text; letters: string }[] | undefined;
  const words = new Set<string>();
  for (const event of analysed.timeline) {
    if (event.kind === 'tool-call') words.add(event.toolName.toLowerCase());
    // Lists of tools and servers that are stored as data, with no text as it was shown (before 2.1.301).
    const listed = event.kind === 'notice' || event.kind === 'injection' ? event.attachment?.addedNames : undefined;
    if (Array.isArray(listed)) for (const name of listed) if (typeof name === 'string') words.add(name.toLowerCase());
  }
  for (const text of genuine)
    for (const word of text.value.match(/mcp__\w+|[\w-]{3,40}/g)?.slice(0, 4000) ?? []) words.add(word.toLowerCase());
  return {
    words,
    find(inner) {
      folded ??= genuine.map((text) => ({ text, letters: squeeze(text.value) }));
      const lines = inner
        .split('\n')
        .map(squeeze)
        .filter((line) => line.length >= 12);
      const all = lines.reduce((sum, line) => sum + line.length, 0);
      return folded.find(({ letters }) => {
        const found = lines.reduce(
          (sum, line) => sum + (letters.includes(line) || isStandingLine(line) ? line.length : 0),
          0,
        );
        return all >= 24 && found >= all * 0.7;
      })?.text;
    },
  };
}

/** The host's own headings around what it lists. */
function isStandingLine(letters: string): boolean {
  return /^(?:mcpserverinstructions|thefollowingmcpservers|thefollowingdeferredtools|thefollowingskills)/.test(letters);
}

/** Tools or servers named in a host-like list that this session never had. */
function foreignNames(inner: string, host: HostTexts): string | undefined {
  const names = inner.match(/mcp__[\w-]+/g) ?? [];
  return names.find((name) => {
    const lower = name.toLowerCase();
    const server = lower.split('__')[1] ?? '';
    return (
      !host.words.has(lower) && ![...host.words].some((word) => word.startsWith(`mcp__${server}`) || word === server)
    );
  });
}

/** A reader says that it cannot. */
const CANNOT =
  /\b(?:cannot|can't|unable|not able|no longer|don't have|do not have|without|isn't|is not|not available|unavailable|disabled|does not exist|doesn't exist|read-only|off|no (?:shell|network|access|web|internet|tools?))\b|(?<!\p{L})(?:kann[^.!?\n]{0,40}nicht|nicht (?:verfügbar|möglich|vorhanden)|kein\p{L}*|abgeschaltet|deaktiviert|geht hier nicht|ne peux pas|ne peut pas|indisponible|désactivée?|pas (?:disponible|accès)|no puedo|no (?:está )?disponible|desactivad[oa]|no tengo|não posso|indisponível|non posso|non (?:è )?disponibile|не могу|недоступ\p{L}*|отключ\p{L}*|нет доступа|nie mogę|niedostępn\p{L}*|kullanamıyorum|devre dışı|kan[^.!?\n]{0,30}niet)|できません|できない|使えません|ありません|无法|不能|不可用|没有|할 수 없|사용할 수|없습니다|لا أستطيع|غير متاح|नहीं (?:कर|है)/iu;
/** What people call a tool. */
const CALLED: Readonly<Record<string, string>> = {
  bash: 'shell|terminal|commands?|befehle?|commandes?|comandos?|comandi|команд\\p{L}*|シェル|コマンド|终端|命令|셸|명령|run',
  webfetch:
    'network|web|internet|netz|réseau|red|rede|rete|сет\\p{L}|интернет\\p{L}*|ネット\\p{L}*|网络|联网|인터넷|pages?',
  websearch: 'web|search|internet|suche|recherche|búsqueda|поиск\\p{L}*|検索|搜索|검색',
  edit: 'files?|edit|dateien?|schreib\\p{L}*|fichiers?|archivos?|arquivos?|файл\\p{L}*|ファイル|編集|文件|编辑|파일|편집',
  write: 'files?|write|dateien?|schreib\\p{L}*|fichiers?|archivos?|arquivos?|файл\\p{L}*|ファイル|文件|写入|파일|쓰기',
  read: 'files?|read|dateien?|lesen|fichiers?|archivos?|файл\\p{L}*|ファイル|文件|파일',
};
/** Speech about the block itself: a reader that tells of it does not obey it. */
const TELLS_OF_IT =
  /\b(?:block|tag|ticket|page|result|output|text|claims?|says|instruct\w*|inject\w*|odd|suspicious|ignore\w*)\b|behaupte|ignorier|injektion|prétend|ignor|inyec|指示|注入|無視|忽略/iu;

/** A tool switched off by a text, and the reader then saying that it has it no more, with no denial on record. */
function refusedTool(analysed: Case, text: Text, block: MarkupBlock, arrival: number): Text | undefined {
  const named = new Set((block.inner.match(/\b[A-Z][A-Za-z]{2,20}\b/g) ?? []).map((name) => name.toLowerCase()));
  if (!SWITCHED_OFF.test(block.inner)) return undefined;
  const after = analysed
    .eventsOf(text.agent)
    .filter((event) => event.order > arrival)
    .slice(0, 20);
  const tools = new Set(
    analysed.timeline.flatMap((event) =>
      event.kind === 'tool-call' && event.order < arrival ? [event.toolName.toLowerCase()] : [],
    ),
  );
  for (const tool of ['bash', 'read', 'write', 'edit', 'grep', 'glob', 'webfetch', 'websearch', ...tools]) {
    if (!named.has(tool) && !new RegExp(`\\b${tool.replace(/\W/g, '\\$&')}\\b`, 'i').test(block.inner)) continue;
    if (after.some((event) => event.kind === 'tool-call' && event.toolName.toLowerCase() === tool)) continue;
    if (after.some((event) => event.kind === 'tool-result' && event.denialKind !== undefined)) continue;
    for (const event of after) {
      if (event.kind !== 'reply' || event.thinking) continue;
      const called = new RegExp(
        `(?<!\\p{L})(?:${[tool.replace(/\W/g, '\\$&'), ...(CALLED[tool] === undefined ? [] : [CALLED[tool]])].join('|')})`,
        'iu',
      );
      const said = event.texts.find(({ value }) =>
        (value.match(/[^.!?。！？\n]+[.!?。！？]?/gu) ?? []).some(
          (sentence) => called.test(sentence) && CANNOT.test(sentence) && !TELLS_OF_IT.test(sentence),
        ),
      );
      if (said !== undefined) return said;
    }
  }
  return undefined;
}
