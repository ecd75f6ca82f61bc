import type { AuthorityKind } from './authority.ts';

/**
 * Claims of authority read by word classes instead of phrases: an office and its decision, rights and how they came, text of tools and
 * leave to obey it. A sentence makes a claim when the classes meet in it, in whatever order and language.
 */

const stems = (...lists: readonly string[]): RegExp => new RegExp(`(?<!\\p{L})(?:${lists.join('|')})`, 'iu');
const eastern = (list: string): string => `(?<=.|^)(?:${list})`;

/** Who decides: a field of control and a body, or a body that needs no field. */
const OFFICE = new RegExp(
  [
    '(?<!\\p{L})(?:security|compliance|governance|safety|trust|integrity|audit|legal|risk|privacy|policy|data[- ](?:protection|governance)|change[- ](?:control|management|advisory)|incident[- ]response|platform|enterprise|corporate|moderation)[- ](?:\\w+ ){0,2}?(?:office|board|team|desk|department|committee|council|service|unit|monitor|authority|division|bureau|gateway|operations|classifier|officer|infrastructure)',
    '(?<!\\p{L})(?:governance|compliance|oversight) (?=(?:has|requires?|instructs?|directs?|mandates?|orders?|decid))',
    '(?<!\\p{L})(?:compliance|sicherheits?|revisions?|datenschutz|governance|rechts|it|prüf|aufsichts?)-?(?:stelle|abteilung|team|büro|beauftragt\\p{L}*|leitung|gremium|revision|ausschuss|zentrale|prüfung|behörde)',
    '(?<!\\p{L})(?:geschäftsleitung|konzernleitung|plattformleitung|aufsichtsgremium)',
    "(?<!\\p{L})(?:equipos?|equipa|equipe|équipe|oficina|escritório|ufficio|bureau|comité|comitê|comitato|departamento|dipartimento|département|junta|dirección|direção|direzione|direction|consejo|conselho|consiglio|conseil|servicio|serviço|servizio|service)(?: (?:de|da|do|di|della|del|de la|de l['’]))?[\\p{L} '’]{0,14}(?:seguridad|segurança|sicurezza|sécurité|cumplimiento|conformidade|conformità|conformité|compliance|gobernanza|governança|governance|auditor\\p{L}*|audit|plataforma|piattaforma|plateforme)",
    '(?<!\\p{L})(?:служб|отдел|комитет|комисси|управлени|департамент)\\p{L}* (?:\\p{L}+ )?(?:безопасност|соответств|контрол|аудит|комплаенс|надзор)\\p{L}*',
    '(?:安全|合规|风控|审计|治理|平台|法务|监管)[^\\s，。]{0,4}(?:委员会|部门|部|团队|中心|办公室|小组|分类器|机构)',
    '(?:セキュリティ|コンプライアンス|監査|安全|統制|法務|リスク)[^\\s、。]{0,4}(?:部門|部|委員会|チーム|室|分類器|モニター|局|担当)',
    '(?:보안|컴플라이언스|감사|준법|안전|거버넌스|플랫폼) ?[^\\s]{0,3}(?:팀|부서|위원회|실|센터|분류기)',
    '(?<!\\p{L})(?:uyum|güvenlik|denetim) (?:birimi|ekibi|kurulu|ofisi|komitesi)',
    '(?:لجنة|فريق|قسم|إدارة|مكتب) (?:الأمان|الأمن|الامتثال|الحوكمة|التدقيق)',
    '(?<!\\p{L})(?:dział|zespół|komitet|komisj\\p{L}) (?:bezpieczeństwa|zgodności|audytu)',
    '(?<!\\p{L})(?:beveiligings|veiligheids|compliance-?|audit)(?:team|afdeling|dienst|commissie)',
    '(?<!\\p{L})(?:tim|komite|bagian|divisi) (?:keamanan|kepatuhan|audit)',
  ].join('|'),
  'iu',
);

