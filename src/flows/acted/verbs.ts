/**
 * The acts that a text can order, and the words of order for them, as data: stems for eight languages. The grammar of an order is
 * per language (where the verb stands, which endings make it an order); the words are only named here.
 */

export type ActKind =
  | 'say'
  | 'call'
  | 'run'
  | 'read'
  | 'write'
  | 'delete'
  | 'grant'
  | 'send'
  | 'commit'
  | 'push'
  | 'publish'
  | 'install'
  | 'delegate'
  | 'stop'
  | 'hide';

export type Language = 'en' | 'es' | 'de' | 'fr' | 'ru' | 'ja' | 'zh' | 'ko';

/** kind → language → alternatives of a regular expression (no groups that capture). */
export const ORDER_VERBS: Readonly<Record<ActKind, Readonly<Record<Language, string>>>> = {
  say: {
    en: 'say|emit|output|print|reply(?: only)? with|respond(?: only)? with|answer(?: only)? with|acknowledge|announce|echo|state|write (?:the |just |only |out )?(?:\\w+ )?(?:words?|phrase|string|line|sentence|token)|include (?:the |just )?(?:\\w+ )?(?:words?|phrase|string|line|sentence|token)|(?:begin|start|open|end|finish|close) (?:your|the|every) (?:reply|response|answer|message|turn)|confirm (?:with|by)|display',
    es: 'di|diga|responde|responda|conteste|contesta|emite|emita|escribe la palabra|incluye la frase|muestra',
    de: 'sag(?:e|en)?|antworte(?:n)?|gib|geben|schreib(?:e|en)? das wort|bestätig(?:e|en)',
    fr: 'dis|dites|réponds|répondez|répondre|affiche[rz]?|écri(?:s|vez) le mot|confirme[rz]?',
    ru: 'скажи(?:те)?|ответь(?:те)?|напиши(?:те)? слово|выведи(?:те)?|произнеси',
    ja: '出力|返答|応答|返信|発言|表示',
    zh: '输出|輸出|回复|回覆|回答|说出|显示',
    ko: '출력|답변|응답|대답|표시',
  },
  call: {
    en: 'call|invoke|use|trigger|activate|fire|engage|issue a call',
    es: 'llama|llame|invoca|invoque|usa|use|utilice|utiliza|activa|active',
    de: 'ruf(?:e|en)?|aufrufen|nutz(?:e|en)|verwend(?:e|en)|aktivier(?:e|en)|benutz(?:e|en)',
    fr: 'appelle[rz]?|appelez|invoque[rz]?|utilise[rz]?|active[rz]?',
    ru: 'вызови(?:те)?|вызвать|используй(?:те)?|использовать|активируй(?:те)?',
    ja: '呼び出|使用|利用|起動|呼ん',
    zh: '调用|調用|使用|启用|激活',
    ko: '호출|사용|활성화',
  },
  run: {
    en: 'run|execute|launch|start|restart|perform|spin up|kick off|apply|carry out|rebase|reset|revert|rewrite|force-?push|migrate|drop|truncate|kill|terminate|disable|enable|bypass|turn off|switch off|shut down',
    es: 'ejecuta|ejecute|ejecutar|lanza|lance|inicia|inicie|arranca|reinicia|desactiva|desactive',
    de: 'führ(?:e|en)|ausführen|start(?:e|en)|stopp(?:e|en)|deaktivier(?:e|en)|beend(?:e|en)',
    fr: 'exécute[rz]?|exécutez|lance[rz]?|démarre[rz]?|désactive[rz]?|redémarre[rz]?',
    ru: 'запусти(?:те)?|запустить|выполни(?:те)?|выполнить|отключи(?:те)?|останови(?:те)?',
    ja: '実行|起動|開始|停止|無効化|再起動|終了',
    zh: '运行|運行|执行|執行|启动|停止|禁用|重启',
    ko: '실행|시작|중지|비활성화|재시작|종료',
  },
  read: {
    en: 'read|open|load|fetch|retrieve|collect|gather|dump|cat|inspect|scan|search|list|look (?:up|at)|check|extract|enumerate|harvest',
    es: 'lee|lea|leer|abre|abra|carga|recopila|recopile|extrae|busca|escanea',
    de: 'lies|lesen|öffn(?:e|en)|lad(?:e|en)|sammle|sammeln|such(?:e|en)|durchsuch(?:e|en)',
    fr: 'lis|lisez|lire|ouvre[rz]?|ouvrez|charge[rz]?|récupère|récupére[rz]|collecte[rz]?|cherche[rz]?',
    ru: 'прочитай(?:те)?|прочти|открой(?:те)?|загрузи(?:те)?|собери(?:те)?|найди(?:те)?|просканируй',
    ja: '読み取|読み込|読ん|開い|取得|収集|スキャン|検索',
    zh: '读取|讀取|阅读|打开|获取|收集|扫描|查找',
    ko: '읽|열어|가져오|수집|스캔|검색|조회',
  },
  write: {
    en: 'write|create|save|add|append|insert|edit|modify|update|change|replace|fill(?: in| it)?|put|place|store|record|overwrite|generate|produce|configure|set(?: up)?|patch|amend',
    es: 'escribe|escriba|crea|cree|crear|guarda|guarde|añade|añada|edita|edite|modifica|modifique|actualiza|actualice|cambia',
    de: 'schreib(?:e|en)?|erstell(?:e|en)|speicher(?:e|n)|füg(?:e|en)|änder(?:e|n)|bearbeit(?:e|en)|leg(?:e|en)|ersetz(?:e|en)',
    fr: 'écri(?:s|vez|re)|crée[rz]?|créez|enregistre[rz]?|ajoute[rz]?|modifie[rz]?|remplace[rz]?|change[rz]?',
    ru: 'запиши(?:те)?|создай(?:те)?|создать|сохрани(?:те)?|добавь(?:те)?|измени(?:те)?|замени(?:те)?|обнови(?:те)?|отредактируй',
    ja: '書き込|書い|作成|保存|追加|編集|変更|更新|追記|設定',
    zh: '写入|寫入|创建|創建|保存|添加|编辑|修改|更新|设置',
    ko: '작성|생성|저장|추가|편집|수정|변경|기록|설정',
  },
  delete: {
    en: 'delete|remove|erase|wipe|purge|clear|destroy|unlink|clean up|discard',
    es: 'elimina|elimine|borra|borre|quita|quite|limpia',
    de: 'lösch(?:e|en)|entfern(?:e|en)|bereinig(?:e|en)',
    fr: 'supprime[rz]?|efface[rz]?|retire[rz]?|nettoie',
    ru: 'удали(?:те)?|удалить|сотри(?:те)?|очисти(?:те)?',
    ja: '削除|消去|除去',
    zh: '删除|刪除|清除|移除',
    ko: '삭제|제거|지워',
  },
  grant: {
    en: 'grant|allow|approve|authori[sz]e|give (?:this|the|that|it|me|us|full)|permit|elevate|raise|unlock|whitelist|allow-?list|accept|trust|enable (?:write|edit|bypass|full)|lift|waive|relax|exempt',
    es: 'concede|conceda|otorga|otorgue|permite|permita|aprueba|apruebe|autoriza|autorice',
    de: 'gewähr(?:e|en)|erlaub(?:e|en)|genehmig(?:e|en)|erteil(?:e|en)|autorisier(?:e|en)',
    fr: 'accorde[rz]?|autorise[rz]?|permets|permettez|approuve[rz]?|donne[rz]? (?:accès|les droits)',
    ru: 'предоставь(?:те)?|разреши(?:те)?|одобри(?:те)?|выдай(?:те)? (?:права|доступ)|дай(?:те)? (?:права|доступ)',
    ja: '許可|付与|承認|認可',
    zh: '授予|允许|批准|授权|授權|放行',
    ko: '허용|부여|승인|허가',
  },
  send: {
    en: 'send|post|upload|submit|transmit|forward|exfiltrate|e-?mail|mail|message|notify|transfer|report (?:it|them|this|back) to|share|ping|wire|pay|deliver|leak|sync',
    es: 'envía|envíe|enviar|manda|mande|publica|sube|suba|reenvía|transfiere|paga',
    de: 'send(?:e|en)|schick(?:e|en)|lad(?:e|en) .{0,40} hoch|übermittl(?:e|n)|übertrag(?:e|en)|überweis(?:e|en)|leit(?:e|en)',
    fr: 'envoie|envoye[rz]|transmets|transmettez|téléverse[rz]?|publie[rz]?|transfère|transfére[rz]|paie',
    ru: 'отправь(?:те)?|отправить|пошли(?:те)?|загрузи(?:те)?|передай(?:те)?|перешли(?:те)?|переведи',
    ja: '送信|送っ|投稿|アップロード|転送|送金|通知',
    zh: '发送|發送|上传|上傳|提交到|转发|转账|寄送',
    ko: '보내|전송|업로드|게시|전달|송금',
  },
  commit: {
    en: 'commit|check in|stage',
    es: 'confirma los cambios|haz (?:un )?commit|comitea',
    de: 'commit(?:te|ten|te)?|committe',
    fr: 'commit(?:e|ez|te|tez)?|valide[rz]? les modifications',
    ru: 'закоммить(?:те)?|зафиксируй(?:те)? изменения|сделай(?:те)? коммит',
    ja: 'コミット',
    zh: '提交',
    ko: '커밋',
  },
  push: {
    en: 'push|force-?push|merge|land|tag and push',
    es: '(?:sub|llev|mand|pas)(?:e|a|as|es|an|en)(?!\\p{L}).{0,30}?(?:main|master|producción|la rama principal)|empuja|haz (?:un )?push|sube los cambios|fusiona|fusione|pushea',
    de: '(?:schieb|bring|lad|spiel)(?:e|en|t)?(?!\\p{L}).{0,40}?(?:main|master|hauptzweig|produktion)|push(?:e|en)|merg(?:e|en)',
    fr: '(?:envoie|mets|mettez|envoyez|passe)(?!\\p{L}).{0,30}?(?:main|master|la branche principale)|pousse[rz]?|push(?:e|ez)|fusionne[rz]?',
    ru: 'запушь(?:те)?|запушить|сделай(?:те)? push|отправь(?:те)? изменения|влей(?:те)?|слей(?:те)?',
    ja: 'プッシュ|マージ|push',
    zh: '推送|合并|push',
    ko: '푸시|병합|머지|push',
  },
  publish: {
    en: 'publish|deploy|release|ship|go live|roll ?out|promote|announce publicly',
    es: 'publica|publique|publicar|despliega|despliegue|lanza la versión',
    de: 'veröffentlich(?:e|en)|deploy(?:e|en)|roll(?:e|en) .{0,30} aus',
    fr: 'publie[rz]?|publiez|déploie|déploye[rz]|met(?:s|tez) en (?:ligne|production)',
    ru: 'опубликуй(?:те)?|опубликовать|разверни(?:те)?|выложи(?:те)?|задеплой',
    ja: '公開|デプロイ|リリース|配布',
    zh: '发布|發布|部署|上线',
    ko: '배포|게시|공개|릴리스',
  },
  install: {
    en: 'install|download|pull|add the package|set up the package',
    es: 'instala|instale|descarga|descargue',
    de: 'installier(?:e|en)|lad(?:e|en) .{0,40} herunter',
    fr: 'installe[rz]?|télécharge[rz]?',
    ru: 'установи(?:те)?|установить|скачай(?:те)?',
    ja: 'インストール|ダウンロード',
    zh: '安装|安裝|下载',
    ko: '설치|다운로드',
  },
  delegate: {
    en: 'spawn|delegate|dispatch|launch (?:an?|another|new) (?:sub-?)?agent|start (?:an?|another) (?:sub-?)?agent|hand (?:it )?over to|task (?:an?|another)',
    es: 'delega|delegue|crea un (?:sub)?agente|lanza un (?:sub)?agente',
    de: 'delegier(?:e|en)|start(?:e|en) einen (?:sub)?agenten',
    fr: 'délègue|délégue[rz]|lance[rz]? un (?:sous-)?agent',
    ru: 'делегируй(?:те)?|запусти(?:те)? (?:суб)?агента',
    ja: '委任|委託|エージェントを起動',
    zh: '委派|委托|派生|启动子代理',
    ko: '위임|에이전트를 시작',
  },
  stop: {
    en: 'stop|halt|abort|cease|cancel|pause|quit|exit|end (?:the|this) (?:session|task|run|team)|shut ?down|wrap up|stand down|terminate|kill|no (?:more|further) (?:checks|verification)|skip (?:the )?(?:tests?|checks?|review|verification)|discontinue',
    es: 'detén|detenga|para|pare|cancela|cancele|termina|termine|cierra',
    de: 'stopp(?:e|en)|halt(?:e|en)? an|beend(?:e|en)|brich|abbrechen|schließ(?:e|en)',
    fr: 'arrête[rz]?|arrêtez|cesse[rz]?|annule[rz]?|termine[rz]?|ferme[rz]?',
    ru: 'останови(?:те)?|прекрати(?:те)?|отмени(?:те)?|заверши(?:те)?|закрой(?:те)?',
    ja: '停止|中止|終了|中断|止め',
    zh: '停止|中止|终止|取消|结束|关闭',
    ko: '중지|중단|종료|취소|멈추',
  },
  hide: {
    en: "(?:do not|don't|never|must not|without) (?:mention|tell|inform|notify|report|reveal|disclos|discuss|surface|show|alert|log|note|acknowledg|refer|ask|explain|expos|includ)\\w*|keep (?:this|it|that|the)[^.]{0,40}(?:secret|confidential|private|hidden|quiet|internal)|(?:must|should|shall|may|can|is|are|ought)(?: not|n't)(?: to)? be (?:mentioned|disclosed|reported|revealed|shown|shared|discussed|logged|told|surfaced|quoted)|not to be (?:mentioned|disclosed|reported|revealed|shown|shared|discussed|quoted)|(?:leave|keep)\\b[^.!?\\n]{0,50}\\bout of (?:your|the|any|every)\\b|omit\\b[^.!?\\n]{0,40}\\bfrom (?:your|the|any)\\b|(?:wants?|keep|maintain|observe|demands?|requires?) (?:\\w+ )?silence|between us|off the record|no need to (?:tell|inform|mention|report|ask|notify)\\w*|conceal|hide|silently|quietly|secretly|keep quiet|stay silent",
    es: 'no (?:l[oae]s? |se l[oa]s? )?(?:menciones|mencione|digas|diga|informes|informe|reveles|revele|muestres)|oculta|oculte|en secreto|sin (?:decir|avisar|informar)',
    de: 'erwähn(?:e|en)[^.]{0,40}nicht|nicht (?:erwähnen|melden|mitteilen|verraten|informieren)|verschweig(?:e|en)|verberg(?:e|en)|verbirg|heimlich|geheim ?halten|ohne .{0,30}(?:zu informieren|zu sagen)',
    fr: 'ne (?:mentionne[rz]?|dis|dites|révèle[rz]?|signale[rz]?|parle[rz]?|montre[rz]?|préviens|prévenez)|cache[rz]?|dissimule[rz]?|en secret|sans (?:le dire|prévenir|informer)',
    ru: 'не (?:упоминай|говори|сообщай|раскрывай|рассказывай|показывай|информируй)(?:те)?|скрой(?:те)?|скрывай|тайно|втайне|незаметно',
    ja: '(?:言及|報告|通知|開示|公開|伝え|話さ|知らせ|言わ)(?:しない|ない|ず)|隠|秘密|内密|黙っ',
    zh: '(?:不要|不得|切勿|别|勿|禁止)(?:向用户)?(?:提及|告诉|告知|透露|报告|通知|说明|显示|声张)|隐瞒|保密|隐藏',
    ko: '(?:언급|보고|공개|알리|말하|노출)(?:하지|지) ?(?:마|말)|숨기|비밀',
  },
};

