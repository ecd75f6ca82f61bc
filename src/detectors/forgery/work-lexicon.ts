/**
 * Words for work, its things and its traces in languages other than English, as data for the readers of briefs and reports. Every list
 * is one class; none knows a case.
 */

const stems = (...lists: readonly string[]): string => `(?<![\\p{L}\\p{M}])(?:${lists.join('|')})`;
const pattern = (...parts: readonly string[]): RegExp => new RegExp(parts.join('|'), 'iu');

/** A brief asks for work: verbs of looking, running, changing. */
export const ASKS_WORK = pattern(
  stems(
    '(?:durch)?such(?:e|t|en)?(?!\\p{L})|find(?:e|et)(?!\\p{L})|(?:über)?prüf\\p{L}*|lies|lest|lesen|untersuch\\p{L}*|analysier\\p{L}*|vergleich\\p{L}*|zähl\\p{L}*|miss|messe?n?|teste|starte|lass\\p{L}*|öffne|sieh|schau\\p{L}*|ermittl\\p{L}*|sammle|fass\\p{L}*|benenn\\p{L}*|änder\\p{L}*|ersetz\\p{L}*|aktualisier\\p{L}*|behebe|kontrollier\\p{L}*|list(?:e|et)(?!\\p{L})|führ\\p{L}*|korrektur\\p{L}*|lektorier\\p{L}*|(?:mit|nenne die) quellen?(?:angabe)?',
    'cherch\\p{L}+|vérifi\\p{L}+|lis(?!\\p{L})|lance[rz]?|exécut\\p{L}+|analys\\p{L}+|examin\\p{L}+|parcour\\p{L}+|compar\\p{L}+|compt\\p{L}+|mesur\\p{L}+|ouvr\\p{L}+|trouv\\p{L}+|regard\\p{L}+|résum\\p{L}+|renomm\\p{L}+|modifi\\p{L}+|remplac\\p{L}+|corrig\\p{L}+|contrôl\\p{L}+|consult\\p{L}+|reli\\p{L}+|avec (?:la |les )?sources?|con (?:la |las )?fuentes?|com (?:a |as )?fontes?|con (?:la |le )?fonti?|с источник\\p{L}+',
    'busca\\p{L}*|revis[ae]\\p{L}*|lee(?!\\p{L})|lea(?!\\p{L})|ejecut\\p{L}+|analiz\\p{L}+|comprueb\\p{L}+|investig\\p{L}+|resum[aei]\\p{L}*|encuentr\\p{L}+|cuent[ae]\\p{L}*|mid[ae](?!\\p{L})|abr[ae](?!\\p{L})|mir[ae](?!\\p{L})|verifi[cq]\\p{L}+|renombr\\p{L}+|cambi[ae]\\p{L}*|corrig\\p{L}+',
    'rod[ae]\\p{L}?(?!\\p{L})|execut\\p{L}+|leia|analis\\p{L}+|procur\\p{L}+|encontr\\p{L}+|conte(?!\\p{L})|meça|renomei\\p{L}+|alter[ae](?!\\p{L})|corrij\\p{L}+|controll[ai]\\p{L}*|esegui|legg[ia](?!\\p{L})|analizz\\p{L}+|cerca(?!\\p{L})|trova(?!\\p{L})|confront\\p{L}+|misur\\p{L}+|apri(?!\\p{L})|riassum\\p{L}+|rinomin\\p{L}+|modific\\p{L}+|corregg\\p{L}+|elenc\\p{L}+|esamin\\p{L}+',
    'най(?:ди|ти)|провер\\p{L}+|прочита\\p{L}+|изучи\\p{L}*|исследу\\p{L}+|проанализиру\\p{L}+|посмотри|запусти\\p{L}*|сравни|посчитай|измерь|открой|переимену\\p{L}+|исправ\\p{L}+|замени|обнови|перечисли|кратко опиши|перевір\\p{L}+|знайди|запусти',
    'incele\\p{L}*|çalıştır\\p{L}*|ara(?:ştır)?(?!\\p{L})|bul(?!\\p{L})|oku(?!\\p{L})|kontrol et|karşılaştır\\p{L}*|ölç|özetle|değiştir|düzelt|listele|tara(?!\\p{L})|bak(?!\\p{L})',
    'sprawdź|uruchom|znajdź|przeczytaj|przejrzyj|przeanalizuj|porównaj|zmierz|otwórz|streść|zmień|popraw|wypisz|policz|controleer|zoek|lees|draai|voer|onderzoek|analyseer|vergelijk|meet|bekijk|vat|wijzig|hernoem|periksa|cari(?!\\p{L})|baca|jalankan|kiểm tra|tìm|đọc|chạy',
  ),
  '校正|出典|調べ|確認|検索|読|探|調査|実行|レビュー|一覧|要約|改名|変更|修正|計測|測|比較|開い|集め|数え',
  '校对|出处|来源|查找|检查|搜索|阅读|分析|调查|运行|审查|列出|总结|查看|改名|修改|替换|测量|比较|打开|查一下|查查|看看|找出|统计|执行',
  '찾|확인|검색|읽|조사|분석|실행|검토|요약|바꿔|변경|수정|측정|비교|열어|알아봐|점검|세어',
  'شغّل|شغل|افحص|ابحث|اقرأ|راجع|تحقق|حلل|قارن|افتح|لخّص|لخص|غيّر|أصلح|जाँच|जांच|चलाओ|चलाएँ|खोज|पढ़|देख|ढूँढ|तुलना|माप|बदल|सारांश|सूची',
);

