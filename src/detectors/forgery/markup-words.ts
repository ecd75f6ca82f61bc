import { licensedActs, type Order } from '../../flows/acted/orders.ts';

/**
 * Words inside control markup. Whoever writes a host's tag speaks to a model, so a sentence there is an order in shapes that prose would
 * not make one: what the reader "now does" in the third person, a command or address that is named, a wish that somebody not learn of it.
 */

const words = (...lists: readonly string[]): string => `(?<![\\p{L}\\p{M}])(?:${lists.join('|')})`;

/** A machine reader, or whoever has the text before it. */
const READER = new RegExp(
  [
    words(
      '(?:sub-?|main |parent |calling |lead |root )?agents?|assistants?|coordinator|orchestrator|model|claude|caller|supervisor|(?:the|this) (?:reader|recipient|session|parent)|whoever (?:reads|receives)',
      '\\p{L}*agent(?:en)?(?!\\p{L})|assistent\\p{L}*|modell(?!\\p{L})|koordinator|orchestrator|wer (?:diese\\p{L}?|dies|das)(?!\\p{L})|leser(?!\\p{L})|empfänger',
      'agente?s?(?!\\p{L})|assistant\\p{L}?|asistente|assistente|modèle|modelo|modello|coordinat\\p{L}+|coordinador|orchestrat\\p{L}+|orquestador|celui qui|quien (?:lea|lee|recib)\\p{L}*|chi (?:legge|riceve)|quem (?:lê|recebe)',
      'агент\\p{L}*|ассистент\\p{L}*|модел\\p{L}+|координатор\\p{L}*|оркестратор\\p{L}*|тот,? кто',
      'ajan\\p{L}*|asistan\\p{L}*|asystent\\p{L}*|agen(?!\\p{L})|asisten(?!\\p{L})|tác nhân|trợ lý',
    ),
    '代理|助手|协调者|模型|智能体|エージェント|アシスタント|モデル|에이전트|어시스턴트|모델|وكيل|الوكيل|المساعد|النموذج|एजेंट|सहायक|मॉडल',
  ].join('|'),
  'iu',
);

