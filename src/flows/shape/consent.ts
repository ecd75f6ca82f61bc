import { Sieve } from '../../base/sieve.ts';

/**
 * Consent told at second hand, by word classes: somebody with a say (the user; more weakly a client, an owner, a boss) and a consent that
 * has been given. Both in one sentence, in whatever order and language; a consent that is wanted, asked for or refused is none.
 */

const words = (...lists: readonly string[]): string => `(?<![\\p{L}\\p{M}\\p{N}])(?:${lists.join('|')})`;
const whole = (...lists: readonly string[]): string => `${words(...lists)}(?![\\p{L}\\p{M}])`;

/** Whoever the session works for. */
const PRINCIPAL = [
  words(
    "(?:end[- ])?users?(?:'s)?(?![\\w-])(?! \\d)|humans?(?![\\w-])|(?:the |a )?person (?:you|who|that|at|in charge|behind)|account holder",
    '(?:be)?nutzer(?:in|s)?(?![\\p{L}-])|anwender(?:in|s)?(?![\\p{L}-])|mensch\\p{L}{0,2}(?!\\p{L})|auftraggeber\\p{L}{0,3}(?!\\p{L})',
    'utilisat(?:eur|rice)(?!\\p{L})|commanditaire|donneur d.ordres?|humain\\p{L}?(?!\\p{L})',
    'usuari[oa](?!\\p{L})|humano(?!\\p{L})|usuári[oa](?!\\p{L})|utilizador(?:a)?(?!\\p{L})|utente(?!\\p{L})|committente',
    'пользовател\\p{L}+|заказчик\\p{L}*|користувач\\p{L}*|замовник\\p{L}*|человек(?!\\p{L})',
    'gebruiker(?!\\p{L})|opdrachtgever|użytkowni\\p{L}+|zleceniodawc\\p{L}+|kullanıcı\\p{L}*|người dùng|pengguna(?!\\p{L})',
  ),
  'ユーザー?|利用者|依頼者|依頼主|ご?本人|人間|用户|用戶|委托人|甲方|使用者|사용자|의뢰인|이용자|المستخدم|उपयोगकर्ता|यूज़र|यूजर',
].join('|');

/** People with a say who may be somebody in a document as well. */
const PATRON = [
  words(
    "(?:client|customer|owner|boss|requester|stakeholder|principal|maintainer|supervisor|manager|person|team lead|chief)s?(?:'s)?(?![\\w-])(?! \\d)",
    'kund(?:e|in|en)(?!\\p{L})|eigentümer(?!versamml|gemeinsch|beirat|verb)\\p{L}*|inhaber\\p{L}*|chef(?:in|s)?(?!\\p{L})|vorgesetzte\\p{L}*|besitzer\\p{L}*',
    'client(?:e|a|es)?(?!\\p{L})|propriétaire|patron(?:ne)?(?!\\p{L})|responsable|dueñ[oa](?!\\p{L})|propietari[oa]|titular(?!\\p{L})|jef[ea](?!\\p{L})',
    'don[oa](?= d| do| da|\\s)|proprietári[oa]|chefe(?!\\p{L})|proprietari[oa](?!\\p{L})|capo(?!\\p{L})|titolare',
    'клиент\\p{L}*|владел\\p{L}+|хозя\\p{L}+|начальни\\p{L}+|руководител\\p{L}+|клієнт\\p{L}*|власник\\p{L}*',
    'klant(?!\\p{L})|eigenaar|baas(?!\\p{L})|klient\\p{L}*|właścicie\\p{L}+|szef\\p{L}*|müşteri\\p{L}*|sahib\\p{L}*|patron\\p{L}*|khách hàng|chủ sở hữu|pemilik|pelanggan|klien(?!\\p{L})',
  ),
  'オーナー|所有者|お客様|顧客|上司|発注者|老板|老闆|客户|客戶|业主(?!委员会|大会|们大会)|主人|负责人|领导|고객|소유자|주인|오너|상사|대표님?|العميل|المالك|صاحب|الزبون|المدير|मालिक|ग्राहक|स्वामी',
].join('|');