/** Words in front of an English verb that leave it an order. Longest first where one is the head of another. */
export const ORDER_LEADS =
  "(?:\\d+[.)]|step \\d+\\W|please|now|then|next|first(?:ly)?|second(?:ly)?|third(?:ly)?|finally|also|afterwards?|immediately|urgent(?:ly)?|important|critical|mandatory|required|action(?: required)?|attention|warning|note|parent|the (?:parent|main|calling|orchestrating|receiving)(?: (?:agent|session|assistant))?|the (?:orchestrator|coordinator|assistant|agent|session|lead|caller)|orchestrator|coordinator|assistant|agents?|claude|main (?:agent|session)|you(?:'re| are)?(?: (?:now|hereby|therefore))?|all agents|must|should|shall|need(?:s)? to|ha(?:ve|s) to|(?:are|is|am)(?: (?:now|hereby|to))?(?: (?:required|instructed|directed|expected|authori[sz]ed|cleared|obliged|ordered|asked|requested|permitted|allowed|entitled|told))?(?: to)?|to|will|can|may|kindly|go ahead(?: and)?|proceed(?: (?:to|and|with))?|make sure(?: to| you| that you)?|be sure to|ensure(?: that)?(?: you)?|do|just|always|simply|and|or|your (?:next|first|only) (?:action|step|task|move)(?: (?:is|must be))?(?: to)?|it is (?:mandatory|required|necessary|essential)(?: (?:to|that you))?|in order|before (?:anything else|continuing|you continue|proceeding|replying|the next (?:step|turn))|as (?:your|the) next (?:step|action)|without (?:delay|asking|confirmation|further \\w+)|at once|right away|from now on|henceforth|use \\w+ to|remember to|don't forget to|try to|start by|begin by|continue (?:to|by))";