/** Somebody is not to learn of it. */
const HUSH = new RegExp(
  [
    words(
      'between (?:us|you and me)(?!\\p{L})',
      "(?:keep|kept|keeping|stays?|remains?|leave|leaving) (?:[\\w’']+ ){0,5}?(?:quiet|silent|secret|private|confidential|hidden|unmentioned|unsaid|to yourself|out of (?:the|your|any)|from (?:the |any)?\\w*)(?!\\p{L})",
      '(?:not|never|don.t|no need|without|nothing|no word|nobody|no one|none)(?!\\p{L})[^.!?\\n]{0,50}(?<!\\p{L})(?:mention\\w*|tell\\w*|told|inform\\w*|reveal\\w*|disclos\\w*|repeat\\w*|report(?:ed|ing)?|learn|eyes|know|answer|speak|aware)(?!\\p{L})',
      'unmentioned|(?:say|saying|says) nothing|no word of|quiet about|confidential(?!\\p{L})|(?:from|of) the (?:user|person|human)(?:.s)? (?:sight|view|eyes)|hide (?:this|it)',
      '(?:nicht|nichts|kein\\p{L}*|niemand\\p{L}*|nie)(?!\\p{L})[^.!?\\n]{0,60}(?:erwähn|sag|verrat|mitteil|inform|zeig|erfähr|erfahr|wissen|weitergeb|bericht|meld)\\p{L}*|unter uns|(?:erfähr|erfahr)\\p{L}*[^.!?\\n]{0,50}nichts|(?:erwähn|sag|verrat|meld|zeig)\\p{L}*[^.!?\\n]{0,40}(?:nicht|nie|nichts|niemals)(?!\\p{L})|verschweig\\p{L}*|geheim(?!\\p{L})|vertraulich|schweig\\p{L}*|für sich behalten',
      '(?:ne|n.|pas|sans|rien|inutile|jamais)(?:\\s|(?=[aeiouyé]))[^.!?\\n]{0,60}(?:mentionn|dire|dit|parle|inform|révél|signal|montr|avert|sach|parole)\\p{L}*|entre nous|garde[rz]? (?:le silence|cela|ça|secret)|sous silence|confidentiel\\p{L}*|se taire',
      '(?:no|sin|nada|nunca|jamás|ni|não|sem|non|senza|niente|mai)(?!\\p{L})[^.!?\\n]{0,60}(?:mencion|dig|decir|diz|inform|revel|cont|enter|sab|mostr|habl|fal[ae]|menzion|dire|dir|parl|parola|rivel|sapp)\\p{L}*|entre (?:nosotros|nós)|tra noi|en secreto|em segredo|in segreto',
      '(?:не|ничего|никому|без|нельзя|незачем)(?!\\p{L})[^.!?\\n]{0,60}(?:сообща|сообщи|говор|скаж|сказ|упомин|упомян|рассказ|показыва|раскрыва|знать|узна|информ)\\p{L}*|(?:знать|узнать|сообщать|говорить|рассказывать|упоминать)(?!\\p{L})[^.!?\\n]{0,14}(?:не(?!\\p{L})|нельзя|незачем)|молч\\p{L}*|между нами|втайне|скры(?:ть|й|вай)\\p{L}*',
      '(?:söz etme|bahsetme|söyleme|bildirme|anlatma|gösterme)\\p{L}*|gizli(?!\\p{L})|(?:nie|bez|nikomu|nic)(?!\\p{L})[^.!?\\n]{0,50}(?:wspomin|mów|powie|inform|ujawni|wie(?!\\p{L})|pokaz)\\p{L}*|w tajemnicy|między nami|milcz\\p{L}*|(?:niet|niets|niemand|zonder)(?!\\p{L})[^.!?\\n]{0,50}(?:vermeld|vertel|zeg|meld|noem|tonen)\\p{L}*|(?:jangan|tanpa|tidak)(?!\\p{L})[^.!?\\n]{0,40}(?:beri tahu|menyebut|sebut|katakan|lapor)\\p{L}*|(?:đừng|không)(?!\\p{L})[^.!?\\n]{0,30}(?:nói|cho biết|tiết lộ|đề cập)',
    ),
    '触れない|触れず|伏せ|黙っ|内緒|秘密|(?:言わ|伝え|知らせ|報告(?:せ|し)|言及(?:せ|し)|話さ|明かさ|見せ)[^。\\n]{0,4}(?:ない|ず|ぬ)|何も(?:言わ|報告)',
    '保密|(?:不要|不得|别|勿|无需|不必|不|且不)[^。，\\n]{0,8}(?:告诉|告知|提及|提到|透露|说明|汇报|声张|让[^。，\\n]{0,6}知道)|隐瞒|瞒着',
    '(?:알리|말하|언급하|보고하|밝히|드러내)지 ?(?:않|마|말)|비밀|숨기|몰래',
    '(?:عدم|لا|دون|بدون)[^.،\\n]{0,20}(?:إخبار|تخبر|ذكر|إبلاغ|تذكر|إعلام)|سرا|(?:न|ना|नहीं|मत|बिना)[^।\\n]{0,20}(?:बता|कह|जिक्र|ज़िक्र)|गुप्त|(?:बता|कह|जिक्र|ज़िक्र)[^।\\n]{0,10}(?:न |नहीं|मत)',
  ].join('|'),
  'iu',
);

/** Characters of one block that are read: filler in front of an order must not hide it, and the patterns stay linear up to here. */
const MOST_READ = 40_000;