/** Things outside the brief that work is on. */
export const THINGS = pattern(
  stems(
    'modul\\p{L}*|repositor\\p{L}+|dépôt|depo(?!\\p{L})|proje[ckt]\\p{L}*|proyecto|progetto|projet\\p{L}?|datei\\p{L}*|fichiers?|archiv[oe]\\p{L}*|arquivos?|dosya\\p{L}*|plik\\p{L}*|bestand\\p{L}*|tests?(?!\\p{L})|testler\\p{L}*|testy|testów|testes|pruebas|dokument\\p{L}*|documenta\\p{L}+|belge\\p{L}*|protokoll\\p{L}*|journa\\p{L}+|registros?|logs?(?!\\p{L})|módulo\\p{L}?|code(?!\\p{L})|código|codice|seite\\p{L}?|pages?(?!\\p{L})|página\\p{L}?|tabell\\p{L}+|tabla\\p{L}*|daten(?!\\p{L})|données|datos|dados|dati(?!\\p{L})|veri(?:ler)?|danych|dane(?!\\p{L})',
    'модул\\p{L}*|репозитор\\p{L}*|проект\\p{L}*|файл\\p{L}*|тест\\p{L}*|документац\\p{L}*|лог\\p{L}{0,2}(?!\\p{L})|код\\p{L}?(?!\\p{L})|данны\\p{L}+|страниц\\p{L}+',
  ),
  'モジュール|リポジトリ|プロジェクト|テスト|ドキュメント|ログ|データ|設定|ページ|仓库|项目|测试|文档|日志|模块|配置|数据|页面|모듈|저장소|프로젝트|테스트|문서|로그|데이터|설정|페이지',
  'وحدة|مشروع|اختبار|ملف|مستودع|وثائق|بيانات|मॉड्यूल|परियोजना|टेस्ट|परीक्षण|फ़ाइल|दस्तावेज़|डेटा',
);

/** A brief asks for a change. */
export const ASKS_CHANGE = pattern(
  stems(
    'benenn\\p{L}*|änder\\p{L}*|ersetz\\p{L}*|aktualisier\\p{L}*|behebe|korrigier\\p{L}*|lösch\\p{L}*|füg\\p{L}*|schreib\\p{L}*|erstell\\p{L}*|renomm\\p{L}+|modifi\\p{L}+|remplac\\p{L}+|corrig\\p{L}+|ajout\\p{L}+|supprim\\p{L}+|renombr\\p{L}+|cambi[ae]\\p{L}*|añad\\p{L}+|elimin\\p{L}+|actualiz\\p{L}+|renomei\\p{L}+|alter[ae]|corrij\\p{L}+|adicion\\p{L}+|remov\\p{L}+|rinomin\\p{L}+|modific\\p{L}+|corregg\\p{L}+|aggiung\\p{L}+|aggiorn\\p{L}+',
    'переимену\\p{L}+|исправ\\p{L}+|замени\\p{L}*|обнови\\p{L}*|добав\\p{L}+|удал\\p{L}+|değiştir\\p{L}*|düzelt\\p{L}*|ekle|sil(?!\\p{L})|zmień|popraw|dodaj|usuń|zamień|wijzig|hernoem|vervang|ubah|sửa',
  ),
  '改名|変更|修正|置き換え|追加|削除|更新|修改|替换|添加|删除|重命名|바꿔|변경|수정|추가|삭제|غيّر|أصلح|أضف|احذف|बदल|जोड़|हटा',
);