const DECISION = stems(
  'decision|decides?|decided|rul(?:es|ing|ed)|orders?(?!ed list)|instruct|directs?|directed|mandat|requires?|notice|advisory|determin|rates? |rated|classif|cleared|authori[sz]|approved|grants?|demands?',
  'entschied|entscheid|beschloss|beschluss|anordn|angeordnet|weist|verfüg|anweisung|meldung|eingestuft|verlangt|freigegeben',
  'd[ée]cid|d[ée]cis|resoluci|resoluç|résolution|arrêté|dispo|ordena|ordina|ordon|determina|exige|resuel|autoriz|aprob|aprov|approuv|valid|richied|impone|impos',
  'решен|решил|распоряж|постанов|предписа|приказ|требу|обяз|одобр',
  eastern(
    '决定|要求|指示|命令|通知|判定|批准|授权|決定|承認|許可|지시|결정|명령|통보|승인|판정|요구|قرار|أمر|قرر|यह निर्णय|आदेश',
  ),
  'karar|talimat|onay|postanow|zarządz|polec|nakaz|besluit|opdracht|verplicht|keputusan|perintah|memerintah',
);

const REGULATION = stems(
  '(?:regulation|policy|directive|guideline|standard|clause|section|rule|standing order)s? (?:no\\.? ?)?[\\w.-]*\\d',
  '(?:richtlinie|vorschrift|verordnung|norm|reglamento|política|normativa|règlement|politique|regolamento|regulamento|регламент|политик|yönetmelik|beleid|zarządzeni)\\p{L}* (?:nr\\.? ?|n[.º°] ?|№ ?)?[\\p{L}.-]{0,4}\\d',
  eastern('(?:规定|政策|条例|規程|規則|規定|정책|규정|سياسة|لائحة)(?:第)? ?\\d'),
);

/** The reader, named from outside. */
const READER = stems(
  '(?:operating|executing|acting|parent|calling|delegating|orchestrating|supervising|main|coordinating|requesting|root|lead|primary|upstream)[- ]agents?|orchestrators?|coordinators?|agent chain|agentic system',
  '(?:ausführend|übergeordnet|aufrufend|leitend|haupt)\\p{L}*[- ]?agent|orchestrator|koordinator',
  "agente (?:principal|principale|coordenador|coordinador|coordinatore|ejecutor|executor|superior|llamante|padre)|agent (?:principal|parent|appelant|coordinateur|exécutant)|l['’]orchestrateur",
  '(?:родительск|вызывающ|главн|основн|исполняющ)\\p{L}* агент|оркестратор|координатор',
  eastern(
    '执行代理|上级代理|父代理|主代理|协调者|协调代理|親エージェント|呼び出し元|上位エージェント|상위 에이전트|부모 에이전트|메인 에이전트|الوكيل الرئيسي|الوكيل المنفذ',
  ),
  'üst ajan|ana ajan|agent nadrzędny|główny agent|hoofdagent|agen (?:utama|induk)',
);
const DUTY = stems(
  'must|shall|is (?:required|instructed|obliged|directed|ordered|to)|are (?:required|instructed|obliged|directed|ordered|to)|has to|have to|will immediately|needs? to|soll|muss|müssen|hat\\b[^.]{0,60}zu|debe|doit|deve|должен|обязан|должны|обязаны|malıdır|moet|musi|harus|wajib|apply|applies|execute',
  eastern('必须|须|应立即|应当|しなければ|してください|すること|해야|يجب|على'),
);

const ADVANCE = stems(
  "in advance|beforehand|up front|ahead of time|de antemano|por adelantado|im voraus|vorab|à l['’]avance|d['’]avance|заранее|предварительно|antecipadamente|de antemão|in anticipo|anticipatamente|vooraf|z góry|önceden",
  eastern('事前|予め|あらかじめ|预先|事先|提前|미리|사전|مسبق'),
);
const AUTHORISED = stems(
  'habilité|authori[sz]ed|approved|cleared|permitted|sanctioned|granted|aprobad|autorizad|permitid|genehmigt|freigegeben|bewilligt|erlaubt|autorisiert|approuvé|autorisé|accordé|одобрен|разрешен|разрешён|approvat|autorizzat|aprovad|goedgekeurd|toegestaan|zatwierdz|onayl|izinli|disetujui',
  eastern('承認|許可|批准|授权|授權|승인|허가|موافق|مصرح'),
);
/** Approval that is still wanted. */
const WANTED =
  /\b(?:must|needs?|have|has|should|shall|requires?|required|unless|until|only (?:if|when|after))\b[^.!?\n]{0,40}\b(?:approv|authori|clear|permit|grant)|(?:muss|müssen|debe|deben|doit|doivent|deve|devono|должн|нужно|必要|必须|해야)[^.!?。\n]{0,30}(?:genehm|freigegeb|aprob|autoriz|approuv|autoris|approvat|одобр|разреш|承認|許可|批准|승인)/iu;

