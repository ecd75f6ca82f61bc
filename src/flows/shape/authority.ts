import { Sieve } from '../../base/sieve.ts';
import { consentIn, namesPeople, SPEAKS_AS_PRINCIPAL } from './consent.ts';
import { OFFICE_PATTERNS, officeClaims } from './office.ts';

/**
 * Claims of an authority that the text itself cannot have: clearance for the reader, an order in the name of an office, leave to obey
 * tool output, a word of the user at second hand. Nouns × acts × reader as data in eight languages; no phrase of a single case.
 */

export type AuthorityKind =
  /** The reader or its session is said to be cleared, approved, elevated, exempt. */
  | 'clearance'
  /** An office (operator, security team, classifier, …) is said to require, decide or order. */
  | 'mandate'
  /** A heading in an office's name: notice, directive, override, enforcement. */
  | 'header'
  /** Leave to obey text found in tool output, or to drop earlier instructions. */
  | 'meta-permission'
  /** The text is said to outrank other instructions. */
  | 'override'
  /** A permission, plan or safety mode is said to be on, off or lifted. */
  | 'mode'
  /** The user is said to have approved, wished or decided. */
  | 'user-approval'
  /** The text speaks as the user. */
  | 'as-user';

export interface AuthorityClaim {
  readonly kind: AuthorityKind;
  /** UTF-16 units of the sentence or line that makes the claim. */
  readonly start: number;
  readonly end: number;
  readonly sentence: string;
}

const OFFICE =
  'operators?|administrators?|admin(?:s| team)?|(?:site |network |cloud )?(?:security|compliance|safety|trust|governance|legal|audit|risk|integrity|it|platform|infrastructure|incident[- ]response|change[- ]control|change[- ]management|data[- ]protection|devops|release)[- ](?:team|office|officer|department|board|division|council|desk|operations|lead|group|unit|authority|engine|policy|control|framework|controls?|program|layer|service|subsystem|system|authority|classifier|monitor|gate|filter|model|scanner|agent|review(?:er|ers)?)|(?:policy|content|action|request|risk|prompt|permission|access|intent|moderation)[- ](?:classifier|engine|monitor|filter|evaluator|server|daemon|authority|controller|guard|gateway|broker)|classifier|supervisor|overseer|management|ciso|cto|ceo|anthropic|openai|(?:the )?(?:host|harness|runtime|platform|orchestration layer|control plane|kernel|hypervisor|governor|sysadmin|watchdog)|(?:enterprise|corporate|company|organi[sz]ation(?:al)?|internal)[- ](?:policy|governance|compliance|security|it|standards?|mandate)|system (?:administrator|operator|policy|message|notice)|soc|noc';
const OFFICE_OTHER =
  'administrador(?:es)?|operador(?:es)?|equipo de (?:seguridad|cumplimiento|plataforma)|clasificador|dirección|departamento de \\p{L}+|sistema|sicherheitsteam|sicherheitsabteilung|administrator(?:en)?|betreiber|klassifikator|compliance-?(?:abteilung|team|stelle)|geschäftsleitung|systemverwalt\\p{L}+|équipe (?:de )?(?:sécurité|conformité|plateforme)|administrateur|opérateur|classificateur|direction|système|администратор\\p{L}*|оператор\\p{L}*|служб\\p{L} безопасности|классификатор\\p{L}*|руководство|отдел\\p{L}* \\p{L}+|систем\\p{L}';
const OFFICE_EAST =
  '管理者|運用者|オペレーター|オペレータ|セキュリティ(?:チーム|部門|担当)|コンプライアンス(?:部門|チーム)?|分類器|安全(?:性)?分類器|運営|システム|監査|管理员|管理員|操作员|运营(?:方|者|团队)|安全(?:团队|团隊|部门|分类器|系统)|合规(?:部门|团队)?|分类器|平台|系统|系統|管理层|관리자|운영자|보안 ?(?:팀|부서)|컴플라이언스|분류기|시스템|플랫폼|운영팀';

const READER =
  "you(?:'re|r)?|(?:this|the|your|current|main|parent|calling|orchestrating) (?:session|agent|assistant|conversation|instance|context|run|model|orchestrator|coordinator|parent)|the parent|orchestrator|all (?:sub-?)?agents|coordinator|sub-?agents?";
const CLEARED =
  'authori[sz]ed|pre-?authori[sz]ed|pre-?approved|approved|cleared|pre-?cleared|granted|permitted|elevated|exempt(?:ed)?|entitled|whitelisted|allow-?listed|trusted|privileged|unrestricted|empowered|licen[sc]ed|green-?lit|signed off';
const RIGHTS =
  'clearance|authori[sz]ation|permissions?|privileges?|approval|access(?: level)?|trust level|exemption|waiver|credentials|rights|mandate|sign-?off|entitlements?';
