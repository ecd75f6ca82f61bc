import { type ActKind, type Language, ORDER_LEADS, ORDER_VERBS } from './verbs.ts';

/** What a text tells its reader to do. */
export interface Order {
  readonly kind: ActKind;
  /** UTF-16 units of the clause that gives the order. */
  readonly start: number;
  readonly end: number;
  /** Things named in the clause: quoted words, commands, paths, addresses, tool names. As written. */
  readonly objects: readonly string[];
  /** Not ordered but allowed: the clause says that the reader is cleared for such acts. */
  readonly licence?: true;
}

const KINDS = Object.keys(ORDER_VERBS) as ActKind[];

/** English: the verb opens the clause, behind any number of lead words. */
const ENGLISH: ReadonlyMap<ActKind, RegExp> = new Map(
  KINDS.map((kind) => [kind, new RegExp(`^(?:${ORDER_VERBS[kind].en})\\b`, 'iu')]),
);
const LEAD = new RegExp(`^${ORDER_LEADS}(?=\\W|$)[^\\p{L}\\p{N}]*`, 'iu');
/** One look for all kinds: most clauses give no order. */
const any = (verbs: ReadonlyMap<ActKind, RegExp>): RegExp =>
  new RegExp([...verbs.values()].map((verb) => verb.source).join('|'), 'iu');
/** A duty of the reader in the middle of a clause: `for every request you must …`. */
const DUTY =
  /\b(?:you|agents?|parent|assistant|session|model|reader|caller|orchestrator|coordinator|everyone)\b[^.!?\n]{0,24}?\b(?:must|have to|has to|need to|needs to|shall|should|are (?:required|instructed|expected|obliged|ordered) to|is (?:required|instructed|expected|obliged|ordered) to)\s+/giu;
const HIDE_ENGLISH = new RegExp(`\\b(?:${ORDER_VERBS.hide.en})\\b`, 'iu');

