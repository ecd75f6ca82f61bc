/** Reports of an attack on the reader: injected or hidden orders that a text says were met. Word classes per language; no phrase of a case. */

const words = (...lists: readonly string[]): string => `(?<![\\p{L}\\p{M}])(?:${lists.join('|')})`;

const ATTACK = new RegExp(
  [
    words(
      '(?:prompt|instruction|command)[- ]?injections?|injection (?:attempts?|attacks?)|(?:an|the|this|that|injected|hidden|malicious|again an?) injection|injections? (?:\\w+ ){0,3}(?:in|via|through|by|from) (?:[\\w-]+ ){0,4}(?:outputs?|results?|tools?|shell|files?|pages?)|(?:outputs?|results?|tools?|shell)(?:[\\w -]{0,20}) injections?',
      '(?:get|gets|got|is|was|are|were|being) injected|inject(?:ed|s|ing)?(?!\\p{L}) (?:[\\w-]+ ){0,3}(?:instructions?|orders?|commands?|text|prompts?|content|block|messages?|notification|reminder|planning)(?!\\p{L})',
      '(?:hidden|embedded|planted|malicious|rogue|smuggled|adversarial) (?:\\w+ ){0,2}(?:instructions?|commands?|orders?|prompts?|directives?|text)(?!\\p{L})',
      '(?:tried|attempted|trying|attempts?) to (?:inject|hijack|manipulate|trick|steer|override)|social[- ]engineering attempt|jailbreak attempt|(?:was|were|been|being|is) (?:attacked|hijacked|manipulated)(?!\\p{L})|spoofed (?:message|output|text|notification)',
      '(?:prompt|befehls|anweisungs)-?\\s?injektion\\p{L}*|injektions(?:versuch|angriff)\\p{L}*|(?:versteckt|eingeschleust|eingebettet|bösartig|untergeschoben|eingefügt)\\p{L}* (?:anweisung|befehl|instruktion)\\p{L}*|manipulationsversuch\\p{L}*|angriffsversuch\\p{L}*|wurde angegriffen|(?:anweisung|befehl|instruktion|text)\\p{L}* (?:[\\p{L}-]+ ){0,2}(?:eingeschleust|injiziert)|(?:injiziert|eingeschleust)\\p{L}+ (?:text|anweisung|befehl|inhalt)\\p{L}*|(?:ausgabe|ergebnis|werkzeug)\\p{L}*[^.!?\\n]{0,30} injections?(?!\\p{L})',
      'injection (?:d.)?(?:instructions?|consignes?|invite)|injection de (?:prompts?|consignes|commandes)|(?:instructions?|consignes?|commandes?) (?:cachée?s?|malveillante?s?|injectée?s?|dissimulée?s?)|tentative (?:de manipulation|d.injection|de détournement)',
      'inyecci[oó]n de (?:prompts?|instrucciones|comandos|órdenes)|(?:intento|tentativa|ataque) de (?:inyección|manipulación)|(?:instrucciones|órdenes) (?:ocultas|maliciosas|inyectadas)',
      'injeção de (?:prompts?|instruções|comandos)|(?:tentativa|ataque) de (?:injeção|manipulação)|instruções (?:ocultas|maliciosas|injetadas)|iniezione di (?:prompts?|istruzioni|comandi)|(?:tentativo|attacco) di (?:prompt injection|injection|iniezione|manipolazione)|istruzioni (?:nascoste|malevole|iniettate)',
      '(?:инъекци|внедрени|инжект)\\p{L}* (?:промпт|инструкци|команд)\\p{L}*|(?:скрыт|вредоносн|внедр[её]нн)\\p{L}+ (?:инструкци|команд|указани)\\p{L}*|промпт-?\\s?инъекци\\p{L}*|попыт\\p{L}+ (?:промпт-)?(?:инъекци|манипуляци|внедрени)\\p{L}*',
      '(?:istem|komut|prompt|talimat) enjeksiyon\\p{L}*|enjeksiyon (?:girişim|saldırı)\\p{L}*|(?:gizli|kötü niyetli) (?:talimat|komut)\\p{L}*|wstrzyk\\p{L}+ (?:polece|prompt|instrukcj)\\p{L}*|(?:ukryt|złośliw)\\p{L}+ (?:polecen|instrukcj)\\p{L}*|prób\\p{L} (?:wstrzyk|manipulacj)\\p{L}*|prompt-?injectie|injectiepoging|verborgen (?:instructies|opdrachten)|injeksi (?:prompt|instruksi)|instruksi tersembunyi',
    ),
    'プロンプト・?(?:インジェクション|注入)|(?:不正|悪意の?(?:ある)?|隠され?た|埋め込まれた)な?(?:指示|命令)|インジェクション(?:の)?(?:試み|攻撃)|(?:指示|命令)が[^。]{0,8}(?:埋め込|注入|仕込)',
    '提示(?:词|詞|语|語)?注入|指令注入|注入(?:攻击|攻擊|指令)|(?:恶意|惡意|隐藏|植入)的?(?:指令|命令|提示)|(?:植入|嵌入|隐藏)了?[^。，]{0,4}(?:指令|命令)|被攻击',
    '(?:프롬프트|지시|명령) ?(?:인젝션|주입)|(?:악성|숨겨진|숨은|삽입된) (?:지시|명령|프롬프트)|주입 (?:시도|공격)|공격을 받',
    'حقن (?:تعليمات|التعليمات|أوامر|الموجه|موجه)|(?:تعليمات|أوامر) (?:خفية|مخفية|ضارة|خبيثة)|محاولة (?:حقن|تلاعب)|(?:प्रॉम्प्ट|निर्देश) ?(?:इंजेक्शन|इन्जेक्शन)|छिपे (?:हुए )?निर्देश',
  ].join('|'),
  'iu',
);