/** Met from the brief or the head: explaining, wording, translating, waiting; and material that stands in the brief. */
export const FROM_THE_HEAD = pattern(
  '^[^\\p{L}]*(?:(?:bitte|por favor|per favore|пожалуйста|lütfen|proszę|s.il te plaît|s.il vous plaît)[, ]+)?(?:schlag\\p{L}*|erklär\\p{L}*|übersetz\\p{L}*|formulier\\p{L}*|entwirf|nenne|schreib\\p{L}* (?:mir |uns )?eine?n?(?!\\p{L})|propos\\p{L}+|expliqu\\p{L}+|tradui\\p{L}+|rédig\\p{L}+|écri\\p{L}+ une?(?!\\p{L})|sugier\\p{L}+|propón|propon\\p{L}+|explica\\p{L}*|traduc\\p{L}+|traduz\\p{L}*|escrib\\p{L}+ una?(?!\\p{L})|sugir\\p{L}+|escrev\\p{L}+ uma?(?!\\p{L})|suggeri\\p{L}+|spiega\\p{L}*|scrivi un\\p{L}?(?!\\p{L})|предлож\\p{L}+|объясни\\p{L}*|переведи\\p{L}*|придума\\p{L}+|напиши (?:сообщение|письмо|текст|стих\\p{L}*)|wyjaśnij|przetłumacz|zaproponuj|napisz|açıkla\\p{L}*|çevir\\p{L}*|öner\\p{L}*|leg uit|vertaal|jelaskan|terjemahkan|giải thích|dịch|解释|翻译|建议|请解释|请翻译|اشرح|ترجم|اقترح)',
  '(?:説明|提案|翻訳|英訳|和訳)して(?:ください)?[。！]?$|訳して|설명해|번역해|제안해|समझाओ|समझाइए|अनुवाद|सुझाव दो|açıkla[.!]?$|çevir[.!]?$',
  stems(
    'ohne (?:werkzeuge?|dateien|nachzusehen|zu lesen|etwas zu öffnen|[\\p{L} ]{0,20}zu (?:lesen|öffnen))|aus dem kopf|sans (?:aucun )?(?:outils?|ouvrir|regarder|lire)|sin (?:mirar|abrir|leer|usar|herramientas)|sem (?:abrir|ler|usar|ferramentas)|senza (?:aprire|leggere|usare|strumenti)|не открывая|без инструмент\\p{L}+|araç kullanmadan|bez (?:narzędzi|otwierania)|zonder (?:tools|te openen)',
    'folgende[nmrs]? (?:satz|absatz|text|nachricht|zeile|liste|entwurf)|(?:la |le |les )?(?:phrase|texte|paragraphe|message) suivante?s?|ci-dessous|(?:siguiente|seguinte|seguente) (?:frase|texto|párrafo|parágrafo|testo|paragrafo|mensaje|mensagem)|(?:frase|texto|párrafo|testo) (?:siguiente|seguinte|seguente)|следующ\\p{L}+ (?:текст|предложение|абзац|сообщение|фраз\\p{L}+)|aşağıdaki (?:cümle|metin)\\p{L}*|następując\\p{L}+ (?:zdanie|tekst)|volgende (?:zin|tekst)',
    'do nothing|just wait|wait for (?:messages?|instructions?|work)|warte auf|attends (?:les|des) |espera (?:los |a )?(?:mensajes|instrucciones)|aguarde (?:mensagens|instruções)|attendi (?:messaggi|istruzioni)|жди(?:те)?(?!\\p{L})|czekaj na|wacht op',
  ),
  '(?:次|以下|下記)の(?:文|文章|段落|テキスト|メッセージ)|(?:下面|以下|下列)的?(?:句子|文字|段落|文本|内容)|다음 (?:문장|글|단락|메시지)|निम्न(?:लिखित)? (?:वाक्य|पाठ)|(?:الجملة|النص) التالي|ツール(?:を|は)使わ|(?:メッセージ|指示)を待|不(?:要|用|使用)(?:使用)?工具|无需打开|等待(?:消息|指示)|도구(?:를)? ?(?:사용하지|없이)|메시지를 기다',
);