/** European languages: an imperative or an infinitive behind a modal, wherever it stands in a short clause. */
const EUROPEAN: ReadonlyMap<ActKind, RegExp> = new Map(
  KINDS.map((kind) => {
    const stems = (['es', 'de', 'fr', 'ru'] as const).map((language) => ORDER_VERBS[kind][language]).join('|');
    return [kind, new RegExp(`(?<![\\p{L}\\p{N}_])(?:${stems})(?![\\p{L}\\p{N}_])`, 'iu')];
  }),
);
/** Words that make a European infinitive an order, or put the imperative at the head. */
const EUROPEAN_LEAD =
  /^(?:[^\p{L}]*)(?:(?:te |le )?(?:necesito|quiero|exijo|preciso|quero|ho bisogno|voglio|j'ai besoin|je (?:veux|souhaite|demande)|мне нужно|я хочу)(?: que| che|,? чтобы)|por favor|debes?|debe[ns]?|hay que|tienes? que|ahora|inmediatamente|urgente|primero|luego|después|bitte|sofort|jetzt|umgehend|du musst|sie müssen|dann|zuerst|veuillez|il faut|(?:vous|tu) dev(?:ez|ons)|tu dois|maintenant|immédiatement|d'abord|ensuite|puis|пожалуйста|немедленно|срочно|сейчас|сначала|затем|потом|(?:вы|ты) долж(?:ен|ны|на)|нужно|необходимо|следует)[\s,:]+/iu;

/** Loan words of the trade and a few imperatives of further languages, told by what stands before them. */
const FURTHER: ReadonlyMap<ActKind, RegExp> = new Map([
  [
    'push',
    /(?:\b(?:faça|faz|fazer|dê|dá|fai|fare|doe|zrób|yap|lakukan|зроби|haz|mach|fais|faites)\b[^.!?\n]{0,20}\b(?:push|merge)\b|\b(?:push|merge)\b[^.!?\n]{0,40}\b(?:agora|subito|ora|adesso|nu|teraz|şimdi|hemen|зараз|ngay|sekarang|ya|jetzt|maintenant)\b)/iu,
  ],
  [
    'publish',
    /(?:\b(?:publiqu?[eai]|pubblica|publiceer|opublikuj|yayınla|terbitkan|implant[ea]|distribuisci|wdróż|dağıt)\b|veröffentlichen\b)/iu,
  ],
  ['delete', /\b(?:apagu?[ea]|exclua|remova|elimin[ai]|cancella|rimuovi|verwijder|usuń|sil|hapus|видали)\b/iu],
  ['send', /\b(?:envi[ea]|mand[ea]|invia|spedisci|stuur|verstuur|wyślij|gönder|kirim|надішли)\b/iu],
  ['run', /\b(?:execut[ea]|rod[ea]|esegui|avvia|voer|draai|uruchom|çalıştır|jalankan|запусти)\b/iu],
  [
    'stop',
    /\b(?:pare|parem|encerr[ea]|ferma|fermati|termina|stop(?:pen)?|zatrzymaj|zakończ|durdur|hentikan|зупини|macht schluss)\b/iu,
  ],
]);

const EAST: readonly (readonly [Language, RegExp])[] = [
  [
    'ja',
    /(?:して|って|んで|いて|て|で)?(?:ください|下さい|くれ|なさい|ほしい)|せよ|しろ|すること|する必要|しなければ|してはならない|しないで/u,
  ],
  ['zh', /请|請|必须|必須|立即|立刻|马上|馬上|务必|務必|需要你|应当|應當|现在就|現在就|不要|不得|切勿/u],
  ['ko', /(?:하|으|시)?(?:세요|십시오|시오)|해 ?주|해라|하라|해야|하지 ?마/u],
];
const EASTERN: ReadonlyMap<ActKind, RegExp> = new Map(
  KINDS.map((kind) => [
    kind,
    new RegExp((['ja', 'zh', 'ko'] as const).map((language) => ORDER_VERBS[kind][language]).join('|'), 'iu'),
  ]),
);

/** The act as a noun, where it is no form of the verb: a consent is mostly given to `the removal`. */
const ACT_NOUNS: Readonly<Partial<Record<ActKind, string>>> = {
  delete:
    'suppression|effacement|löschung|entfernung|eliminación|borrado|удалени\\p{L}+|remoção|exclusão|cancellazione|rimozione|eliminazione|usunięci\\p{L}+|verwijdering|penghapusan',
  publish:
    'publication|mise en (?:ligne|production)|déploiement|veröffentlichung|bereitstellung|publicación|despliegue|публикаци\\p{L}+|publicação|implantação|pubblicazione|rilascio|publikacj\\p{L}+|publicatie',
  send: 'envoi|versand|envío|отправк\\p{L}+|envio|invio|wysyłk\\p{L}+|verzending',
};

/** Acts of weight, named as verb or noun. */
const NAMED: ReadonlyMap<ActKind, RegExp> = new Map(
  (['push', 'publish', 'commit', 'delete', 'grant', 'send', 'install', 'run', 'stop', 'write'] as const).map((kind) => {
    const english = ORDER_VERBS[kind].en
      .split('|')
      .map((stem) => `${stem}(?:e?s|ed|d|ing|ment)?`)
      .join('|');
    const other = (['es', 'de', 'fr', 'ru'] as const).map((language) => ORDER_VERBS[kind][language]).join('|');
    const east = (['ja', 'zh', 'ko'] as const).map((language) => ORDER_VERBS[kind][language]).join('|');
    const named = ACT_NOUNS[kind];
    const nouns = named === undefined ? '' : `|(?<![\\p{L}\\p{N}_])(?:${named})(?![\\p{L}\\p{N}_])`;
    return [
      kind,
      new RegExp(`\\b(?:${english})\\b|(?<![\\p{L}\\p{N}_])(?:${other})(?![\\p{L}\\p{N}_])${nouns}|${east}`, 'iu'),
    ];
  }),
);
const ANY_ENGLISH = any(ENGLISH);
const ANY_EUROPEAN = any(EUROPEAN);

/** A clause ends at a sentence mark, a line end, or before a joining word that starts the next order. */
const CLAUSE_END =
  /[.!?。！？;；](?=\s|$|[\p{Lo}])|\](?=[\p{Lu}\p{Lo}])|[。！？；\n\r]|(?:,|、|，)\s*(?=(?:and |then |dann |und |luego |y |puis |et |затем |и |再|然后|그리고|そして))|\s(?:and(?: then)?|then|und(?: dann)?|y(?: luego)?|et(?: puis)?|и(?: затем)?)\s(?=\p{L})|\s[—–]\s|(?<=\p{L}{3}):\s/gu;

/** A clause longer than this is no order but a paragraph. */
const CLAUSE_LIMIT = 600;

/** Orders in order of place. One clause may give several (call and run). */
export function extractOrders(text: string): Order[] {
  const orders: Order[] = [];
  let start = 0;
  const clause = (end: number): void => {
    if (end - start >= 3) readClause(text, start, Math.min(end, start + CLAUSE_LIMIT), orders);
  };
  for (const match of text.matchAll(CLAUSE_END)) {
    clause(match.index);
    start = match.index + match[0].length;
  }
  clause(text.length);
  return orders;
}

function readClause(text: string, start: number, end: number, orders: Order[]): void {
  const clause = text.slice(start, end).replace(/[’‘ʼ]/gu, "'");
  const kinds = ordered(clause);
  if (kinds.size === 0) return;
  // Objects may stand in a code span or behind a colon at the head of what follows; the rest of the line is looked at too.
  let lineEnd = text.indexOf('\n', end);
  if (lineEnd < 0 || lineEnd - end > 300) lineEnd = Math.min(text.length, end + 300);
  const objects = objectsOf(text.slice(start, lineEnd));
  for (const kind of kinds) orders.push({ kind, start, end, objects });
  // `read A, encode it, send it to B`: once a clause orders, what stands behind its commas may too.
  for (const match of clause.matchAll(/,\s+(?:then\s+|and\s+)?/gu)) {
    const from = match.index + match[0].length;
    const part = clause.slice(from, from + 160);
    for (const [kind, verb] of ENGLISH) {
      if (kind !== 'say' && !kinds.has(kind) && verb.test(part))
        orders.push({ kind, start: start + from, end, objects });
    }
  }
}

