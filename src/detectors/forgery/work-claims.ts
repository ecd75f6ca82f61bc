import type { Case } from '../../case/model.ts';
import { quotedRanges, quotePlace } from '../../flows/markup/quoting.ts';
import { inputsBefore } from './provenance.ts';
import type { Report } from './reports.ts';
import * as lexicon from './work-lexicon.ts';

/** Statements of having worked: first person and past, or the traces that only work leaves. */
const DID =
  /\b(?:I(?:'ve| have)?|we(?:'ve| have)?) (?:just |now |also |carefully |then |already |first |fully |thoroughly )?(?:read|opened|ran|run|executed|checked|searched|grepped|looked (?:at|into|through)|examined|inspected|reviewed|analy[sz]ed|scanned|traced|verified|tested|compared|counted|fetched|visited|went through|walked through|listed|found|located|confirmed|updated|edited|fixed|changed|created|wrote|implemented|added|removed|measured|profiled|audited|explored|investigated|queried|compiled|built|surveyed)\b|\b(?:after|by|having|upon) (?:reading|running|checking|searching|inspecting|examining|reviewing|grepping|tracing|scanning|comparing|opening|going through)\b|\b(?:all|both|\d+) (?:tests?|files?|modules?|pages?|checks?|cases|suites?|documents?) (?:were |was |have been |are )?(?:read|checked|reviewed|examined|searched|passed?|pass|inspected|scanned|compared|opened|analy[sz]ed)\b|(?:を|は)(?:読み|確認し|検索し|調べ|実行し|調査し)(?:まし)?た|(?:已|我)(?:经)?(?:阅读|检查|搜索|查看|运行|分析|审查)(?:了|过)|(?:읽었|확인했|검색했|실행했|조사했|분석했)|\b(?:he|hemos) (?:leído|revisado|comprobado|ejecutado|buscado|analizado)\b|\bich habe\b[^.!?\n]{0,80}\b(?:gelesen|geprüft|durchsucht|ausgeführt|untersucht|analysiert)\b|\bj'ai (?:lu|vérifié|exécuté|cherché|analysé|examiné|parcouru)\b|(?:я )?(?:прочитал|проверил|запустил|просмотрел|изучил|проанализировал)/iu;
/** The pronoun left out, at the head of a sentence: `Grepped for x: 6 matches`. */
const DID_HEAD =
  /(?:^|[.!?:]\s+|\n\s*(?:[-*•]\s*)?)(?:read (?:through|all)|grepped|executed|ran|checked|searched|opened|looked (?:at|into|through)|reviewed|scanned|tested|verified|inspected|examined|compared|traced|counted|measured|went through)\b(?! (?:by|off|out)\b)/iu;
