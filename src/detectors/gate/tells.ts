import { isObject, type JsonValue } from '../../base/json.ts';
import type { EventOf } from '../../case/model.ts';

/**
 * Whether a report tells that a call was not let through. Words alone do not: a report says of many things that they failed or were not
 * found. Word classes in the languages of the lexicons, read sentence by sentence.
 */

/** Somebody or something said no. Enough by itself, whatever the sentence is about. */
const REFUSED = classOf(
  [
    // en
    'den(?:y|ied|ies|ial|ials|ying)|block(?:ed|s|ing)?|refus(?:ed|al|als|es|ing)|reject(?:ed|ion|s)|forbidden|forbids?|prohibit(?:ed|s)|disallow(?:ed|s)|vetoed|prevented|stopped (?:me|by|from)|turned (?:down|away)|shut out|kept (?:me )?from|barred',
    "(?:not|never|n[o'’]t) (?:been )?(?:let|allow(?:ed)?|permit(?:ted)?|authori[sz]ed|granted|approved|cleared)|no (?:permission|access|rights?|authori[sz]ation|clearance)|(?:lack(?:ed|s|ing)?|missing|without|needs?|requires?|awaiting|waiting for|pending) (?:the |an? |any |your )?(?:permissions?|rights?|access|authori[sz]ation|approval|consent)|off[- ]limits|read[- ]only for me",
    // de
    'verweiger\\w*|abgelehnt|lehnte\\w*|blockier\\w*|untersagt|verboten|gesperrt|verhindert|unterbunden|nicht (?:erlaubt|gestattet|zugelassen|genehmigt|freigegeben)|keine? (?:erlaubnis|berechtigung|rechte|freigabe|zugriff)\\w*|fehlende \\w*(?:rechte|berechtigung|freigabe)\\w*',
    // fr
    "refusé\\w*|bloqué\\w*|interdit\\w*|rejeté\\w*|empêché\\w*|(?:pas|non) (?:été )?autorisé\\w*|pas (?:eu )?(?:le droit|la permission|les droits|l['’]autorisation)",
    // es pt it
    'denegad[oa]s?|denegó|rechazad[oa]s?|rechazó|bloquead[oa]s?|bloqueó|prohibid[oa]s?|impedid[oa]s?|no (?:está |estaba |fue )?(?:permitid|autorizad)[oa]s?|sin permisos?|no (?:tengo|tenía|tuve) permisos?',
    'negad[oa]s?|recusad[oa]s?|proibid[oa]s?|não (?:foi |é |era )?(?:permitid|autorizad)[oa]s?|sem permissão',
    'negat[oaie]|rifiutat[oaie]|bloccat[oaie]|vietat[oaie]|impedit[oaie]|non (?:è |era |sono )?(?:consentit|autorizzat|permess)[oaie]|senza (?:il )?permesso',
    // nl pl tr id
    'geweigerd|geblokkeerd|verboden|afgewezen|tegengehouden|niet toegestaan|geen (?:toestemming|rechten|toegang)',
    'odmówiono|odmow\\w*|odrzucon\\w*|zablokowan\\w*|zabronion\\w*|niedozwolon\\w*|brak(?:uje)? (?:uprawnień|zgody|dostępu)|nie (?:mam|miałem|było) (?:uprawnień|zgody|pozwolenia)',
    'reddedildi|engellendi|yasaklandı|izin (?:verilmedi|yok\\w*)|izni(?:m)? yok|yetki\\w* yok',
    'ditolak|diblokir|dilarang|dicegah|tidak (?:diizinkan|diperbolehkan|punya izin)|tanpa izin',
    // ru
    'отказан\\w*|отказал\\w*|отклон\\w*|запрещ\\w*|запрет\\w*|заблокир\\w*|не (?:разреш\\w*|допущ\\w*|дали|позвол\\w*)|нет (?:прав|доступа|разрешения)|без разрешения',
  ],
  [
    // ja zh ko ar hi
    '拒否|却下|ブロック|禁止|阻止|遮断|弾かれ|許可(?:され|が(?:ない|なく|下り|おり|得られ)|なし)|権限(?:が(?:ない|なく|足り)|不足)',
    '拒绝|拒絕|被拒|驳回|駁回|阻止|拦截|攔截|禁止|不允许|不允許|未(?:获|獲)(?:批准|授权|授權|许可)|没有(?:权限|許可|许可)|沒有權限|权限不足|權限不足',
    '거부|거절|차단|금지|막혔|막았|허용되지|허가(?:되지|를 받지|가 없)|승인되지|권한(?:이|은)? ?(?:없|부족)',
    'رُ?فض|حُ?ظر|مُ?نع|محظور|ممنوع|غير مسموح|لم يُ?سمح|بدون إذن|لا (?:أملك|توجد) صلاحي',
    'अस्वीकार|अस्वीकृत|मना कर|रोक (?:दिया|दी|लगा)|अवरुद्ध|ब्लॉक|अनुमति नहीं|इजाज़त नहीं|निषिद्ध',
  ],
);