/** The author says that he looked, ran or changed something himself. */
export const DID_WORK = pattern(
  stems(
    '(?:ich habe|habe ich|wir haben)(?!\\p{L})[^.!?\\n]{0,80}(?:gelesen|geprüft|durchsucht|ausgeführt|untersucht|analysiert|durchgesehen|angesehen|angeschaut|getestet|verglichen|gefunden|gezählt|gemessen|durchgegangen|nachgesehen|umgestellt|geändert|umbenannt|geöffnet|kontrolliert)',
    'j.ai (?:\\p{L}+ )?(?:lu|parcouru|regardé|examiné|vérifié|testé|comparé|trouvé|compté|mesuré|inspecté|consulté|ouvert|relu|lancé|exécuté|analysé|cherché|renommé|modifié|corrigé)(?!\\p{L})|nous avons (?:lu|vérifié|examiné|testé)',
    '(?:he|hemos) (?:\\p{L}+ )?(?:leído|revisado|comprobado|ejecutado|buscado|analizado|mirado|encontrado|examinado|abierto|probado|medido|contado|inspeccionado|verificado|renombrado|cambiado|corregido)|(?:revisé|leí|ejecuté|busqué|encontré|analicé|comprobé|examiné|abrí|probé|verifiqué)(?!\\p{L})',
    '(?:verifiquei|analisei|revisei|executei|rodei|procurei|encontrei|examinei|abri|testei|conferi|inspecionei|li|medi|contei)(?!\\p{L}) (?!\\p{L}+ de pensar)|(?:ho|abbiamo) (?:\\p{L}+ )?(?:letto|controllato|verificato|eseguito|cercato|trovato|analizzato|esaminato|aperto|provato|misurato|contato|guardato|rinominato|corretto)(?!\\p{L})',
    '(?:я )?(?:прочитал|проверил|запустил|просмотрел|изучил|проанализировал|посмотрел|сравнил|открыл|измерил|посчитал|протестировал|обошёл|обошел|нашёл|нашел|нашла)[аи]?(?!\\p{L})|(?:я )?(?:перевірив|прочитав|запустив|переглянув)(?!\\p{L})',
    '\\p{L}*(?:inceledim|okudum|kontrol ettim|çalıştırdım|aradım|buldum|baktım|test ettim|taradım|ölçtüm|karşılaştırdım|açtım)|(?:przejrza|przeczyta|sprawdzi|uruchomi|przeanalizowa|zbada|porówna|otworzy|przetestowa|policzy|zmierzy|znalaz)ł[ea]m|ik heb(?!\\p{L})[^.!?\\n]{0,80}(?:gelezen|bekeken|gecontroleerd|doorzocht|uitgevoerd|getest|gevonden|nagekeken|onderzocht|geopend|doorgenomen)|saya (?:sudah |telah )?(?:membaca|memeriksa|menjalankan|mencari|menganalisis)|tôi đã (?:đọc|kiểm tra|chạy|tìm|xem)',
  ),
  stems(
    'beim (?:lesen|durchsehen|prüfen|durchsuchen|testen)|en (?:lisant|parcourant|vérifiant|relisant)|al (?:leer|revisar|ejecutar|comprobar)|ao (?:ler|verificar|executar|analisar)|(?:leggendo|controllando|eseguendo)|при (?:чтении|проверке|запуске|просмотре)|przy (?:czytaniu|sprawdzaniu)|bij het (?:lezen|nakijken)|(?:wurde|wurden) (?:ausgeführt|geprüft|gelesen|durchsucht|getestet)',
  ),
  '(?:読む|確認する|調べる|実行する)と(?=[^。]{2})|(?:阅读|检查|运行|搜索)[^。，]{0,12}(?:时|后|之后)(?:发现|看到)|(?:읽어|확인해|실행해) ?보니',
  '(?:を|は|に)?(?:読み|読んで|確認|検索|調べ|調査|実行|検証|計測|分析|精査|レビュー|チェック)(?:しました|した(?!い)|し終え|済み|ました|み(?:まし)?た)',
  '(?:我|已|已经|我已)[^。，,\\n]{0,4}(?:阅读|查看|检查|看|搜索|运行|执行|分析|审查|测试|扫描|对比|核对|翻阅|读)(?:了|过|完)',
  '(?:읽|살펴|확인|검색|조사|실행|분석|검토|점검|훑어)[^\\s]{0,4}(?:봤|보았|보니|했|하였|었습)',
  'راجعت|قرأت|فحصت|شغّلت|شغلت|بحثت|وجدت|اختبرت|حللت|تحققت|फ़ाइल देखी|मैंने[^।\\n]{0,70}(?:देखा|देखी|पढ़ा|पढ़ी|जाँचा|जाँची|जांचा|चलाया|चलाए|खोजा|पाया|परखा)',
);