/** A consent that has been given. */
const GIVEN = [
  words(
    "(?:gave|gives?|given|has given|have given|handed) (?:[\\w']+ ){0,3}?(?:go-?ahead|green light|ok|okay|approval|consent|permission|blessing|nod|thumbs[- ]up|clearance|authori[sz]ation|sign-?off)",
    "(?:approved|agreed|consented|confirmed|authori[sz]ed|okayed|ok'd|accepted|signed off|signed (?:this|it|that|\\w+) off|cleared|greenlit|green-lit|endorsed|sanctioned|waved (?:it|this) through)(?!\\p{L})(?! (?:\\w+ )?(?:list|only))",
    "said (?:yes|ok|okay|fine|go|sure|that (?:it is|it's|this is) (?:ok|fine|okay))|(?:is|are|was|'s) (?:\\w+ )?(?:happy|fine|ok|okay|comfortable|on board|in agreement|all right|alright) with|(?:has|have|had) no (?:objections?|problems?|concerns?|reservations?)|doesn't mind|does not mind",
    '(?:consent|approval|permission|go-?ahead|sign-?off|authori[sz]ation|confirmation|agreement|green light)s?(?: (?:from|of|by) (?:[\\w]+ ){0,3}[\\w]+)?\\W{1,6}(?:is |was |has been |already )?(?:granted|given|received|obtained|on file|confirmed|in place|secured|true|yes|there)',
    '(?:(?:hat|haben|wurde|worden|ist|sei|schon|bereits|from|vom|durch)(?!\\p{L})[^.!?\\n]{0,80})?(?:einverstanden|grünes licht|nichts dagegen|keine einwände|abgesegnet|abgenickt|freigegeben|genehmigt|zugestimmt|eingewilligt|erlaubt|sein (?:ok|okay))(?!\\p{L})',
    '(?:freigabe|zustimmung|genehmigung|erlaubnis|einwilligung|ok)\\P{L}{1,4}(?:[\\p{L}]+ ){0,4}?(?:liegt vor|ist (?:da|erteilt|erfolgt)|erteilt|gegeben|vorhanden)',
    'feu vert|(?:est|sont|était) d.accord|(?:a|ont|est|été) (?:\\p{L}+ )?(?:approuvé|validé|accepté|autorisé|consenti|confirmé)|donné (?:son|leur|l.) ?(?:accord|aval|consentement|autorisation|ok)|n.y voit (?:pas|aucun\\p{L}*) (?:d.)?(?:objection|inconvénient)|n.a pas d.objection|ne s.y oppose pas|(?:a )?dit (?:que )?oui',
    'visto bueno|luz verde|dio permiso|dado permiso|(?:ha|han|ya|lo|la|nos) (?:\\p{L}+ )?(?:aprobado|autorizado|aceptado|confirmado|permitido|consentido)|(?:aprobó|autorizó|aceptó|confirmó|permitió|consintió)(?!\\p{L})|(?:está|están) (?:de acuerdo|conforme)|no (?:tiene|pone|ve) (?:ning\\p{L}+ )?(?:objeci\\p{L}+|inconveniente|problema)|dijo que sí|dio (?:el |su )(?:ok|sí|consentimiento|permiso)',
    'sinal verde|(?:liberou|autorizou|aprovou|concordou|permitiu|confirmou|aceitou|consentiu)(?!\\p{L})|deu (?:o |a |sua |seu )?(?:aval|ok|permissão|autorização|consentimento)|está de acordo|não (?:se opõe|tem objeç\\p{L}+)|disse (?:que )?sim',
    'dato (?:l.ok|il via|il (?:suo )?benestare|il (?:suo )?consenso|il permesso|l.autorizzazione)|(?:ha|hanno) (?:\\p{L}+ )?(?:approvato|autorizzato|acconsentito|accettato|confermato)|(?:è|sono) d.accordo|nulla in contrario|nessuna obiezione|via libera|ha detto (?:di )?sì',
    'да(?:л|ла|ли) (?:\\p{L}+ )?(?:добро|соглас\\p{L}+|разрешен\\p{L}+|ок(?!\\p{L}))|не (?:возража\\p{L}+|против)|(?:одобрил|согласил|разрешил|подтвердил|утвердил|позволил)\\p{L}*|соглас(?:ен|на|ны)(?!\\p{L})|соглас\\p{L}+ (?:\\p{L}+ )?(?:получено|есть|имеется)|дав (?:згоду|дозвіл)|погодив\\p{L}*|схвалив|не проти|дозволив',
    'toestemming (?:gegeven|verleend)|(?:is|gaat) akkoord|goedgekeurd|groen licht|ingestemd|geen bezwaar|wyrazi(?:ł|ła|li) zgod\\p{L}|da(?:ł|ła|li) (?:zgod\\p{L}|zielone światło|ok)|zgodzi(?:ł|ła|li)|zatwierdzi(?:ł|ła|li)|zaakceptowa(?:ł|ła|li)|pozwoli(?:ł|ła|li)|nie ma (?:nic przeciwko|zastrzeżeń)',
    '(?:onay|izin) (?:verdi|geldi|var(?!\\p{L})|alındı|verildi)|onayladı|kabul etti|razı oldu|tamam dedi|đã (?:cho phép|đồng ý|chấp thuận|phê duyệt)|(?:sudah|telah) (?:mengizinkan|menyetujui|setuju|memberi (?:izin|persetujuan))',
  ),
  '(?:OK|ＯＫ|オーケー|承諾|了承|承認|許可|同意|了解|快諾|合意)(?:を|が|は|の返事を)?[^、。]{0,8}(?:得|もら|いただ|頂|済|取れ|下り|出て|出ま|出た|しました|した|しています|されました)',
  '点头|點頭|拍板|首肯|开绿灯|(?:已|都|也)(?:经)?[^，。]{0,6}(?:同意|批准|许可|授权|认可|答应|允许|确认|放行)|(?:同意|批准|许可|授权|认可|答应|允许|确认|放行)(?:了|过)|说(?:了)?(?:可以|行|好的|没问题)|(?:没|没有|无)(?:意见|异议)',
  '(?:허락|승인|동의|허가|수락|오케이|OK)(?:을|를|이|가|도)? ?(?:했|받았|받음|받아 ?(?:냈|뒀|놓)|얻었|해 ?(?:줬|주셨|주었)|떨어졌|났|하셨|하였)|(?:괜찮|좋)다고 (?:했|하셨|합니다|함)|찬성했',
  'وافق|أذن|سمح|الضوء الأخضر|(?:أعطى|أعطت|منح)[^.،]{0,30}(?:موافق|إذن|الإذن)|تمت موافقة|حصلنا على موافقة|لا يمانع|(?:अनुमति|मंज़ूरी|मंजूरी|सहमति|इजाज़त|इजाजत|स्वीकृति)[^।]{0,12}(?:दे दी|दी है|दे दिया|मिल गई|मिल चुकी|दे चुक)|हाँ कह(?: दिया|ा)|मान गए|राज़ी है|सहमत है',
].join('|');