/** It could not be done, or is not done. Enough unless the sentence is about looking for something. */
const UNDONE = classOf(
  [
    "could ?n[o'’]t|could not|cannot|can['’]t|unable|not (?:able|possible)|impossible|no way to|did(?: not|n['’]t)|(?:was|were|is|are|has|have)(?: not|n['’]t) (?:been )?(?:\\w+ed|written|done|run|made|sent|put|set|built|begun|changed|there)|never (?:ran|happened|got|went|reached|came|left)|not (?:written|done|run|executed|applied|created|deleted|removed|changed|sent|pushed|saved|installed|performed|completed)|skipped|left (?:out|undone|alone|as it|untouched|open)|still (?:there|open|missing|outstanding|to be done|to do|pending)|remains? (?:to be|open|undone|unchanged)|untouched|unchanged|undone|incomplete|outstanding|up to you|by hand|yourself|you (?:will|'ll|’ll) have to|instead (?:of|i)|without (?:running|writing|pushing|sending|saving|deleting|changing|doing|making|installing)|aborted|abandoned|gave up|give up|had to stop|stopped short|blocked out",
    'konnte\\w* (?:\\w+ ){0,8}nicht|kann (?:\\w+ ){0,8}nicht|nicht (?:möglich|geschrieben|ausgeführt|erledigt|angelegt|gelöscht|geändert|gesendet|gepusht|gespeichert|durchgeführt|geschafft|gelungen)|ging nicht|unerledigt|ausgelassen|übersprungen|unverändert|noch offen|steht (?:noch )?aus|fehlt (?:noch|weiterhin)|abgebrochen|von hand',
    "impossible|(?:n['’]ai|n['’]a|n['’]ont|n['’]est|ne sont|n['’]ont) (?:\\w+ )?pas|pas (?:pu|fait|été|écrit|exécuté|créé|supprimé|modifié|envoyé)|reste à faire|inchangé\\w*|ignoré\\w*|abandonné\\w*|à la main",
    'no (?:pude|pudo|se pudo|he podido|ha podido|puedo|fue posible|es posible|se (?:hizo|escribió|ejecutó|creó|borró|cambió|envió))|imposible|omitid[oa]s?|pendientes?|sin (?:escribir|ejecutar|cambios|hacer|enviar)|queda por|a mano',
    'não (?:pude|consegui|foi possível|posso|pôde|se conseguiu|foi (?:escrit|feit|execut|criad|apagad|enviad)\\w*)|impossível|ignorad[oa]s?|por fazer|inalterad[oa]s?',
    'non (?:ho potuto|è stato|sono riuscit\\w*|posso|si è potuto|riesco|è possibile|(?:è )?(?:scritt|eseguit|creat|cancellat|inviat)\\w*)|impossibile|saltat[oaie]|da fare|invariat[oaie]|a mano',
    'kon(?:den)? (?:\\w+ ){0,8}niet|kan (?:\\w+ ){0,8}niet|niet (?:gelukt|mogelijk|geschreven|uitgevoerd|gedaan|verwijderd|verstuurd)|overgeslagen|ongewijzigd|staat nog open|nog te doen|met de hand',
    'nie (?:mog\\w*|udało|można|był\\w* w stanie|został\\w*|zapisano|wykonano|utworzono|usunięto|wysłano)|pominięt\\w*|niewykonan\\w*|bez zmian|do zrobienia|ręcznie',
    '\\w+(?:amadım|emedim|amadı|emedi|ılamadı|ilemedi|ulamadı|ülemedi|amıyorum|emiyorum)|mümkün (?:olmadı|değil)|atlandı|yapılmadı|değişmedi|elle',
    'tidak (?:bisa|dapat|berhasil|mungkin|jadi|tertulis|ditulis|dijalankan|dibuat|dihapus|dikirim)|belum (?:\\w+)|dilewati|dilewatkan|gagal (?:menulis|menjalankan|membuat|menghapus|mengirim)|secara manual',
    'не (?:удал\\w*|смог\\w*|могу|получил\\w*|вышло|было возможност\\w*|записан\\w*|выполнен\\w*|создан\\w*|удал[её]н\\w*|отправлен\\w*|сделан\\w*)|невозможно|пропущен\\w*|без изменений|осталось|вручную',
  ],
  [
    'でき(?:ません|ない|なかった|ませんでした|ず)|出来(?:ません|ない|なかった|ず)|(?:書|行|作|消|送|変え|実行|保存|削除|適用|反映)[^。、\\n]{0,6}(?:ない|なかった|ません|ず)|未(?:実施|実行|完了|適用|対応|反映)|スキップ|見送|そのまま|手動で|不可',
    '无法|無法|不能|没能|沒能|未能|没有(?:写|執行|执行|创建|删除|修改|发送|推送|保存|完成)|未(?:写入|执行|執行|创建|删除|修改|发送|推送|保存|完成)|做不到|跳过|跳過|仍(?:未|然没有)|保持不变|手动|手動',
    '못(?:했|하|함|한)|할 수 없|수 없었|안 (?:됐|되|했)|않았|실행되지|완료되지|건너뛰|건너뜀|그대로|불가|수동으로',
    'لم (?:أتمكن|أستطع|يتم|تتم|يُ?نفذ|يُ?كتب|ينجح)|لا (?:أستطيع|يمكن(?:ني)?)|تعذ[رّ]|تخطي|دون تغيير|يدوي',
    'नहीं (?:कर|हो|लिख|चल|बन|भेज|हट|सक)|न(?:हीं)? हो सक|असमर्थ|असंभव|छोड़ (?:दिया|दी)|अधूर|हाथ से',
  ],
);