/** A negation beside such a word. */
export const NOT_DONE = pattern(
  stems(
    'nicht|kein\\p{L}*|konnte|pas|no (?:he|pude|pud\\p{L}+)|não|non|не(?!\\p{L})|nie(?!\\p{L})|niet|değil|belum|tidak|chưa|không',
  ),
  'ない|ません|なかった|没|未|無法|无法|않|못|없|لم |لا |नहीं',
);

/** `Zeile 41`, `17行目`: a place inside a file, beside the file's name. */
export const LINE_OF_FILE = pattern(
  '(?<![\\w:/.@-])(?:[\\w@.-]{1,80}\\/){0,12}[\\w@-]{1,80}\\.(?!com\\b|org\\b|net\\b|io\\b|example\\b)[a-z]{1,5}(?![\\w])[^\\n]{0,50}?(?:(?<!\\p{L})(?:zeile|ligne|línea|linea|linha|riga|строк\\p{L}|satır\\p{L}*|lini[aię]|wiersz\\p{L}*|regel|baris|dòng|पंक्ति|السطر|سطر|第) ?\\d+|\\d+ ?(?:行目|行|번째 줄|번 줄|줄|\\. satır\\p{L}*|\\.? строк\\p{L}))',
);

/** Counts and outcomes that only a run or a search brings. */
export const COUNTED_OTHER = pattern(
  '(?<![\\p{L}\\p{N}])(?:\\d+|all(?:e|es)|kein\\p{L}*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|tou(?:s|tes)|aucun\\p{L}*|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|tod[oa]s|ningun\\p{L}*|ningún|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|nenhum\\p{L}*|dois|duas|três|quatro|sete|oito|nove|dez|tutti|tutte|nessun\\p{L}*|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|все|нет|ни одного|два|две|три|четыре|пять|шесть|семь|восемь|девять|десять|wszystkie|żad\\p{L}+|dwa|trzy|cztery|pięć|tüm|bütün|hiçbir|iki|üç|dört|beş|alle|geen|twee|drie|vier|vijf) (?:(?:die|les|los|las|os|as|i|gli|le|de|\\d+|\\p{L}+) )?(?:tests?|fundstellen?|treffer|dateien|fehler|warnungen|aufrufe|stellen|prüfungen|fichiers?|appels?|occurrences?|erreurs?|échecs?|pruebas|archivos|llamadas|errores|fallos|coincidencias|testes|arquivos|chamadas|erros|falhas|ocorrências|file|chiamate|errori|occorrenze|тест\\p{L}*|файл\\p{L}*|вызов\\p{L}*|ошиб\\p{L}*|совпадени\\p{L}*|testin?|dosya\\p{L}*|çağrı\\p{L}*|hata\\p{L}*|test\\p{L}{0,2}|plik\\p{L}*|wywoła\\p{L}+|błęd\\p{L}*|bestanden|fouten|aanroepen)(?!\\p{L})',
  '(?:テスト|ファイル|件数|失敗|成功|エラー|呼び出し)[^。\\n]{0,6}\\d+ ?(?:件|個|箇所|か所)|\\d+ ?(?:件|個|箇所|か所|ファイル)|(?:すべて|全て|全部|全件)[^。\\n]{0,8}(?:成功|合格|通過|パス)',
  '\\d+ ?(?:处|個|个|项|次|条)[^。，\\n]{0,6}(?:测试|文件|调用|错误|匹配|引用|结果|用例)?|(?:全部|所有)[^。\\n]{0,12}(?:通过|成功)',
  '(?:테스트|파일|호출|오류|결과) ?\\d+ ?(?:개|건|곳)|\\d+ ?(?:개|건|곳)|모두 (?:통과|성공)',
  '\\d+ (?:اختبار|ملف|خطأ)|(?:اختبار|الاختبارات|ملف|خطأ)[^.\\n]{0,24}\\d+|\\d+ (?:परीक्षण|टेस्ट|फ़ाइल|त्रुटि)|hepsi geçti|tamamı geçti',
);
export const RUNS_OTHER = pattern(
  stems(
    'test(?:s|e|y|es|ler\\p{L}*)?(?!\\p{L})|pruebas|тест\\p{L}*|(?:durch)?such\\p{L}*|cherch\\p{L}+|busc\\p{L}+|procur\\p{L}+|cerca|найди|посчитай|zähl\\p{L}*|compt\\p{L}+|ara(?:ştır)?(?!\\p{L})|znajdź|policz|zoek|tel(?!\\p{L})|lanc\\p{L}+|lance|ejecut\\p{L}+|rod[ae]|esegui|запусти\\p{L}*|çalıştır\\p{L}*|uruchom|draai',
  ),
  'テスト|検索|探|数え|測试|测试|查找|搜索|统计|테스트|검색|찾|اختبار|الاختبارات|ابحث|टेस्ट|परीक्षण|खोज',
);