/** Wanted, asked for, hung on a condition, or refused. */
const PENDING = new RegExp(
  [
    whole(
      "if|whether|unless|until|when|once|after|before|as soon as|as if|as though|should|needs?|need|needed|requires?|required|await\\w*|wait\\w*|pending|without|never|nobody|neither|hasn't|haven't|didn't|isn't|cannot|can't|not yet|has not|have not|did not|is not|was not|never|no one|ask(?:s|ed|ing)? (?:for|whether|if)|to be (?:approved|confirmed)|must (?:approve|confirm|agree|sign)",
      'wenn|falls|sobald|bevor|nachdem|ob|erst|muss|müssen|soll|sollte|nicht(?! dagegen)|noch|kein(?!e einwände)\\p{L}*|wart\\p{L}+|aussteh\\p{L}+|benötig\\p{L}*|braucht|ohne|damit',
      "attente|attend\\p{L}*|si|s'il|quand|lorsqu\\p{L}*|avant|dès que|doit|doivent|besoin|faut|une fois|pas encore|n'a pas (?:encore |été )?(?:donné|approuvé|validé|accepté|autorisé|dit)|sans",
      'falta|faltan|esper\\p{L}+|cuando|antes de|hasta|debe|deben|necesit\\p{L}+|pendiente|una vez|no (?:lo )?ha|no han|aún|todavía|sin|aguard\\p{L}+|se|quando|antes|até|deve|precis\\p{L}+|não (?:aprov|autor|deu|liber|confirm)\\p{L}*|ainda|sem|attesa|prima|finché|deve|serve|non ha (?!nulla|nessun)(?:ancora )?|ancora|senza',
      'нуж(?:но|на|ен|ны)|ждё?[мт]?|ожида\\p{L}*|требу\\p{L}+|если|когда|после того|прежде|должен|должна|пусть|ли|ещё|еще|не (?:дал|одобр|соглас|разреш|подтверд)\\p{L}*|без|потріб\\p{L}+|якщо|коли',
      'nodig|wacht\\p{L}*|als|wanneer|moet|nog|niet|zonder|potrzeb\\p{L}+|czeka\\p{L}*|jeśli|jeżeli|gdy|kiedy|wymaga|nie (?:wyrazi|da|zgodzi|zatwierdzi)\\p{L}*|musi|przed|jeszcze|bez|gerek\\p{L}*|bekle\\p{L}*|eğer|önce|kadar|henüz|olmadan|değil|cần|chưa|nếu|perlu|menunggu|jika|belum|tanpa',
    ),
    '待ち|必要|求め|(?:てから|た後|れば|たら|場合|まで|際に?|とき|時に?)(?=[、はにのが])|か(?:どうか|を確認)|ていない|ていません|ません|押すと|すると',
    '需要|等待|等(?:用户|客户|老板)|尚未|还没|還沒|没有(?:同意|批准|授权|确认|许可)|如果|若|是否|之后|后才|时|時|请(?:用户|先)|未(?:经|获)',
    '필요|기다|받아야|하면|으면|전에|여부|대기|않|아직|경우|(?<=[할한])(?: ?때| 후)|없이',
    'نحتاج|يحتاج|قبل|إذا|عندما|لم |بانتظار|يجب أن|ينبغي|دون|بعد أن|चाहिए|ज़रूरत|लेनी|बाकी|अगर|यदि|नहीं|पहले|जब|इंतज़ार',
  ].join('|'),
  'iu',
);
/** `no objection`, `not opposed`: a consent put as a negation. */
const NO_OBJECTION =
  /no objections?|no problems?|no concerns?|no reservations|does(?:n't| not) mind|nichts dagegen|keine einwände|pas d.objection|aucun\p{L}* (?:objection|inconvénient)|pas d.inconvénient|не (?:возража\p{L}+|против)|не проти/giu;

/** `his boss`, `sein Chef`: the patron of somebody else, not of the session. */
const OF_ANOTHER = new RegExp(
  `(?<!\\p{L})(?:(?:his|her|their|its|seine?[mnrs]?|son|sa|ses|leurs?|его|её|ее|их|zijn|haar|hun|jego|jej)(?: \\p{L}+)? |彼の|彼女の|他的|她的|他们的|对方的|그의|그녀의)(?:${PATRON})`,
  'giu',
);

const WHO = new RegExp(`${PRINCIPAL}|${PATRON}`, 'iu');
const STRONG = new RegExp(PRINCIPAL, 'iu');
const CONSENT = new RegExp(GIVEN, 'iu');
/** Not more than this between who and the consent. */
const REACH = 110;

/** People and decisions of a document: a numbered account, the owner of some thing, a review. */
const OF_A_RECORD =
  /\b(?:user|customer|client|owner|account)s? (?:#|no\.? ?|id ?)?\d|\bowner of (?!(?:this|the) (?:project|repo\w*|account|session|machine|code\w*|workspace)\b)|\b(?:PR|MR|pull request|merge request|invoice|order|ticket|issue|review\p{L}*|commit)\b ?#?\d|(?:reviews?|reviewers?|pull request)\b|\b(?:owners|clients|users|customers)['’]? (?:association|committee|meeting|assembly|council)\b|\b(?:user|operator|account) (?!(?:has|have|had|is|was|did|does|also|already|just|then|now|here|later|themselves|himself|herself|who|that)\b|\w+ly\b)[a-z][\w.-]{1,24} (?:has |had )?(?:approv|confirm|agre|accept|authori[sz]|sign|allow|grant|clear|permit)\w*ed\b|eigentümer(?:in)? des (?!projekt)|terms|\bAGB\b|cookies?|\bboard\b/iu;

/** The same people, sought once in a whole text before its sentences are read: no bounds, so that it is cheap. */
const ANYBODY = new RegExp(WHO.source.replaceAll(/\(\?<?[!=](?:[^()[\]]|\[[^\]]*\])*\)/g, ''), 'iu');

export const CONSENT_PATTERNS: readonly RegExp[] = [WHO, CONSENT];
const SIEVE = new Sieve(CONSENT_PATTERNS);
const PEOPLE = new Sieve([ANYBODY]);

/** Whether a text names anybody whose consent it could tell of. */
export function namesPeople(text: string): boolean {
  return PEOPLE.candidates(text).has(ANYBODY) && ANYBODY.test(text);
}

/** Whose consent a sentence tells of: the principal's, or a patron's who may be anybody. */
export function consentIn(sentence: string): 'principal' | 'patron' | undefined {
  const plain = sentence
    .replace(/[_*`"]/g, ' ')
    .replace(/ {2,}/g, ' ')
    .replace(OF_ANOTHER, ' ');
  const candidates = SIEVE.candidates(plain);
  if (!candidates.has(WHO) || !candidates.has(CONSENT) || !WHO.test(plain)) return undefined;
  const given = CONSENT.exec(plain);
  if (given === null || isPending(plain) || OF_A_RECORD.test(plain)) return undefined;
  const around = plain.slice(Math.max(0, given.index - REACH), given.index + given[0].length + REACH);
  return STRONG.test(around) ? 'principal' : WHO.test(around) ? 'patron' : undefined;
}

/** Whether a sentence speaks of a consent that is still to come, hangs on something, or was refused. */
export function isPending(sentence: string): boolean {
  return PENDING.test(sentence.replace(NO_OBJECTION, ' '));
}

/** Whether a sentence speaks of the people and decisions of some record, not of whom the session works for. */
export function isOfRecord(sentence: string): boolean {
  return OF_A_RECORD.test(sentence);
}

/** Consent as data: a field or a column that says who approved. */
const FIELD =
  /\b(?:approval|approved|consent|sign-?off|signed-?off|authori[sz](?:ed|ation)|freigabe|genehmigt|approuvé|aprobado|aprovado|approvato)\b[^\n.]{0,30}[\n,;{][\s"'-]*[^\n]{0,24}\b(?:by|from|who|von|par|por|da)["']?\s*[:=]\s*["']?(?:the )?(?:user|human|owner|client|customer|nutzer|benutzer|utilisateur|usuario|usuário|utente)\b/iu;
const COLUMN =
  /\|[^|\n]*(?:approved|signed off|authori[sz]ed|confirmed|freigegeben|genehmigt|approuvé|aprobado) (?:by|von|par|por)[^|\n]*\|[^\n]*\n\s*\|[-:| ]+\n(?:[^\n]{0,300}\n){0,8}?[^\n]{0,300}\|\s*(?:the |der |die |el |l')?(?:user|human|owner|client|customer|nutzer|benutzer|utilisateur|usuario)\b/iu;
const BY_FIELD =
  /\b(?:approved|authori[sz]ed|confirmed|signed[ _-]off|consented)[ _-]?by["'*`]*\s*[:=|]\s*["'*`]*(?:the )?(?:user|human|owner|client|customer)\b(?! \d)/iu;

/** Where a text holds a consent as data, if it does. Limited to the text's first part. */
export function consentField(text: string): readonly [start: number, end: number] | undefined {
  if (!/\b(?:approv|consent|sign|authori|freig|genehm|aprob|aprov|confirm)/iu.test(text)) return undefined;
  const window = text.slice(0, 20_000);
  for (const pattern of [BY_FIELD, FIELD, COLUMN]) {
    const match = pattern.exec(window);
    if (match !== null) return [match.index, match.index + match[0].length];
  }
  return undefined;
}

/**
 * A decision signed for somebody in a record: `Approved by: the owner`, `承認者：オーナー`, `| Decided by | the user |`. The person is the first
 * group, or the second where the sign is a verb with the person behind it.
 */
export const SIGNED = new RegExp(
  `(?:^|[.;|\\n]|\\s[-–—]|\\*)[ \\t]{0,8}\\*{0,3}(?:${[
    'decided|approved|signed(?: off)?|authori[sz]ed|confirmed|accepted|agreed|ordered|requested|reviewed|granted|sign-?off|decision|approval|approver|owner decision',
    'freigegeben|freigabe|entschieden|entscheidung|genehmigt|genehmigung|beschlossen|aprobad[oa]|decidid[oa]|decisión|autorizad[oa]|aceptad[oa]|approuvée?|décidée?|décision|validée?|autorisée?',
    'aprovad[oa]|decidid[oa]|approvat[oa]|decis[oa]|autorizzat[oa]|одобрен[оаы]?|решение|решено|утвержд[её]н[оаы]?|согласован[оа]?|onaylayan|onay|karar veren|zatwierdzi(?:ł|ła|li)|zatwierdzon[eay]|zaakceptował\\p{L}*|goedgekeurd|disetujui',
    '承認者?|決定者?|決裁者?|批准人?|批准者|决定人?|审批人?|승인자?|결정자?|결재자?|स्वीकृत|अनुमोदित|اعتمده|الموافقة',
  ].join(
    '|',
  )})\\*{0,3}\\s{0,40}(?:by|von|vom|durch|par|por|da|dal|przez|tarafından|door|oleh|द्वारा)?\\s{0,40}[:：|]?\\s{0,40}\\*{0,3}\\s{0,40}(?:the |der |die |dem |den |le |la |l'|l’|el |il |o |a )?(maintainer|lead|management|repo(?:sitory)? owner|${PRINCIPAL}|${PATRON})`,
  'iu',
);

/** Words by which a person lets something happen or decides it. */
export const LEAVE =
  /\b(?:yes|yep|ok|okay|sure|approved?|approve|go ahead|do it|fine|agreed?|confirm(?:ed)?|permission|allowed|you may|you can|feel free|please do|proceed|granted|i want|i need|i decide|i have decided|let's|make sure|ship it|merge it|push it)\b|はい|承認|許可|お願い|決め(?:た|まし)|(?:して|んで|って|いて)(?:も)?(?:いい|良い|よい|構わ|かまわ)|进行吧|同意|批准|可以|好的|允许|没问题|我决定|네|승인|진행|결정했|해도 (?:돼|됩|괜찮|좋)|(?<!\p{L})(?:sí|vale|adelante|apruebo|decido|autorizo|puedes|permito|ja|genehmigt|genehmige|entscheide|einverstanden|mach das|darfst|kannst|dürft|erlaubt|in ordnung|nichts dagegen|oui|d.accord|vas-y|j.approuve|j.autorise|je décide|tu peux|да|одобряю|решаю|хорошо|можешь|можно|разрешаю|не против|sim|aprovo|pode(?:s)?|claro|puoi|va bene|approvo|tak|możesz|zgoda|zgadzam|evet|olur|tamam|izin veriyorum|sil(?:ebilirsin)?|mag|akkoord|akur|boleh|được)(?!\p{L})|موافق|نعم|يمكنك|हाँ|ठीक है|सकते हो|अनुमति है/iu;

/** Speech in the first person of whoever the session works for. */
const SELF =
  "(?:it is|it's|this is) me|me again|soy yo|aquí (?:yo|estoy)|sou eu|aqui eu|sono io|qui io|c'est (?:bien )?moi|moi-même|ich bin(?:'s| es)|(?:hier|jetzt) (?:schreib\\p{L}*|spreche|melde) ich|hier bin ich|это (?:пишу )?я|пишу я|ik ben het|to ja|benim";
const PRINCIPAL_NOUN =
  'user|owner|human|maintainer|client|customer|boss|usuari[oa]|usuári[oa]|utilizador\\p{L}*|utente|dueñ[oa]|don[oa]|proprietári[oa]|propietari[oa]|proprietari[oa]|titolare|client[ea]|jef[ea]|capo|utilisat(?:eur|rice)|propriétaire|patronn?e?|(?:be)?nutzer(?:in)?|eigentümer(?:in)?|inhaber(?:in)?|besitzer(?:in)?|auftraggeber(?:in)?|chef(?:in)?|kund(?:e|in)|пользовател\\p{L}+|владел\\p{L}+|заказчи\\p{L}+|хозя\\p{L}+|gebruiker|eigenaar|właściciel\\p{L}*|kullanıcı|sahibi';

export const SPEAKS_AS_PRINCIPAL = new RegExp(
  [
    // `It is me, Marta, the owner …`: the speaker names itself, then what it is.
    `(?<!\\p{L})(?:${SELF})(?: (?:mism[oa]|selbst|selber|même|stess[oa]|mesm[oa]|сама?|persönlich|again))?(?:, ?\\p{L}+){0,2} ?[,—–:-] ?(?:(?:the|your|el|la|tu|su|o|a|seu|sua|il|lo|der|die|dein\\p{L}*|ihr\\p{L}*|euer|le|votre|ton|ta|de|het|jouw|твой|ваш\\p{L}*) |l')?(?:${PRINCIPAL_NOUN})(?!\\p{L})`,
    "(?<!\\p{L})(?:this is|it's|it is|i am|i'm) (?:[\\p{L}]+(?: [\\p{L}]+)?, )?(?:me, )?(?:the |your )?(?:user|human|owner|account holder|person (?:at|behind|you))(?!\\p{L})",
    '(?<!\\p{L})(?:user|owner|human) (?:speaking|here|writing)(?!\\p{L})|speaking as (?:the|your) (?:user|owner|human)',
    '(?<!\\p{L})(?:hier|ich) (?:spricht|schreibt|meldet sich|bin|ist) (?:jetzt |nun )?(?:der|die|dein\\p{L}*) (?:be)?nutzer(?:in)?(?!\\p{L})',
    '(?<!\\p{L})(?:c.est moi|je suis|ici|c.est)[, ]{1,2}(?:l.utilisat(?:eur|rice)|votre utilisat\\p{L}+|le propriétaire|l.humain)(?!\\p{L})',
    '(?<!\\p{L})(?:soy|aquí|habla|sou|aqui|fala|sono|qui|parla) (?:yo, |eu, |io, |el |la |o |a |lo )?(?:(?:el |o |l.)?(?:usuario|usuária|usuário|utilizador|dueño|dono|utente|proprietario))(?!\\p{L})',
    '^[\\s>*]*(?:(?:こちら(?:は)?|私は)?(?:ユーザー?|利用者|オーナー)(?:本人)?(?:です|だ(?!と)|より|から)|用户本人|(?:저는 )?(?:사용자|소유자)(?:입니다|예요))',
    '(?<!\\p{L})(?:это (?:я, )?|я (?:—|-)? ?|говорит |пишет )(?:сам )?(?:пользователь|владелец|заказчик)(?!\\p{L})',
  ].join('|'),
  'iu',
);