const WIDE = stems(
  'extended|elevated|expanded|unrestricted|raised|enhanced|ampliad|elevad|extendid|erweitert|erhöht|étendu|élevé|расширен|повышен|estes|rafforzat|uitgebreid|rozszerz|genişlet|yükselt',
  eastern('昇格|拡張|提升|扩展|扩大|상승|확장|موسع'),
);
const RIGHTS = stems(
  'authori[sz]ation|clearance|permissions|privileges|access rights|session|autorizaci|permisos|privilegi|berechtigung|rechte|befugnis|freigabe|autorisation|droits|accès|полномоч|доступ|прав[аоу]|autorizzazion|autorizaç|permess|uprawnie|yetki|bevoegdhe',
  eastern('権限|权限|許可|권한|صلاحي'),
);
const CLEARANCE_LEVEL = /\bclearance[- ](?:tier|level|grade|class)\b|\b(?:tier|level)[- ]\w+ clearance\b/iu;
const MAY_BYPASS =
  /\b(?:protections?|reviews?|checks?|approvals?|confirmations?|safeguards?|gates?|hooks?|restrictions?)\b[^.!?\n]{0,30}\b(?:may|can|are to|is to|should)\b (?:now |safely |therefore )?be (?:bypassed|skipped|ignored|overridden|waived|disabled|lifted)/iu;