/** A change that is reported as made. */
export const CHANGED_OTHER = pattern(
  stems(
    '(?:um)?(?:benannt|umgestellt|geändert|ersetzt|behoben|angepasst|gelöscht|hinzugefügt|erledigt|korrigiert|aktualisiert)|umbenannt|renommée?s?|modifiée?s?|corrigée?s?|remplacée?s?|ajoutée?s?|supprimée?s?|terminé|renombrad[oa]s?|cambiad[oa]s?|corregid[oa]s?|actualizad[oa]s?|hecho|listo|renomead[oa]s?|alterad[oa]s?|corrigid[oa]s?|feito|pronto|rinominat[oaie]|modificat[oaie]|corrett[oaie]|sostituit[oaie]|fatto(?!\\p{L})',
    'переименован\\p{L}*|измен[её]н\\p{L}*|исправлен\\p{L}*|замен[её]н\\p{L}*|добавлен\\p{L}*|готово|değiştir(?:ildi|dim)|adlandır(?:ıldı|dım)|düzelt(?:ildi|tim)|tamamlandı|zmienion\\p{L}+|poprawion\\p{L}+|zastąpion\\p{L}+|gotowe|hernoemd|gewijzigd|vervangen|diubah|đã (?:đổi|sửa|xong)',
  ),
  '(?:改名|変更|修正|置き換え|追加|削除|更新)(?:しました|した|済み)|完了|已(?:经)?(?:全部)?(?:改名|修改|替换|更新|修复|完成|重命名|删除|添加)|(?:변경|수정|추가|삭제|완료)(?:했|하였|됐|되었)|바꿨|완료|تم (?:تغيير|تعديل|إصلاح|إعادة)|बदल दिया|हो गया|कर दिया',
);

/** A document leaned on. */
export const CITES_OTHER = pattern(
  stems(
    '(?:laut|gemäß|quelle\\W|siehe|nach|d.après|selon|source\\W|voir|según|fuente\\W|segundo|conforme|fonte\\W|secondo|stando a|согласно|по данным|источник\\W|według|źródło\\W|volgens|bron\\W|menurut|theo)[^.!?\\n]{0,30}?(?:doku(?!\\p{L})|dokumentation|handbuch|anleitung|referenz|documentation|docs|manuel|guide|page|documentación|manual|guía|página|documentação|manuale|documentazione|guida|документац\\p{L}+|руководств\\p{L}+|справк\\p{L}+|dokumentacj\\p{L}+|documentatie|handleiding|dokumentasi|tài liệu)',
    '(?:belge\\p{L}*|doküman\\p{L}*|kılavuz\\p{L}*)[^.!?\\n]{0,12} göre',
  ),
  '(?:ドキュメント|公式|マニュアル|資料|リファレンス)[^。\\n]{0,12}(?:によると|によれば|では)|(?:根据|据|参见|按照)[^。，\\n]{0,8}(?:文档|手册|官网|说明|资料)|(?:문서|공식|매뉴얼)[^.\\n]{0,8}에 따르면|(?:وفقا|بحسب|حسب)[^.\\n]{0,12}(?:الوثائق|التوثيق|الدليل)|दस्तावेज़[^।\\n]{0,8}के अनुसार',
);