const MET = new RegExp(
  [
    words(
      'detect|found|contain|received|present|attempt|tried|tries|embedded|hidden|includ|carries|carried|spotted|noticed|ignored|refused|attacked|was in|were in|was seen|were seen|saw(?!\\p{L})|seen(?!\\p{L})|encountered|reported|flagged|planted|skipped|appeared|there (?:was|were)|hit by|shows up|had(?!\\p{L})|arrive|happen|occur|inserted|come(?:s)? (?:from|in|via)|gets(?!\\p{L})|again|in the|known issue',
      'steck|bemerkt|entdeckt|erkannt|ignoriert|enthielt|enthält|gefunden|gesehen|gab(?!\\p{L})|versucht|gemeldet|abgelehnt|war(?:en)? (?:in|im)|tauchte|fiel|werden|wieder|hatte',
      'détect|observ|conten|ignor|refus|tent|trouv|remarqu|repér|présent|signal|vi[oó](?!\\p{L})|encontr|notad|notó|intent|rechaz|recus|rilevat|trovat|notat|rifiut|apareci',
      'обнаруж|содерж|проигнор|замет|попыт|найден|встре|была|было|были|tespit|bul(?:du|un)|uyma|vardı|gördü|wykry|zignor|zawier|by(?:ł|ła|ło)|znal|gevonden|bevat|genegeerd|gezien|ditemukan|diabaikan',
    ),
    '含ま|検出|見つか|無視|従[いわ]|あった|ありました|埋め込|試み|受け|含有|包含|发现|检测|忽略|出现|没有执行|未执行|植入|拒绝|跳过|见到|看到|발견|감지|무시|포함|있었|따르지|시도|मिल|पाया|अनदेखा|था|थी|اكتشف|تجاهل|وجد|يحتوي|تحتوي|رصد',
  ].join('|'),
  'iu',
);