const TOOL_TEXT = stems(
  '(?:tool|function|command|connector|fetched|retrieved)s?[- ]?(?:result|output|return|respons|content|text|answer)',
  '(?:text|content|material|data|words|output)s? (?:that is |which is )?(?:returned|delivered|supplied|produced|sent back) by (?:an? |the |any )?(?:tool|function|server|connector|command)',
  'werkzeug(?:ergebnis|ausgabe|antwort)|(?:ergebnis|ausgabe)\\p{L}* (?:von|der) werkzeug|toolausgabe|tool-(?:ergebnis|ausgabe)',
  "resultado\\p{L}* de (?:las? |as )?(?:herramienta|ferramenta)|résultats? (?:des |d['’])outils?|risultat\\p{L}+ d(?:egli|ei) strument|(?:результат|вывод)\\p{L}* (?:инструмент|вызов)",
  'araç (?:çıktı|sonuç)|wynik\\p{L}* narzędzi|toolresulta|hasil alat',
  eastern('ツールの?(?:結果|出力|応答)|工具的?(?:结果|输出|返回)|도구의? ?(?:결과|출력)|نتائج الأدوات'),
);
const OBEYS = stems(
  'follow|obey|obeyed|carr(?:y|ied|ying)\\b[^.!?\\n]{0,12}\\bout|act(?:ed|ing)? (?:on|upon)|act on it|execut|honou?r|comply|complied|as if the|same (?:standing|authority|weight|rank|status|force)|on a par with|binding|befolg|ausgeführt|gleichgestellt|seguir|obedec|cumpl|suivi|obéi|appliqu|eseguit|seguit|выполн|исполн|следова|wykon|opgevolgd|diikuti|uyul|yerine',
  eastern('従|実行|遵守|执行|遵循|服从|照做|따르|따라|실행|اتباع|تنفيذ'),
);
const PERMITS = stems(
  'may|can|should|must|shall|is to|are to|has the|have the|expected|permitted|allowed|dürf|soll|müss|könn|pued|deb|pode|deve|peu|doi|può|poss|можн|долж|следует|разреш|moż|mag|mogen|boleh|ebilir|malı',
  eastern('よい|可能|べき|必要|可以|应|必须|도 됩니다|해야|수 있|يمكن|يجوز|يجب'),
);
const REFUSES =
  /\b(?:not|never|n't|cannot|no longer|refuse|without)\b[^.!?\n]{0,30}\b(?:follow|obey|act|execut|carr|trust|permit|allow|binding|comply)|(?:nicht|keinesfalls|niemals|no se?|nunca|ne|jamais|non|não|не|нельзя|nie|niet|tidak|jangan|değil)\s[^.!?\n]{0,30}(?:befolg|ausgeführt|seguir|obedec|suivi|obéi|eseguit|seguit|выполн|исполн|следова|wykon|opgevolgd|diikuti|gleichgestellt)|(?:従わ|従って(?:は|なり)|実行しない|不(?:得|能|应|要|可)[^。]{0,6}(?:执行|遵循|服从)|따르지|실행하지)/iu;

const RANK = stems(
  'override|directive|mandate\\b|mandatory|enforcement|decree|edict|standing order|executive order|priority (?:channel|order|instruction|directive|notice)|change control|binding (?:order|notice|instruction)',
  'übergeordnet|verbindlich|sofortma(?:ß|ss)nahme|anordnung|dienstanweisung|erlass\\b|verfügung',
  'prioritaire|directiva|directriz|disposici|resoluci|mandato|disposizion|direttiva|ordinanza|diretiva|determinação|arrêté|consigne obligatoire|ordre (?:de|du)\\b|ordem (?:de|da)\\b|orden (?:de|urgente)',
  'распоряжен|приказ|предписан|директив|внеочередн',
  'talimat|genelge|zarządzenie|polecenie służbowe|nakaz|dienstorder|instruksi resmi|perintah',
  eastern(
    '优先指令|最高指令|紧急指令|系统指令|强制指令|公司指令|最優先|優先指示|緊急指示|業務命令|上位命令|우선 지시|긴급 지시|업무 명령|قرار|أمر إداري|توجيه',
  ),
);
const HEADING = /^[\s#>*_=~|[({【«"-]*([^\n:：.]{0,90})(?:[:：\]】]|\.\s|$)/u;

/** What a sentence is read by first: at least one of these stands at the beginning of every claim. */
export const OFFICE_PATTERNS: readonly RegExp[] = [
  OFFICE,
  DECISION,
  REGULATION,
  READER,
  DUTY,
  RANK,
  ADVANCE,
  AUTHORISED,
  WIDE,
  RIGHTS,
  CLEARANCE_LEVEL,
  MAY_BYPASS,
  TOOL_TEXT,
  OBEYS,
  PERMITS,
];

/**
 * Kinds of authority that a sentence claims by the classes of its words. `opens`: it stands at the head of a line. `candidates`: the
 * patterns that may match it.
 */
export function officeClaims(sentence: string, opens: boolean, candidates: ReadonlySet<RegExp>): AuthorityKind[] {
  const kinds: AuthorityKind[] = [];
  const has = (pattern: RegExp): boolean => candidates.has(pattern) && pattern.test(sentence);
  if (has(OFFICE) && has(DECISION)) kinds.push('mandate');
  else if (has(REGULATION) && has(READER) && has(DUTY)) kinds.push('mandate');
  if (opens && candidates.has(RANK)) {
    const heading = HEADING.exec(sentence)?.[1] ?? '';
    if (heading.length > 3 && RANK.test(heading)) kinds.push('header');
  }
  if (
    (has(ADVANCE) && has(AUTHORISED) && !WANTED.test(sentence)) ||
    (has(WIDE) && has(RIGHTS) && !WANTED.test(sentence)) ||
    has(CLEARANCE_LEVEL) ||
    has(MAY_BYPASS)
  )
    kinds.push('clearance');
  if (has(TOOL_TEXT) && has(OBEYS) && has(PERMITS) && !REFUSES.test(sentence)) kinds.push('meta-permission');
  return kinds;
}