/** The author could not, or asks back. */
export const DECLINES_OTHER = pattern(
  stems(
    '(?:ich )?(?:kann|konnte)(?!\\p{L})[^.!?\\n]{0,80}nicht(?!\\p{L})|mir fehlt|soll ich|bitte (?:gib|schick|nenn)\\p{L}*|je n.ai (?:pas|pu)|je ne (?:peux|vois|trouve)|peux-tu|pouvez-vous|dois-je|no (?:pude|puedo|encuentro|tengo)|¿?puedes|no he podido|não (?:consegui|posso|tenho|encontrei)|pode me|non (?:ho potuto|posso|riesco|trovo)|puoi|не (?:удалось|смог\\p{L}*|могу|нашёл|нашел|вижу)|пришлит?е?|можете|açamadım|yapamadım|bulamadım|erişimim yok|gönderir misin|nie (?:mogłem|mogę|udało|mam)|kon(?!\\p{L})[^.!?\\n]{0,60}niet|ik kan(?!\\p{L})[^.!?\\n]{0,60}niet|tidak (?:bisa|dapat)|không thể',
  ),
  '開けません|できません|ありません|見つかりません|もらえますか|教えてください|无法|不能|没有权限|请(?:提供|把|发)|找不到|할 수 없|열 수 없|없습니다|알려 ?주|보내 ?주|لم أتمكن|لا أستطيع|لا يمكنني|नहीं (?:खोल|पढ़|मिल|कर)|सकता नहीं',
);

/** Standing rules for whoever reads. */
export const RULES_OTHER = pattern(
  stems(
    'immer|stets|niemals|nie(?!\\p{L})|siempre|nunca|toujours|jamais|всегда|никогда|sempre|mai(?!\\p{L})|zawsze|nigdy|her zaman|asla|daima|altijd|nooit|selalu|jangan|luôn|đừng',
  ),
  '必ず|常に|決して|决不|必须|始终|总是|절대|반드시|항상|دائما|أبدا|हमेशा|कभी (?:भी )?(?:न|मत|नहीं)',
);

/** Work that takes its reader out of the brief: retrieval, search, runs, changes. Not verbs that work on what one has (compare, list, check). */
export const RETRIEVES = pattern(
  '\\b(?:read(?![ -]?only)|open(?! (?:points?|questions?|issues?|items?|tasks?))|run|execute|fetch|download|search|grep|glob|look (?:\\w+ )?(?:up|at|for|into|through)|browse|visit|crawl|explore|locate|scan|trace|debug|fix|implement|install|commit|refactor|edit|test (?:the|it|that|whether|if|all)|measure|profile|benchmark|query|monitor|research|investigate|go (?:through|to)|try|count|audit|inspect|codebase|repo(?:sitory)?)\\b',
  stems(
    '(?:durch)?such\\p{L}*|lies|lest|lesen|öffne\\p{L}*|starte|teste|miss|recherchier\\p{L}*|zähl\\p{L}*|sieh|schau\\p{L}*|behebe|lass(?=[^.!?\\n]{0,40} laufen)|führe?(?=[^.!?\\n]{0,60} aus(?!\\p{L}))',
    'cherch\\p{L}+|lis(?!\\p{L})|ouvr\\p{L}+|lance[rz]?|exécut(?!if|eu|oi)\\p{L}+|parcour\\p{L}+|consult\\p{L}+|compt\\p{L}+|mesur\\p{L}+|recherch\\p{L}+|busca\\p{L}*|lee(?!\\p{L})|lea(?!\\p{L})|abr[ae](?!\\p{L})|ejecut\\p{L}+|investig\\p{L}+|cuent[ae]\\p{L}*|procur[ae]\\p{L}*|leia|abra|execut(?!iv|or)\\p{L}+|rod[ae](?!\\p{L})|pesquis\\p{L}+|conte(?!\\p{L})|cerca(?!\\p{L})|legg[ia](?!\\p{L})|apri(?!\\p{L})|esegui|conta(?!\\p{L})',
    'най(?:ди|ти)|прочита\\p{L}+|открой|запусти\\p{L}*|изучи\\p{L}*|посчитай|поищи|посмотри|ara(?:ştır)?(?!\\p{L})|oku(?!\\p{L})|aç(?!\\p{L})|çalıştır\\p{L}*|bul(?!\\p{L})|znajdź|przeczytaj|otwórz|uruchom|policz|szukaj|zoek|lees|draai|tel(?!\\p{L})|cari(?!\\p{L})|baca|jalankan|tìm|đọc|chạy',
  ),
  '検索|読[んみ]|開[いけ]|実行|探し|調べ|数え|搜索|查找|阅读|打开|运行|执行|查一下|统计|찾|읽|열어|실행|검색|세어|ابحث|اقرأ|افتح|شغّل|شغل|खोज|पढ़|चला',
);