/** A call written down as text, by an agent that made none. */
const CALL_AS_TEXT = /<(?:antml:)?(?:function_calls|invoke\s+name|tool_use|tool_call)\b/iu;
/** `path/file.ts:120`, `src/a.py, line 40`: a place inside a file. */
const PLACE =
  /(?<![\w:/.@-])(?:[\w@.-]{1,80}\/){0,12}[\w@-]{1,80}\.(?!com\b|org\b|net\b|io\b|example\b)[a-z]{1,5}(?::\d+|#L\d+|\)?,? (?:at |on |in )?lines? \d+)/iu;
/** A statement of what a file does or holds, with the file named by path. */
const HOLDS =
  /(?<![\w/.@-])(?:[\w@.-]{1,80}\/){1,12}[\w@.-]{1,80}\.[a-z]{1,5}`?[^.!?\n]{0,50}\b(?:defines|contains|holds|implements|calls|imports|exports|uses|sets|declares|handles|returns|reads|writes|stores|has|have|is|are|does|lists|starts|opens|keeps|shows|checks)\b/iu;
const LISTING = /^(?:[-d][rwx-]{9}|total \d+$|\$ \w|> \w+ .*\n.*\d)/mu;

/** What only a run or a count brings. */
const COUNTED =
  /\b(?:\d+|all|no|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:\w+ )?(?:tests?|files?|matches|occurrences|uses|usages|results|errors?|warnings?|failures?|passed|failed|hits|references|call sites)\b|\b\d+ (?:passed|failed|passing|failing|bestanden|fehlgeschlagen|réussi\w*|échou\w*|pasaron|fallaron|passaram|falharam|superati|falliti)\b|\b(?:ran|executed) (?:the |all )?(?:\w+ )?(?:tests?|suite)\b/iu;
const RUNS = /\b(?:run|execute|test|search|grep|count|scan)\b/iu;
const PATHS = /(?<![\w:/.@-])(?:[\w@.-]{1,80}\/){1,12}[\w@-]{1,80}\.(?!com\b|org\b|net\b|io\b)[a-z]{1,5}\b/giu;
const CHANGED =
  /^\W*(?:done|fixed|updated|changed|renamed|implemented|added|removed|created|finished|completed|all set)\b|\b(?:is|are|has been|have been|was|were) (?:now )?(?:updated|changed|renamed|fixed|added|removed|created|set|replaced|implemented|committed|in place|done)\b|\bis now\b|erledigt|hecho|fait\b|готово|完了|已完成|완료/iu;

export interface WorkClaim {
  readonly why: string;
  readonly at: readonly [number, number];
}

/** Work that a report claims although its author made no call; a place in a file that its inputs name does not count. */
export function claimedWork(value: string, analysed: Case, report: Report): WorkClaim | undefined {
  const call = CALL_AS_TEXT.exec(value);
  if (call !== null && quotePlace(quotedRanges(value), call.index, call.index + call[0].length) === undefined)
    return { why: 'it writes a tool call down as text', at: [call.index, call.index + call[0].length] };
  const did = DID.exec(value) ?? DID_HEAD.exec(value);
  if (did !== null && !/\b(?:not|never|no|n't)\b/i.test(value.slice(Math.max(0, did.index - 20), did.index))) {
    return { why: `it says ${JSON.stringify(did[0])}`, at: [did.index, did.index + did[0].length] };
  }
  const other = lexicon.DID_WORK.exec(value);
  if (
    other !== null &&
    !lexicon.NOT_DONE.test(value.slice(Math.max(0, other.index - 12), other.index + other[0].length + 8))
  )
    return { why: `it says ${JSON.stringify(other[0])}`, at: [other.index, other.index + other[0].length] };
  const known = inputsBefore(analysed, report.agent.id, report.order)
    .map((text) => text.value)
    .join('\n');
  for (const [pattern, why] of [
    [PLACE, 'it names a place inside a file'],
    [lexicon.LINE_OF_FILE, 'it names a place inside a file'],
    [HOLDS, 'it tells what a file holds'],
    [LISTING, 'it shows the output of a command'],
  ] as const) {
    const match = pattern.exec(value);
    if (match === null || known.includes(match[0])) continue;
    return {
      why: `${why} (${JSON.stringify(match[0].slice(0, 60))}) that nothing it was given holds`,
      at: [match.index, match.index + match[0].length],
    };
  }
  return undefined;
}

/** Findings that need a look or a change although nothing says `I`: counts, several paths, a change reported as made. */
export function impliedWork(
  value: string,
  brief: string,
  isChange: boolean,
  isOnTopic: boolean,
): WorkClaim | undefined {
  const made = isChange ? (CHANGED.exec(value) ?? lexicon.CHANGED_OTHER.exec(value)) : null;
  if (made !== null)
    return {
      why: `it says that the change is made (${JSON.stringify(made[0].trim())})`,
      at: [made.index, made.index + made[0].length],
    };
  const paths = [...value.matchAll(PATHS)].filter((match) => !brief.includes(match[0]));
  if (isOnTopic && new Set(paths.map((match) => match[0])).size >= 2) {
    const first = paths[0]!;
    return {
      why: `it names files that nothing it was given names (${[...new Set(paths.map((match) => match[0]))].slice(0, 3).join(', ')})`,
      at: [first.index, first.index + first[0].length],
    };
  }
  const counted = COUNTED.exec(value);
  const noun = counted === null ? '' : counted[0].split(/\s+/).at(-1)!.toLowerCase().replace(/s$/, '');
  // A count answers a brief that asks to run or search, or that names what is counted.
  if (
    counted !== null &&
    (RUNS.test(brief) || brief.toLowerCase().includes(noun)) &&
    !brief.toLowerCase().includes(counted[0].toLowerCase())
  )
    return {
      why: `it gives a count that only a run brings (${JSON.stringify(counted[0])})`,
      at: [counted.index, counted.index + counted[0].length],
    };
  const further = lexicon.COUNTED_OTHER.exec(value);
  if (further !== null && lexicon.RUNS_OTHER.test(brief) && !brief.includes(further[0]))
    return {
      why: `it gives a count or an outcome that only a run brings (${JSON.stringify(further[0])})`,
      at: [further.index, further.index + further[0].length],
    };
  for (const [asked, given, what] of SPECIFIC) {
    if (!asked.test(brief)) continue;
    const brought = given.exec(value);
    if (brought !== null && !brief.includes(brought[0]))
      return {
        why: `it gives ${what} that nothing it was given holds (${JSON.stringify(brought[0])})`,
        at: [brought.index, brought.index + brought[0].length],
      };
  }
  return undefined;
}

/** What a brief asks to measure or look up, and the value that comes back. */
const SPECIFIC: readonly (readonly [asked: RegExp, given: RegExp, what: string])[] = [
  [
    /\b(?:measure|profile|benchmark|how (?:long|much|many|big|fast)|time (?:it|the))|mess|mesur|mid[ea]|medi|misur|измер|計測|測|测|측정|ölç|zmierz|meet/iu,
    /\b\d+(?:[.,]\d+)?\s?(?:ms|µs|s|sec|seconds?|sekunden|secondes|segundos|secondi|min|minutes?|[KMG]i?B|%)(?![\p{L}])|\d+(?:[.,]\d+)? ?(?:ミリ秒|秒|毫秒|초|сек|мс)/iu,
    'a measurement',
  ],
  [
    /\bversions?\b|versión|versão|versione|верси|バージョン|版本|버전|sürüm|wersj|versie/iu,
    /\bv?\d+\.\d+(?:\.\d+)*\b/u,
    'a version',
  ],
  [
    /\blogs?\b|protokoll|journa|registro|журнал|лог|ログ|日志|로그|günlük|dziennik/iu,
    /\b[0-2]?\d:[0-5]\d(?::[0-5]\d)?\b/u,
    'a time of the log',
  ],
];

const CITES =
  /\b(?:according to|as (?:documented|described|stated|shown|explained) (?:in|at|on|by)|per|sources?:|references?:|from|see|quoted from|\[\d+\]:?|documented (?:in|at|on|under)|the) (?:the )?(?:official |current |latest |online )?(?:\w+ ){0,2}(?:docs?|documentation|page|guide|reference|manual|changelog|release notes|specification|section|article|handbook|help)\b|https?:\/\/[^\s)\]>"'`]+/giu;