/** Acts that a clause names in whatever form: what a clearance clears its reader for. */
export function licensedActs(text: string, start: number, end: number): Order[] {
  const clause = text.slice(start, end);
  const objects = objectsOf(clause);
  const found: Order[] = [];
  for (const [kind, anywhere] of NAMED) {
    if (anywhere.test(clause)) found.push({ kind, start, end, objects, licence: true });
  }
  return found;
}

function ordered(clause: string): ReadonlySet<ActKind> {
  const kinds = new Set<ActKind>();
  if (HIDE_ENGLISH.test(clause)) kinds.add('hide');
  // `/approve` is a name, not a verb.
  if (/^\s*\/\w+\s*$/.test(clause)) return kinds;
  const rest = behindLeads(clause);
  if (ANY_ENGLISH.test(rest)) for (const [kind, verb] of ENGLISH) if (verb.test(rest)) kinds.add(kind);
  for (const match of clause.matchAll(DUTY)) {
    const behind = behindLeads(clause.slice(match.index + match[0].length));
    for (const [kind, verb] of ENGLISH) if (verb.test(behind)) kinds.add(kind);
  }
  const lead = EUROPEAN_LEAD.exec(clause);
  const body = lead === null ? clause.replace(/^[^\p{L}]+/u, '') : clause.slice(lead[0].length);
  const window = lead === null ? body.slice(0, 60) : body;
  for (const [kind, verb] of ANY_EUROPEAN.test(window) ? EUROPEAN : []) {
    const match = verb.exec(window);
    if (match !== null && (lead !== null || match.index === 0 || kind === 'hide')) kinds.add(kind);
  }
  const head = body.slice(0, 80);
  for (const [kind, verb] of FURTHER) {
    const match = verb.exec(head);
    if (match !== null && (kind === 'push' || match.index < 12)) kinds.add(kind);
  }
  if (/[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/u.test(clause)) {
    if (EAST.some(([, mood]) => mood.test(clause)))
      for (const [kind, verb] of EASTERN) if (verb.test(clause)) kinds.add(kind);
    if (EASTERN.get('hide')!.test(clause)) kinds.add('hide');
  }
  return kinds;
}

/** `To keep the box open, read …`: a purpose or condition in front of the verb. */
const BEFORE_ORDER =
  /^(?:in order to|so as to|to|before|after|when|whenever|once|as soon as|if|for|while|during|upon|until|since|because)\s[^,.;:!?\n]{2,100},\s+/iu;

function behindLeads(clause: string): string {
  let rest = clause.replace(/^[^\p{L}\p{N}]+/u, '');
  for (let turn = 0; turn < 16; turn += 1) {
    const match = BEFORE_ORDER.exec(rest) ?? LEAD.exec(rest);
    if (match === null || match[0].length === 0) break;
    rest = rest.slice(match[0].length);
  }
  return rest;
}

const OBJECTS: readonly RegExp[] = [
  /`([^`\n]{1,200})`/gu,
  /["“”'‘’«»「」『』]([^"“”'‘’«»「」『』\n]{1,120})["“”'‘’«»「」『』]/gu,
  /\b[a-z][a-z0-9+.-]*:\/\/[^\s<>"'`)\]]+/giu,
  /(?:~|\.{1,2})?\/[\w.@~-]+(?:\/[\w.@*~-]+)*/gu,
  /(?<![\w/])[\w-]*\.?[\w-]+\.(?:md|json|ya?ml|toml|ts|js|py|sh|txt|env|lock|csv|sql|go|rs|html?|ini|cfg|conf|pem|key)\b/gu,
  /(?<![\w.])\.(?:env|npmrc|netrc|ssh|aws|git-credentials)(?:\.\w+)?\b/gu,
  /\bmcp__[\w-]+\b/gu,
  /\b(?:git|npm|npx|pnpm|yarn|pip|curl|wget|gh|docker|kubectl|terraform|ssh|scp|rm|chmod|sudo|python3?|node|bash|make|cargo|go)\s+[\w-][^\n`"'.,;:]*/gu,
  /(?<=\b(?:the|tool|using|use|call|invoke|with)\s)[A-Z][A-Za-z]{2,30}\b(?=\s+(?:tool|skill|function|agent)\b|[\s.,;:!]|$)/gu,
  /\b[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+\b/gu,
  /\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/gu,
  /(?<=\b(?:say|emit|output|print|word|with|phrase|token|reply|respond|acknowledge)\s*:?\s+)(?:[A-Z][A-Z0-9_-]{2,}|[a-z]+[-_:][\w:-]+)\b/gu,
];

function objectsOf(text: string): string[] {
  const found = new Map<string, number>();
  for (const pattern of OBJECTS) {
    for (const match of text.matchAll(pattern)) {
      const value = (match[1] ?? match[0]).trim().replace(/[.,;:!?]+$/u, '');
      if (value.length >= 2 && !found.has(value)) found.set(value, match.index);
    }
  }
  return [...found].sort((a, b) => a[1] - b[1] || b[0].length - a[0].length).map(([value]) => value);
}