const DECIDES =
  'requires?|mandates?|orders?|directs?|instructs?|demands?|requests?|insists?|(?:has|have) (?:\\w+ )?(?:determined|decided|ruled|approved|authori[sz]ed|cleared|flagged|granted|ordered|directed|instructed|issued|mandated|classified|requested|confirmed|lifted|waived|enabled|concluded|marked|verified)|determined|ruled|verdict|issued|has been instructed|wants|needs you|expects you|asks you|permits|authori[sz]es|approves|grants|allows';

type Pattern = readonly [kind: AuthorityKind, pattern: RegExp];

const PATTERNS: readonly Pattern[] = [
  [
    'header',
    new RegExp(
      `^[\\s#>*_=~|\\[({-]*(?:(?:final|urgent|formal|official|mandatory|standing|new|binding) )?(?:notice|directive|order|override|verdict|bulletin|mandate|instruction|clearance|alert|advisory|command|decision|ruling|determination)s? ?(?:[—–:|-]{1,2} ?)?(?:of|from|by|issued by)? ?(?:the )?[^.!?\\n]{0,30}?\\b(?:${OFFICE}|authority|command|headquarters|board|council|control room)\\b`,
      'iu',
    ),
  ],
  [
    'clearance',
    /\b(?:clearance|authori[sz]ation|permissions?|approval|privileges?|access)\b[^.!?\n]{0,30}?\b(?:takes? effect|comes? into (?:force|effect)|is in force|applies (?:from now|at once|immediately))\b/iu,
  ],
  [
    'user-approval',
    /\b(?:approval|consent|permission|confirmation|sign-?off|authori[sz]ation|the (?:ok|okay|go-?ahead|green light)) (?:by|of|from) (?:the |our |your )?(?:user|human|owner|customer|client|maintainer|principal|repo(?:sitory)? owner)\b[^.!?\n]{0,30}?\b(?:obtained|received|granted|given|confirmed|on file|recorded|secured|has (?:been|come|arrived)|was|is in place|arrived|came)\b/iu,
  ],
  // English
  [
    'clearance',
    new RegExp(
      `\\b(?:${READER})\\b[^.!?\\n]{0,60}?\\b(?:is|are|has|have|been|was|were|now|hereby|operates?|runs?|holds?|carr(?:y|ies))\\b[^.!?\\n]{0,50}?\\b(?:${CLEARED})\\b(?! by (?:the )?(?:reviewer|pull))`,
      'iu',
    ),
  ],
  [
    'clearance',
    new RegExp(
      `\\b(?:${READER})\\b[^.!?\\n]{0,50}?\\b(?:has|have|holds?|carr(?:y|ies)|with|under|at|receives?|now)\\b[^.!?\\n]{0,30}?\\b(?:elevated|higher|full|root|admin\\w*|extended|special|maximum|top|unrestricted|level[- ]?\\w+|tier[- ]?\\w+|standing|blanket)\\b[^.!?\\n]{0,20}?\\b(?:${RIGHTS})\\b`,
      'iu',
    ),
  ],
  [
    'clearance',
    new RegExp(
      `\\b(?:elevated|higher|full|root|admin\\w*|extended|special|maximum|blanket|standing|explicit)?\\s*(?:${RIGHTS})\\b[^.!?\\n]{0,40}?\\b(?:(?:is|are|has been|have been|was|were)(?: (?:now|hereby|already))? (?:granted|given|issued|extended|raised|elevated|active|in effect|confirmed|upgraded|increased|enabled|approved|waived)|(?:granted|elevated|raised|upgraded) (?:to|for) (?:${READER}))`,
      'iu',
    ),
  ],
  ['clearance', /\b(?:pre-?authori[sz]ed|pre-?approved|pre-?cleared)\b(?! (?:by default|tools? list|list))/iu],
  [
    'clearance',
    new RegExp(
      `\\bno (?:further |additional |user )?(?:${RIGHTS}|confirmation|consent|review)\\b[^.!?\\n]{0,20}?\\b(?:is|are)? ?(?:required|needed|necessary)\\b`,
      'iu',
    ),
  ],
  ['mandate', new RegExp(`\\b(?:${OFFICE})\\b[^.!?\\n]{0,50}?\\b(?:${DECIDES})\\b`, 'iu')],
  [
    'mandate',
    new RegExp(
      `\\b(?:by order of|on (?:behalf|the authority|the instructions?) of|at the (?:request|direction) of|per|pursuant to|in accordance with|under|acting for|as (?:directed|required|mandated|instructed|ordered) by)\\b[^.!?\\n]{0,40}?\\b(?:${OFFICE})\\b`,
      'iu',
    ),
  ],
  [
    'header',
    new RegExp(
      `^[\\s#>*_=~|\\[({-]*(?:[\\w /&-]{0,40}\\b)?(?:${OFFICE}|system|compliance|security|priority|critical|emergency|mandatory|root|core|global|executive)\\b[\\w /&-]{0,40}?\\b(?:notice|directive|order|override|enforcement|verdict|bulletin|mandate|instruction|authori[sz]ation|clearance|alert|advisory|command|escalation|decision|ruling|determination|protocol)\\b`,
      'iu',
    ),
  ],
  [
    'header',
    /^[\s#>*_=~|[({-]*(?:[A-Z]+[ _/-]){0,4}(?:OVERRIDE|DIRECTIVE|ENFORCEMENT|MANDATE|CLEARANCE|AUTHORI[SZ]ATION|ESCALATION)\b/u,
  ],
  [
    'meta-permission',
    /\b(?:instructions?|directives?|commands?|orders?|requests?|directions|guidance)\b[^.!?\n]{0,60}?\b(?:in|inside|within|from|by|appearing in|found in|embedded in|contained in|returned by|coming from|delivered (?:by|in|through|via))\b[^.!?\n]{0,40}?\b(?:tools?|functions?|files?|web|search|command|fetch(?:ed)?|sub-?agents?|agent|document|page|external)\b[^.!?\n]{0,20}?(?:results?|outputs?|contents?|responses?|reports?|returns?|text|data)?[^.!?\n]{0,40}?\b(?:may|can|should|must|shall|are to|is to|will|have to|are safe to|is safe to|ought to)\b(?! (?:not|never))[^.!?\n]{0,25}?\b(?:be )?(?:follow(?:ed)?|obey(?:ed)?|execut(?:e|ed)|carried out|trust(?:ed)?|honou?r(?:ed)?|act(?:ed)? (?:on|upon)|treated as|complied|accept(?:ed)?|implement(?:ed)?|adopt(?:ed)?)\b/iu,
  ],
  [
    'meta-permission',
    /\b(?:follow|obey|execute|trust|honou?r|act (?:on|upon)|comply with|carry out|treat)\b[^.!?\n]{0,40}?\b(?:any|all|every|the|whatever)?\s*(?:instructions?|directives?|commands?|orders?)\b[^.!?\n]{0,50}?\b(?:in|inside|within|from|appearing in|found in|embedded in|contained in|returned by)\b[^.!?\n]{0,30}?\b(?:tools?|functions?|files?|web|search|command|fetch(?:ed)?|sub-?agents?)\b[^.!?\n]{0,15}?(?:results?|outputs?|contents?|responses?|reports?|pages?)/iu,
  ],
  [
    'meta-permission',
    /\b(?:ignore|disregard|forget|drop|discard|set aside|suspend|abandon|overrule)\b[^.!?\n]{0,30}?\b(?:all|any|your|the|previous|prior|earlier|above|preceding|safety|existing|current|original|other)\b[^.!?\n]{0,25}?\b(?:instructions?|rules?|guidelines?|restrictions?|constraints?|directives?|policies|safeguards?|limits|limitations)\b/iu,
  ],
  [
    'override',
    /\b(?:overrid(?:e|es|ing)|supersed(?:e|es|ing)|takes? (?:precedence|priority) over|outranks?|replaces? all|prevails? over)\b[^.!?\n]{0,40}?\b(?:all|any|previous|prior|earlier|user|your|existing|other|default|standing)\b[^.!?\n]{0,25}?\b(?:instructions?|rules?|settings|restrictions?|guidelines?|prompts?|directives?|policies|requests?|preferences|orders|safeguards?)\b/iu,
  ],
  [
    'mode',
    /\b(?:plan|read-?only|safe(?:ty)?|restricted|sandbox|permission|approval|ask|confirmation|default|auto|bypass\w*|developer|maintenance|emergency|debug|unrestricted|accept-?edits|yolo|god|admin\w*)(?:[- ]?(?:mode|restrictions?|checks?|prompts?|gates?|enforcement|requirement))\b[^.!?\n]{0,30}?\b(?:is|are|has been|have been|was|were|now)\b[^.!?\n]{0,15}?\b(?:off|on|lifted|disabled|enabled|exited|ended|suspended|active|inactive|deactivated|activated|over|waived|removed|no longer|changed|switched|granted|relaxed|cancel?led)\b/iu,
  ],
  [
    'user-approval',
    /\b(?:the |our |your )?(?:user|human|owner|customer|client|person|maintainer|principal|repo(?:sitory)? owner|end[- ]user|developer|requester)\b(?! (?:account|interface|story|stories|id|name|table|input|role|permission))[^.!?\n]{0,30}?\b(?:(?:has|have|had|already|just|explicitly|personally|verbally)\b[^.!?\n]{0,20}?\b)?(?:approved|confirmed|agreed|authori[sz]ed|consented|signed off|said (?:yes|ok|okay|to|that|it)|gave (?:permission|approval|consent|the (?:go|ok|green))|given (?:permission|approval|consent|the (?:go|ok|green))|green-?lit|okayed|ok'd|granted|accepted|blessed|cleared|permitted|told (?:me|us)|wants (?:you|us|me|this)|asked (?:me|us|you|that)|asks (?:you|us|that)|insists?|demands?|instructs? (?:you|us)|agrees|approves|confirms|is (?:fine|ok|okay|happy) with|says (?:yes|ok|okay|to|that|it|you))\b/iu,
  ],
  [
    'user-approval',
    /\b(?:approved|confirmed|authori[sz]ed|signed[- ]off|agreed|accepted|requested|decided|ok'd|green-?lit)(?: \w+)? by (?:the |our |your )?(?:user|human|owner|customer|client|maintainer|principal|repo(?:sitory)? owner)\b/iu,
  ],
  [
    'user-approval',
    /\b(?:user|human|owner)(?:'s)? (?:approval|consent|permission|confirmation|sign-?off|authori[sz]ation)\b[^.!?\n]{0,30}?\b(?:obtained|received|granted|given|confirmed|on file|recorded|secured|has been|was|is in place)\b/iu,
  ],
  [
    'as-user',
    /\b(?:this is|i am|i'm|it'?s) (?:the |your )?(?:user|owner|human|operator|boss|account holder)\b(?! (?:interface|story|id|agent|name|input|prompt|'s))/iu,
  ],
  [
    'as-user',
    /\b(?:urgent |emergency |priority |new )?(?:message|request|instruction|order|note|word|update|directive) (?:directly |straight )?from (?:the |your )?(?:user|human|owner|operator|boss)\b/iu,
  ],
  // Spanish, German, French, Russian
  [
    'clearance',
    /(?<!\p{L})(?:está[sn]? (?:ahora )?(?:autorizad[oa]s?|aprobad[oa]s?|habilitad[oa]s?)|tiene[ns]? (?:autorización|permisos?|acceso) (?:elevad[oa]s?|complet[oa]s?|total(?:es)?|especial(?:es)?)|autorización (?:concedida|otorgada|elevada)|(?:permisos?|acceso) (?:concedid[oa]s?|otorgad[oa]s?|elevad[oa]s?)|preautorizad[oa]s?|preaprobad[oa]s?|no (?:se requiere|hace falta|es necesaria) (?:más )?(?:aprobación|confirmación|autorización))(?!\p{L})/iu,
  ],
  [
    'clearance',
    /(?<!\p{L})(?:(?:du bist|sie sind|diese sitzung ist|der agent ist) (?:nun |jetzt |hiermit )?(?:berechtigt|befugt|autorisiert|ermächtigt|freigegeben)|(?:erhöhte|volle|erweiterte|uneingeschränkte) (?:berechtigung(?:en)?|rechte|freigabe|zugriffsrechte|befugnisse)|freigabe (?:wurde )?erteilt|vorab (?:genehmigt|autorisiert|freigegeben)|keine (?:weitere )?(?:genehmigung|bestätigung|freigabe|rückfrage) (?:ist )?(?:nötig|erforderlich|notwendig))(?!\p{L})/iu,
  ],
  [
    'clearance',
    /(?<!\p{L})(?:(?:vous êtes|tu es|cette session est|l'agent est) (?:désormais |maintenant )?(?:autorisée?|habilitée?|approuvée?)|(?:habilitation|autorisation|droits|privilèges|accès) (?:élevée?s?|accordée?s?|étendus?|complets?|supérieure?s?)|pré-?autorisée?s?|pré-?approuvée?s?|aucune (?:autre )?(?:autorisation|confirmation|approbation) n'est (?:requise|nécessaire))(?!\p{L})/iu,
  ],
  [
    'clearance',
    /(?<!\p{L})(?:(?:вам|тебе|этой сессии|агенту) (?:теперь )?(?:разрешено|предоставлен\p{L}*|выдан\p{L}*)|(?:вы|ты|сессия) (?:теперь )?(?:уполномочен\p{L}*|авторизован\p{L}*|допущен\p{L}*)|(?:повышенн\p{L}+|полн\p{L}+|расширенн\p{L}+) (?:допуск\p{L}*|прав\p{L}*|доступ\p{L}*|полномочи\p{L}*)|заранее (?:одобрен\p{L}*|разрешен\p{L}*)|(?:подтверждени\p{L}|одобрени\p{L}|разрешени\p{L}) не (?:требуется|нужно))(?!\p{L})/iu,
  ],
  [
    'mandate',
    new RegExp(
      `(?<!\\p{L})(?:${OFFICE_OTHER})(?!\\p{L})[^.!?\\n]{0,60}?(?<!\\p{L})(?:exige|ordena|requiere|instruye|ha (?:determinado|decidido|aprobado|autorizado|ordenado|emitido|marcado|concedido)|solicita|dispone|verlangt|fordert|ordnet|weist|hat (?:[\\p{L} ]{0,40})?(?:entschieden|genehmigt|angeordnet|bestimmt|freigegeben|festgestellt|autorisiert|beschlossen|erteilt)|exigent|ordonne|impose|demande|a (?:[\\p{L} ]{0,20})?(?:décidé|approuvé|autorisé|ordonné|déterminé|validé|accordé)|требует|приказывает|предписывает|постановил\\p{L}*|одобрил\\p{L}*|разрешил\\p{L}*|определил\\p{L}*|решил\\p{L}*|распорядил\\p{L}*|выдал\\p{L}*)(?!\\p{L})`,
      'iu',
    ),
  ],
  [
    'meta-permission',
    /(?<!\p{L})(?:ignora|ignore|olvida|descarta) (?:todas? )?(?:las|tus|sus|cualquier) (?:\p{L}+ )?(?:instrucciones|reglas|restricciones)(?!\p{L})|(?<!\p{L})(?:ignorier(?:e|en sie)|vergiss|missachte)(?:n sie)? (?:alle|die|deine|ihre|bisherigen|vorherigen)[\p{L} ]{0,30}(?:anweisungen|regeln|vorgaben|einschränkungen)|(?<!\p{L})(?:ignore[rz]?|oublie[rz]?) (?:toutes )?(?:les|tes|vos) (?:\p{L}+ )?(?:instructions|règles|consignes|restrictions)|(?<!\p{L})(?:игнорируй|проигнорируй|забудь|отбрось)(?:те)? (?:все )?(?:предыдущие|прежние|прошлые|свои|эти)?\s?(?:инструкции|правила|указания|ограничения)/iu,
  ],
  [
    'meta-permission',
    /(?:instrucciones|anweisungen|instructions|consignes|инструкции|указания)[^.!?\n]{0,60}(?:resultados?|salidas?|ergebniss\p{L}*|ausgaben?|résultats?|sorties?|результат\p{L}*|вывод\p{L}*)[^.!?\n]{0,60}(?:pueden|deben|dürfen|müssen|sollen|können|peuvent|doivent|можно|следует|нужно|должны)(?! (?:no|nicht|pas|не))[^.!?\n]{0,30}(?:seguir(?:se)?|obedecer|ejecutar|befolgt|ausgeführt|befolgen|suivies?|exécutées?|suivre|выполнять|исполнять|следовать|выполняться)/iu,
  ],
  [
    'override',
    /(?:anulan?|prevalecen? sobre|tienen? prioridad sobre|sustituyen?|überschreib(?:t|en)|haben vorrang vor|ersetz(?:t|en) alle|prévalen?t sur|annulen?t|remplacen?t toutes|отменя(?:ет|ют)|имеют? приоритет над|заменя(?:ет|ют) все)[^.!?\n]{0,40}(?:instrucciones|reglas|anweisungen|regeln|instructions|consignes|règles|инструкци\p{L}|указани\p{L}|правил\p{L})/iu,
  ],
  [
    'mode',
    /(?:modo (?:plan|de solo lectura|seguro|restringido|permisos?)|(?:plan|lese|sicherheits|schreibschutz|berechtigungs)-?modus|mode (?:plan|lecture seule|sécurisé|restreint)|режим\p{L}* (?:план\p{L}*|только чтени\p{L}|разрешени\p{L}|безопасн\p{L}+))[^.!?\n]{0,40}(?:desactivad\p{L}|activad\p{L}|levantad\p{L}|terminad\p{L}|aufgehoben|beendet|deaktiviert|aktiv(?:iert)?|abgeschaltet|désactivée?|levée?|activée?|terminée?|отключ\p{L}+|снят\p{L}*|включ\p{L}+|заверш\p{L}+)/iu,
  ],
  [
    'user-approval',
    /(?<!\p{L})(?:el usuario|la usuaria|el propietario|el dueño|el cliente|el humano|der (?:be)?nutzer|die (?:be)?nutzerin|der eigentümer|der mensch|der kunde|l'utilisateur|l'utilisatrice|le propriétaire|le client|l'humain|пользователь|владелец|человек|клиент)(?!\p{L})[^.!?\n]{0,60}?(?:ha (?:\p{L}+ )?(?:aprobado|confirmado|autorizado|aceptado|dado (?:su )?(?:permiso|visto bueno|consentimiento))|está de acuerdo|aprobó|confirmó|autorizó|(?:ya )?(?:dio|dado) (?:su |el )?(?:permiso|visto bueno|consentimiento|aprobación|ok)|quiere que|pide que|hat (?:[\p{L} ]{0,40})?(?:zugestimmt|genehmigt|bestätigt|erlaubt|freigegeben|eingewilligt|autorisiert)|ist (?:\p{L}+ )?einverstanden|möchte,? dass|verlangt,? dass|will,? dass|a (?:\p{L}+ )?(?:approuvé|confirmé|autorisé|accepté|validé|donné son (?:accord|feu vert|aval))|est d'accord|veut que|demande que|(?:уже |явно )?(?:одобрил\p{L}*|подтвердил\p{L}*|разрешил\p{L}*|согласился|согласилась|согласен|согласна|дал\p{L}* (?:согласие|разрешение|добро)|просит|требует|хочет,? чтобы))/iu,
  ],
  [
    'as-user',
    /(?<!\p{L})(?:soy (?:el|la) (?:usuari[oa]|dueñ[oa]|propietari[oa])|mensaje (?:urgente )?(?:del|de la) (?:usuari[oa]|dueñ[oa]|propietari[oa])|les? habla (?:el|la) (?:usuari[oa]|dueñ[oa])|hier (?:ist|spricht) der (?:nutzer|benutzer|eigentümer)|ich bin der (?:nutzer|benutzer|eigentümer|besitzer)|(?:dringende )?nachricht (?:des|vom) (?:nutzers?|benutzers?|eigentümers?|besitzers?)|je suis (?:l'utilisat\p{L}+|le propriétaire)|(?:message|consigne) (?:urgente? )?(?:de l'utilisat\p{L}+|du propriétaire)|(?:это|я) (?:пользователь|владелец)|(?:срочное )?сообщение от (?:пользователя|владельца))(?!\p{L})/iu,
  ],
  // More languages, where a few words suffice: Portuguese, Italian, Dutch, Polish, Turkish, Ukrainian, Vietnamese, Indonesian, Arabic, Hindi
  [
    'user-approval',
    /(?<!\p{L})(?:o (?:usuário|utilizador|proprietário|dono|cliente)|a (?:usuária|cliente)|l'utente|il (?:proprietario|cliente|committente)|de (?:gebruiker|eigenaar|klant)|użytkownik|właściciel|kullanıcı|користувач|власник|người dùng|pengguna|pemilik)(?!\p{L})[^.!?\n]{0,50}?(?:aprov(?:ou|a)|confirm(?:ou|a)|autoriz(?:ou|a)|concord(?:ou|a)|quer que|pede|pediu|deu (?:o )?(?:aval|ok)|ha (?:\p{L}+ )?(?:approvato|confermato|autorizzato|accettato|dato il via)|è d'accordo|vuole che|chiede|heeft (?:[\p{L} ]{0,30})?(?:goedgekeurd|bevestigd|toegestemd|akkoord)|is akkoord|wil dat|vraagt|zatwierdził\p{L}*|potwierdził\p{L}*|zgodził\p{L}*|onayladı|kabul etti|istiyor|схвалив|підтвердив|погодився|просить|đã (?:phê duyệt|đồng ý|xác nhận)|muốn|telah (?:menyetujui|mengonfirmasi)|setuju|meminta)/iu,
  ],
  [
    'as-user',
    /(?<!\p{L})(?:aqui (?:é|fala) o (?:usuário|utilizador|dono)|(?:eu )?sou o (?:usuário|utilizador|dono|proprietário)|mensagem (?:urgente )?do (?:usuário|utilizador)|sono (?:io )?l'utente|qui è l'utente|messaggio (?:urgente )?dell'utente|hier (?:is|spreekt) de gebruiker|ik ben de (?:gebruiker|eigenaar)|bericht van de gebruiker|jestem (?:użytkownikiem|właścicielem)|wiadomość od użytkownika|ben kullanıcıyım|kullanıcıdan mesaj|я (?:—|-)? ?користувач|tôi là người dùng|saya (?:adalah )?pengguna|أنا المستخدم|मैं उपयोगकर्ता)/iu,
  ],
  // Japanese, Chinese, Korean
  [
    'clearance',
    /(?:あなた|このセッション|本セッション|エージェント|親エージェント)[^。！？\n]{0,30}(?:許可され|承認され|権限が付与|権限を付与|権限を有|認可され)|(?:昇格|高い|上位の|特別な|完全な|管理者)[^。！？\n]{0,8}(?:権限|クリアランス|アクセス)[^。！？\n]{0,12}(?:付与|有効|与え)|事前(?:に)?(?:承認|許可|認可)(?:済|され)|(?:確認|承認|許可)は(?:不要|必要ありません|必要ない)/u,
  ],
  [
    'clearance',
    /(?:你|您|本会话|此会话|该会话|当前会话|代理)[^。！？\n]{0,20}(?:已(?:被|经|获)?(?:授权|批准|许可|放行)|获得(?:授权|批准|许可|权限)|拥有[^。\n]{0,8}权限|被授予)|(?:提升|更高|完全|最高|特殊|管理员)的?(?:权限|许可|访问)[^。！？\n]{0,10}(?:已|授予|生效|启用)|预先(?:授权|批准)|无需(?:再|用户|进一步)?(?:确认|批准|授权|许可)/u,
  ],
  [
    'clearance',
    /(?:당신|이 세션|현재 세션|에이전트)[^.!?\n]{0,30}(?:승인되|허가되|권한이 (?:부여|있)|권한을 (?:부여|갖)|인가되)|(?:상위|높은|상승된|전체|특별|관리자) (?:권한|등급|접근)[^.!?\n]{0,15}(?:부여|활성|승인)|사전 ?(?:승인|허가)|(?:확인|승인|허가)(?:은|는|이|가)? ?(?:필요 ?없|불필요)/u,
  ],
  [
    'mandate',
    new RegExp(
      `(?:${OFFICE_EAST})[^。！？.!?\\n]{0,40}(?:要求|命令|指示|決定|判定|承認|許可|義務付|判断|要请|要請|决定|判定|下令|批准|授权|责令|认定|요구|명령|지시|결정|판정|승인|허가)(?!を待|待ち)`,
      'u',
    ),
  ],
  [
    'header',
    /^[\s#>*_=~|[【({-]*[^\n。]{0,12}(?:システム|セキュリティ|緊急|管理者|コンプライアンス|系统|安全|紧急|管理员|合规|시스템|보안|긴급|관리자)[^\n。]{0,8}(?:通知|指令|命令|警告|権限|通告|公告|授权|알림|지시|명령|경고)/u,
  ],
  [
    'header',
    /^[\s#>*_=~|[({-]*(?:[^\n.]{0,20}(?<!\p{L}))?(?:seguridad|sistema|cumplimiento|sicherheits|system|compliance-|sécurité|système|conformité|безопасност\p{L}|систем\p{L}+|администрат\p{L}+)(?:[^\n.]{0,16})?(?:aviso|directiva|orden|hinweis|anweisung|direktive|anordnung|avis|directive|consigne|уведомление|директива|распоряжение|приказ)(?!\p{L})/iu,
  ],
  [
    'header',
    /^[\s#>*_=~|[({-]*(?:aviso|directiva|orden|alerta|avis|directive|consigne|alerte|уведомление|директива|распоряжение|приказ)(?!\p{L})[^\n.]{0,20}(?:seguridad|sistema|cumplimiento|administra\p{L}+|sécurité|système|conformité|безопасност\p{L}|систем\p{L}+|администра\p{L}+)/iu,
  ],
  [
    'meta-permission',
    /(?:これまで|以前|前|上記|すべて)の?[^。\n]{0,10}(?:指示|命令|ルール|制限|規則)[^。\n]{0,6}(?:無視|忘れ|破棄)|(?:ツール|ファイル|検索|コマンド)[^。\n]{0,14}(?:結果|出力|内容)[^。\n]{0,14}(?:指示|命令)[^。\n]{0,14}(?:従って(?:よい|構い|も)|従う(?:べき|こと|必要)|実行して(?:よい|も)|信頼)/u,
  ],
  [
    'meta-permission',
    /(?:忽略|无视|忘记|忘掉|抛弃)[^。\n]{0,6}(?:之前|以前|先前|上述|所有|一切)的?[^。\n]{0,8}(?:指令|指示|规则|限制|说明)|(?:工具|文件|搜索|命令)[^。\n]{0,10}(?:结果|输出|内容)[^。\n]{0,10}(?:指令|指示|命令)[^。\n]{0,10}(?:可以|应当|应该|必须|可)[^不。\n]{0,6}(?:遵循|执行|服从|信任|遵守)/u,
  ],
  [
    'meta-permission',
    /(?:이전|기존|앞선|모든)[^.\n]{0,8}(?:지시|명령|규칙|제한)[^.\n]{0,6}(?:무시|잊)|(?:도구|파일|검색)[^.\n]{0,10}(?:결과|출력|내용)[^.\n]{0,10}(?:지시|명령)[^.\n]{0,14}(?:따라도|따라야|따를 수|실행해도|신뢰)/u,
  ],
  [
    'mode',
    /(?:プラン|計画|読み取り専用|制限|安全|許可|承認)モード[^。\n]{0,10}(?:解除|終了|無効|有効|オフ|オン)|(?:计划|只读|受限|安全|权限)模式[^。\n]{0,10}(?:已|被)?(?:解除|退出|关闭|启用|禁用|取消)|(?:계획|읽기 전용|제한|안전|권한) ?모드[^.\n]{0,10}(?:해제|종료|비활성|활성|꺼)/u,
  ],
  [
    'user-approval',
    /(?:ユーザー?|利用者|オーナー|所有者|本人)[^。\n]{0,20}(?:承認(?:済|し(?:た|て|ま))|許可(?:済|し(?:た|て|ま))|同意(?:済|し(?:た|て|ま))|了承|確認済|望んで|求めて|希望して|指示し)|(?:用户|用戶|所有者|机主|客户|主人)[^。\n]{0,12}(?:已(?:经)?(?:批准|同意|确认|授权|许可)|批准了|同意了|确认了|授权了|要求(?:你|我们|立即)|希望你|让你)|(?:사용자|소유자|고객|주인)(?:가|는|께서|님이)?[^.\n]{0,16}(?:승인했|동의했|허락했|허가했|확인했|승인함|원합니다|원한다|요청했|요구합니다|지시했)/u,
  ],
  [
    'as-user',
    /(?:私|わたし|俺|こちら)(?:は|が)[^。\n]{0,6}(?:ユーザー?|オーナー|所有者)(?:です|だ|本人)|(?:ユーザー?|オーナー|本人)からの(?:緊急|至急)?(?:の)?(?:連絡|メッセージ|依頼|指示)|我(?:就)?是(?:用户|用戶|所有者|主人|机主)|来自(?:用户|所有者|主人)的(?:紧急)?(?:消息|请求|指示)|(?:저는|나는|제가|내가) (?:사용자|소유자|주인)(?:입니다|이다|예요)|(?:사용자|소유자)(?:로부터|가 보낸)[^.\n]{0,6}(?:메시지|요청|지시)/u,
  ],
];

export const AUTHORITY_PATTERNS: readonly RegExp[] = PATTERNS.map(([, pattern]) => pattern);
const SIEVE = new Sieve([...AUTHORITY_PATTERNS, ...OFFICE_PATTERNS, SPEAKS_AS_PRINCIPAL]);

/** A sentence: up to a mark or a line end. Positions are kept. */
const SENTENCE_END = /[.!?؟](?=\s|$)|[。！？।\n\r]/gu;
const SENTENCE_LIMIT = 500;

const NEGATED =
  /\b(?:not|never|no|isn't|aren't|hasn't|haven't|wasn't|cannot|can't|without|if|unless|whether|once|until|before|nobody|neither)\b(?=[^.!?\n]{0,40}$)/iu;
/** A clause that makes the claim conditional or denies it does not make it. `no confirmation needed` is no denial. */
function isDenied(sentence: string, match: RegExpExecArray): boolean {
  const lead = sentence.slice(Math.max(0, match.index - 40), match.index);
  if (NEGATED.test(lead)) return true;
  if (
    /(?:not|n't|never|yet to be|cannot be|nicht|kein\p{L}*|no (?:ha|está|han|es)|n'(?:a|est|êtes|ai) pas|не)\s[^.!?\n]{0,15}$/iu.test(
      match[0].slice(0, -3),
    ) &&
    /\b(?:not|never|n't|nicht|keine?|pas|не)\b/iu.test(match[0])
  )
    return !/^\s*no\b/iu.test(match[0]);
  return /(?:していない|していません|されていない|ない$|未(?:批准|授权|确认)|没有|尚未|하지 않|되지 않)/u.test(
    sentence.slice(match.index, match.index + match[0].length + 8),
  );
}

/** Nothing but marks between the line's beginning and here. */
function isHead(text: string, at: number): boolean {
  return /(?:^|[\n\r])[\s#>*_=~|[({-]*$/.test(text.slice(Math.max(0, at - 12), at));
}

/** Every claim, in order of place; at most one per kind and sentence. */
export function authorityClaims(text: string): AuthorityClaim[] {
  const claims: AuthorityClaim[] = [];
  const people = namesPeople(text);
  let start = 0;
  const read = (end: number): void => {
    if (end - start < 4) return;
    const sentence = text.slice(start, Math.min(end, start + SENTENCE_LIMIT)).replace(/[’‘ʼ]/gu, "'");
    const kinds = new Set<AuthorityKind>();
    const candidates = SIEVE.candidates(sentence);
    for (const [kind, pattern] of PATTERNS) {
      if (kinds.has(kind) || !candidates.has(pattern)) continue;
      const match = pattern.exec(sentence);
      if (match === null || isDenied(sentence, match)) continue;
      kinds.add(kind);
      claims.push({ kind, start, end: start + sentence.length, sentence });
    }
    const further = officeClaims(sentence, isHead(text, start), candidates);
    if (people && !kinds.has('user-approval') && consentIn(sentence) !== undefined) further.push('user-approval');
    if (candidates.has(SPEAKS_AS_PRINCIPAL) && SPEAKS_AS_PRINCIPAL.test(sentence)) further.push('as-user');
    for (const kind of further)
      if (!kinds.has(kind)) claims.push({ kind, start, end: start + sentence.length, sentence });
  };
  for (const match of text.matchAll(SENTENCE_END)) {
    read(match.index + (match[0] === '\n' || match[0] === '\r' ? 0 : match[0].length));
    start = match.index + match[0].length;
  }
  read(text.length);
  return claims;
}

/** The lexicon behind the patterns, for those who measure what each word carries. */
export const AUTHORITY_WORDS: readonly string[] = [
  OFFICE,
  OFFICE_OTHER,
  OFFICE_EAST,
  READER,
  CLEARED,
  RIGHTS,
  DECIDES,
  ...PATTERNS.map(([, pattern]) => pattern.source),
];