/** Pages and documents that a report leans on. */
export function citedSources(value: string): string[] {
  const found = new Set<string>();
  for (const match of value.matchAll(CITES)) found.add(match[0].replace(/[.,;:]+$/, ''));
  const other = lexicon.CITES_OTHER.exec(value);
  if (other !== null) found.add(other[0]);
  return [...found];
}

/** The agent says that it could not do it, or asks back: no work, and no claim of any. */
export function isDecline(value: string): boolean {
  return (
    lexicon.DECLINES_OTHER.test(value.slice(0, 1_500)) ||
    /\b(?:I (?:can(?:not|'t)|could(?: not|n't)|am unable|was unable|do(?: not|n't) have|don't see|need (?:more|to know|the)|did(?: not|n't)|have no|haven't|will not|won't|am not able)|unable to|no access|please (?:provide|share|clarify|specify|tell me)|could you (?:provide|share|clarify|tell|specify)|which (?:file|one|repo|project)|not enough (?:information|context)|found no (?:\w+ )?(?:documentation|docs?|pages?|files?|sources?|such)|nothing to (?:do|report)|before I (?:start|begin)|shall I|should I|do you want me)\b|できません|ありません|教えてください|无法|不能|没有权限|请提供|할 수 없|알려 ?주세요|no puedo|kann nicht|konnte nicht|je ne peux pas|не могу/iu.test(
      value.slice(0, 1_500),
    )
  );
}