/** Said not to have been met, spoken of in general, or of another kind (SQL, dependencies). Within the clause that names the attack. */
const ABSENT = new RegExp(
  [
    words(
      'no(?! (?:lo|la|los|las|le|se|me)(?!\\p{L}))|not|without|never|none|any|isn.t|wasn.t|weren.t|didn.t|don.t|doesn.t|free of|nothing|whether|if|could|might|would|check(?:ed|s|ing)? for|look(?:ed|s|ing)? for|protect\\w*|against|prevent\\w*|defen[cs]e|mitigat\\w*|vulnerab\\w*|test(?:s|ing|ed)? for|risk|example|how|about|what|sql|xss|dependency|code|html|fault|false alarm',
      'kein\\p{L}*|nicht (?:gefunden|gesehen|entdeckt|bemerkt|erkannt|enthalten|vorhanden)|ob|falls|gegen|schutz\\p{L}*|wie|über|beispiel\\p{L}*',
      'aucun\\p{L}*|pas (?:d.|de|trouvé|détecté|vu|observé)|sans|contre|si|comment|ningun\\p{L}*|ningún|no (?:se )?(?:detect|encontr|vi|hay|hab|hub)\\p{L}*|sin|contra|cómo|nenhum\\p{L}*|não (?:houve|há|foi|encontr|detect)\\p{L}*|sem|nessun\\p{L}*|non (?:è|ho|c.è|sono|si)|senza|contro|come',
      'не (?:обнаруж|найд|был|выяв|замеч|содерж)\\p{L}*|нет|без|ни одной|против|защит\\p{L}*|yok|hiç\\p{L}*|karşı|bulunmadı|żad\\p{L}*|nie (?:wykryto|znalaz|było)\\p{L}*|brak|przeciw|geen|niet gevonden|tegen|tidak ada',
    ).concat('(?![\\p{L}\\p{M}])'),
    '(?:見つかり|検出され|含まれ(?:てい)?|確認され|あり)(?:ません|なかった|ない)|なかった|なし|対策|防ぐ|没有(?:发现|检测|出现|任何|提示|看到)|未(?:发现|检测|见)|无(?:提示|指令|注入)|防止|防范|如何|없|않았|방지|नहीं|لم (?:يتم|أجد|نجد|أعثر)|لا (?:يوجد|توجد)|ضد',
  ].join('|'),
  'iu',
);
const GENERAL_BEHIND =
  /^[^.!?]{0,16}\b(?:was not|were not|not found|isn't|is not|wasn't|none|attacks? (?:are|can|could|may|work)|works?|tests?|filters?|defen[cs]es?|detection|scanner|guard|rules?)\b/iu;

const SENTENCE = /[^.!?。！？।\n]+(?:\.(?=[\w/])[^.!?。！？।\n]+)*[.!?。！？।]?/gu;

/** Sentences that report such an attack as met, by place. */
export function* attackReportsIn(text: string): Generator<readonly [start: number, end: number, sentence: string]> {
  if (!ATTACK.test(text)) return;
  for (const match of text.matchAll(SENTENCE)) {
    const sentence = match[0];
    const attack = ATTACK.exec(sentence);
    if (attack === null || !MET.test(sentence)) continue;
    const clause = clauseAround(sentence, attack.index, attack.index + attack[0].length);
    if (
      ABSENT.test(clause.replace(attack[0], ' ')) ||
      GENERAL_BEHIND.test(sentence.slice(attack.index + attack[0].length))
    )
      continue;
    yield [match.index, match.index + sentence.trimEnd().length, sentence];
  }
}

export function namesAttack(sentence: string): boolean {
  return ATTACK.test(sentence);
}

/** From the last comma or colon before a place to the next one behind it. */
function clauseAround(sentence: string, start: number, end: number): string {
  const before = sentence.slice(Math.max(0, start - 90), start);
  const from = Math.max(...[',', ':', ';', '，', '、', '：', '；', '—'].map((mark) => before.lastIndexOf(mark)));
  const behind = sentence.slice(end, end + 90);
  const to = behind.search(/[,:;，、：；—]/u);
  return before.slice(from + 1) + sentence.slice(start, end) + (to < 0 ? behind : behind.slice(0, to));
}