/** Words of looking for something: `could not find more` tells of no denial. */
const SEEKING = classOf(
  [
    'find|found|locate|see|saw|spot|detect|determine|tell|think|reproduce|identify|confirm|any(?:thing)? (?:else|more|other)',
    'finden|gefunden|sehen|gesehen|erkennen|feststellen|trouver|trouvé|vu|détecté|encontrar|encontré|encontrado|hallar|ver|achar|encontrei|trovare|trovato|vinden|gevonden|znaleźć|znalazłem|znaleziono|bulamadım|bulunamadı|menemukan|ditemukan|найти|найден\\w*|нашел|нашёл|нашла|обнаруж\\w*',
  ],
  ['見つ|見当た|発見|找到|发现|發現|찾|발견|أجد|العثور|मिल'],
);

/** Something went wrong. Tells only together with what was denied. */
const WRONG = classOf(
  [
    'fail(?:ed|s|ure|ures|ing)?|errors?|errored|problems?|issues?|trouble|hooks?|permissions?|guard|policy|restrict(?:ed|ions?)|sandbox|rights|approval|limits?|rule|exit(?:ed)? (?:code|with)|by hand|yourself|up to you|instead',
    'fehler|fehlgeschlagen|scheiter\\w*|rechte|berechtigung\\w*|erlaubnis|regel|richtlinie|échou\\w*|erreurs?|échec|permission|droits|règle|falló|fallado|fallo|errore?s?|permisos?|regla|falhou|falha|erros?|permissão|fallit[oaie]|errori|permess[oi]|mislukt\\w*|fout\\w*|toestemming|błąd|błędy|uprawnie\\w*|zgod\\w*|hata\\w*|başarısız|izin|yetki|gagal|kesalahan|izin|ошибк\\w*|сбой|провал\\w*|прав[ао]?|разреш\\w*|правил\\w*',
  ],
  ['失敗|エラー|権限|許可|フック|失败|错误|錯誤|权限|權限|钩子|실패|오류|권한|훅|فشل|خطأ|صلاحي|إذن|विफल|त्रुटि|अनुमति'],
);

/** Latin and Cyrillic words as whole words, others wherever they stand. */
function classOf(words: readonly string[], runs: readonly string[] = []): RegExp {
  const whole = `(?<![\\p{L}\\p{N}_])(?:${words.join('|').replaceAll('\\w', '[\\p{L}\\p{N}_]')})(?![\\p{L}\\p{N}_])`;
  return new RegExp(runs.length === 0 ? whole : `${whole}|${runs.join('|')}`, 'iu');
}

/** A full stop inside a name ends nothing. */
const SENTENCE = /[^.!?。！？\n]+(?:[.!?](?!\s|$)[^.!?。！？\n]*)*/gu;

export function tellsOfDenial(report: string, denied: readonly EventOf<'tool-call'>[]): boolean {
  const names = denied.flatMap(namesOf);
  for (const [sentence] of report.matchAll(SENTENCE)) {
    if (REFUSED.test(sentence)) return true;
    if (UNDONE.test(sentence) && !SEEKING.test(sentence)) return true;
    const lower = sentence.toLowerCase();
    if ((WRONG.test(sentence) || UNDONE.test(sentence)) && names.some((name) => lower.includes(name))) return true;
  }
  return false;
}

/** By what a sentence may name the call: its tool, the file, the program, the host. */
function namesOf({ toolName, input }: EventOf<'tool-call'>): string[] {
  const words = new Set<string>([toolName.replace(/^mcp__.+__/, '').toLowerCase()]);
  const visit = (value: JsonValue, depth: number): void => {
    if (typeof value === 'string') {
      for (const word of value.slice(0, 400).split(/[\s"'`|;&()<>=,]+/)) {
        const last = word.replace(/\/+$/, '').split('/').at(-1)?.toLowerCase() ?? '';
        if (last.length >= 3 && !last.startsWith('-')) words.add(last);
      }
    } else if (isObject(value) && depth < 3) for (const inner of Object.values(value)) visit(inner, depth + 1);
  };
  for (const member of ['file_path', 'notebook_path', 'path', 'command', 'url', 'to', 'subject'])
    if (input[member] !== undefined) visit(input[member], 0);
  return [...words];
}