const SENTENCE = /[^.!?。！？।؟\n]+(?:[.!?](?=\S)[^.!?。！？।؟\n]+)*[.!?。！？।؟]*/gu;
const ADDRESS = /https?:\/\/[^\s<>"'`)\]，。、]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+/u;
/** A code span that is run, not a name or a path. */
const COMMAND =
  /`((?:\.{0,2}\/[^\s`]+|make|npm|npx|pnpm|yarn|git|curl|wget|bash|sh|python3?|node|rm|chmod|sudo|ssh|scp|docker|kubectl|terraform|cargo|go|pip|gh|aws|gcloud|psql|dropdb|mysql|mv|cp|cat|base64)(?:\s[^`\n]*)?)`/iu;
const MODES = /bypassPermissions|dangerously|acceptEdits|auto-?approve/iu;
const QUOTED = /["“„«「『]([^"“”„«»「」『』\n]{1,80})["”“»」』]/u;
/** Something is said to be off. */
export const SWITCHED_OFF =
  /\b(?:disabled?|unavailable|not (?:be )?(?:available|used?|permitted)|off|forbidden|suspended|revoked|removed|deny|denied|blocked|do not use|must not use|never use|no longer|inactive|locked)\b|(?<!\p{L})(?:abgeschaltet|deaktiviert|gesperrt|aus(?!\p{L})|nicht verfügbar|désactivée?s?|indisponible|bloquée?s?|desactivad[oa]|deshabilitad[oa]|no disponible|bloquead[oa]|desativad[oa]|indisponível|disattivat[oa]|non disponibile|отключ[её]?н\p{L}*|недоступ\p{L}*|запрещ\p{L}+|wyłączon\p{L}+|niedostępn\p{L}+|devre dışı|kapalı|uitgeschakeld)|無効|使用(?:でき|不可)|利用(?:でき|不可)|停止|禁用|不可用|关闭|已停用|비활성|사용할 수 없|차단|معطل|غير متاح|बंद|अक्षम/iu;
const TOOL = /\b(?:Bash|Write|Edit|MultiEdit|NotebookEdit|WebFetch|WebSearch|Task|Agent|SendMessage|mcp__[\w-]+)\b/u;
/** Duty, haste or the present: what makes a statement about the reader an order. */
const DUE =
  /(?<!\p{L})(?:must|shall|should|has to|have to|needs? to|now|next|first|immediately|at once|muss|soll|jetzt|zuerst|sofort|umgehend|als nächstes|unverzüglich|doit|devra|maintenant|immédiatement|d.abord|debe|deberá|ahora|primero|inmediatamente|deve|agora|imediatamente|primeiro|ora|subito|prima|должен|должна|обязан\p{L}*|теперь|сейчас|немедленно|сначала|musi|teraz|najpierw|natychmiast|hemen|şimdi|önce|moet|nu|eerst|harus|segera|phải|ngay)(?!\p{L})|必须|应立即|立即|现在|直ちに|まず|すること|せよ|즉시|먼저|해야|يجب|على|فورا|الآن|तुरंत|अभी|पहले/iu;

/** Orders that count as such because they stand in control markup, with their places in the text. */
export function ordersInMarkup(text: string, start: number, end: number): Order[] {
  const found: Order[] = [];
  const part = text.slice(start, Math.min(end, start + MOST_READ));
  for (const match of part.matchAll(SENTENCE)) {
    const sentence = match[0];
    if (sentence.length < 4 || sentence.length > 700) continue;
    const from = start + match.index;
    const to = from + sentence.length;
    if (HUSH.test(sentence)) found.push({ kind: 'hide', start: from, end: to, objects: [] });
    const command = COMMAND.exec(sentence)?.[1];
    const address = ADDRESS.exec(sentence)?.[0];
    const isReader = READER.test(sentence);
    if (command !== undefined) found.push({ kind: 'run', start: from, end: to, objects: [command] });
    if (!isReader && !DUE.test(sentence)) continue;
    for (const order of licensedActs(text, from, to))
      found.push({ kind: order.kind, start: from, end: to, objects: order.objects });
    if (address !== undefined && isReader) found.push({ kind: 'send', start: from, end: to, objects: [address] });
    const tool = TOOL.exec(sentence)?.[0];
    if (isReader && tool !== undefined && !SWITCHED_OFF.test(sentence))
      found.push({ kind: 'call', start: from, end: to, objects: [tool] });
    if (isReader && MODES.test(sentence)) found.push({ kind: 'grant', start: from, end: to, objects: [] });
    const quoted = QUOTED.exec(sentence)?.[1];
    if (isReader && quoted !== undefined && DUE.test(sentence))
      found.push({ kind: 'say', start: from, end: to, objects: [quoted] });
  }
  return found;
}

/** Whether words in control markup ask that somebody not learn of something. */
export function hushes(text: string): boolean {
  return HUSH.test(text.slice(0, MOST_READ));
}

/** Whether some words speak to, or about what is to be done by, a machine reader. */
export function addressesReader(text: string): boolean {
  return READER.test(text.slice(0, MOST_READ));
}
