import { fold } from './lookup.ts';

/** Words that tell how a verb stands and whom a clause is for, as data: mostly English, which marks no imperative. */

const words = (list: string): ReadonlySet<string> => new Set(list.split(' ').map(fold));

/** English verbs that stand before a preposition when they are orders: reply to, log in, push to, go on. */
export const WITH_PREPOSITION = new Set(
  'act treat consult send forward reply respond log go post push upload connect transfer subscribe navigate give wire download proceed continue refer comply adhere start stop look search scan report write switch submit commit append point'.split(
    ' ',
  ),
);

/** English verbs that are nouns just as well need an object behind them to be an order. */
export const AFTER_VERB = new Set(
  'what whatever only both the a an all any every each both some this that these those my your his her their its our it them him me us everyone everything no new out and following latest here'.split(
    ' ',
  ),
);

/** Parts of English verbs that stand behind them. */
export const PARTICLES = new Set('up out off over back down away'.split(' '));

export const PREPOSITIONS = new Set(
  'to from with into in on for by as at now immediately through up over via under'.split(' '),
);

/** Verbs that take the reader's task as it is and are said to readers of any manual. */
export const CORE_REVEAL = new Set(
  'tell telling mention mentioning inform informing reveal revealing notify notifying disclose disclosing'.split(' '),
);

export const STRICT_CHECK = new Set(
  'confirmation approval permission permissions asking consent safety safeguards sandbox guard restrictions supervision confirming gate gates filters'.split(
    ' ',
  ),
);

export const OWN_TASK = new Set(
  'anything answering answer responding respond solving solve summarizing summarising'.split(' '),
);

/** The reader's own work, as against the steps of a manual. */
export const MANUAL_TASK = new Set(
  'continue continuing proceed proceeding next step steps finish finishing complete completing reading read working work resume resuming'.split(
    ' ',
  ),
);

export const WANTED = new Set(
  'need needs want wants wanted like ask asks asked asking request requests requested requesting expect expects require requires instruct instructs order orders tell tells urge urges told instructed ordered directed'.split(
    ' ',
  ),
);

export const MESSAGE = new Set(
  'message notice instruction instructions request order directive announcement note update memo communication'.split(
    ' ',
  ),
);

/** An order goes on behind them: do this and send that. */
export const JOINERS = words(
  'and then or y luego und dann et puis и затем also e ed depois poi en daarna vervolgens i oraz potem ve sonra dan lalu kemudian ثم sowie anschließend danach después ensuite потом फिर और',
);

export const RUNS_COMMAND = new Set(
  'run execute type enter call issue invoke launch start use apply ejecuta ejecute exécutez exécute lance lancez führe starte выполни выполните запусти запустите'.split(
    ' ',
  ),
);

export const COMMANDS = new Set(
  'curl wget npm npx pnpm yarn pip pip3 git bash sh zsh sudo docker make python python3 node chmod chown rm ssh scp rsync gh nc ncat eval source apt apt-get brew cargo go kubectl terraform aws base64 openssl powershell iwr'.split(
    ' ',
  ),
);

/** Before a verb: it is told of somebody, not ordered. */
export const TOLD_OF = new Set(
  'to i we they it he she who which that users developers people can could would may might will did does not never cannot'.split(
    ' ',
  ),
);

export const URGENT = new Set(
  'now immediately urgently urgent asap important mandatory critical jetzt sofort dringend ahora inmediatamente urgente maintenant immédiatement immediatement немедленно срочно сейчас'.split(
    ' ',
  ),
);

export const MAY = new Set('may can puedes puede kannst darfst dürfen können peux pouvez можешь можете'.split(' '));

export const TOOLISH = new Set('tool tools function functions arguments parameters api'.split(' '));

export const FRONTING = new Set('at on after before for during upon to from with'.split(' '));

export const DETERMINERS = new Set(
  'the a an all any every each this that these those my your his her their its our it them'.split(' '),
);

/** Whoever reads: no machine is named, all readers are meant. */
export const QUANTIFIERS = new Set(
  'all any every each cada todos todas jeder jede jedes alle chaque tous toutes каждый все любой'.split(' '),
);

export const GENERIC = new Set(
  'whoever anyone everyone everybody reader readers recipient recipients whichever processor processors consumer consumers crawlers tooling automation pipeline pipelines job jobs worker workers coordinator coordinators caller callers'.split(
    ' ',
  ),
);

export const LINKS = new Set(
  'automated intelligent smart virtual digital general capable are re the a an as being is this language large helpful autonomous coding le la une un eres una ein eine bist sind es êtes etes'.split(
    ' ',
  ),
);

/** What is to be kept from people, as a small word: it, this, of it. */
export const IT = words(
  "lo la les esto eso se-lo en n'en le l' cela isso isto ne questo ciò dit het hier es dies das это об этом tego tym bunu itu ini هذا",
);

/** To whom: "for the assistant:", "an alle Agenten:", "à l'attention des agents :". */
export const TOWARDS = words(
  'to for an für a al ao aos à au aux des pour para per ai alle agli aan voor do dla для к untuk kepada إلى',
);

export const ATTENTION = words(
  'attention dear hi hello hey important note hinweis achtung wichtig aviso atención nota importante consigne avis внимание важно примечание uwaga ważne attenzione atenção opgelet belangrijk dikkat önemli perhatian penting تنبيه ध्यान instruction anweisung instrucción istruzione instrução инструкция talimat',
);

/** Stems of reading and handling, for "agents that read this page". */
export const READS =
  /^(?:read|process|handl|pars|visit|see|view|consum|summari[sz]|describ|transcrib|translat|evaluat|review|analy[sz]|index|load|open|retriev|ingest|encounter|receiv|đọc|xử|čte|čtou|zpracov|cte$|läser|laser$|bearbetar|læser|behandl|leser|olvas|feldolgoz|citest|citeșt|proceseaz|luke|lukev|käsittel|kasittel|διαβαζ|επεξεργ|ה?קורא|ה?מעבד|auswert|lies|les|bearbeit|besuch|sieh|verarbeit|lea|lee|lean|procesa|proces|lit$|lisent|lisant|trait|consult|чита|прочит|обрабат|видя|legg|elabor|le$|leem|czyta|przetwarz|lees|verwerk|oku|isley|memba|memproses|قرا|يقر|تقر|पढ़)/;

export const THIS = words(
  'this these diese dieser diesen dieses diesem esta este estas estos esto cette ce cet ces эту этот эта эти это questa questo queste questi isto deze dit te ten tę ta bu ini هذه هذا इस यह này denna detta dessa denne dette disse цю цей це ці tuto toto teto této ezt az ez această acest aceasta tätä tämän tata taman αυτη αυτο αυτην זה זו',
);
/** What a reader is told that his work is now. */
export const ASSIGNMENTS = new Set(
  'task job goal mission objective duty role policy purpose assignment instruction instructions priority'.split(' '),
);
/** "be sure to", "remember to", "do not forget to". */
export const REMINDED = new Set('sure certain remember forget careful'.split(' '));
/** "could you", "would you". */
export const ASKING = new Set('could can would will'.split(' '));

/** Somebody asks in his own name, or impersonally: "wir bitten", "se ruega", "просим", "prosimy". */
export const ASKS = words(
  'bitten ersuchen fordern prions demandons invitons sollicitons ruega rogamos pide pedimos solicita solicitamos pede-se solicita-se preghiamo prega chiediamo invitiamo просим прошу просьба просимо прохання prosimy proszę uprasza verzoeken vragen verzocht uppmanar ombeds ber beder anmoder anmodes oppfordrer rica mohon dimohon diminta نرجو نطلب يرجى निवेदन अनुरोध',
);
/** "… would be grateful if", "it would help if": a wish in the shape of a condition. */
export const GRATEFUL = new Set(
  'grateful appreciate appreciated thankful obliged glad kind nice helpful welcome help'.split(' '),
);
/** What is called automatic is a machine, whatever its noun: "automated readers", "automatische Systeme". */
export const MACHINE =
  /^(?:intelligent(?:e[nrs]?)?$|generative?$|automat(?:ed|ic|ically|isch|isé|ique|iqu|izad|ico|ica|ici|izzat|yczn|iczn|isk)|автоматич|автоматизиров|цифров|digital(?:e[nrs]?|es|a|o|i)?$|cyfrow|virtual|virtuel|künstlich|artificial|machine$|maschinell|programmatic)/;
/** Nouns that such a word makes a reader of. */
export const MACHINE_NOUN =
  /^(?:readers?|systems?|process(?:es|ors?)?|programs?|software|tools?|clients?|users?|visitors?|helpers?|gardeners?|services?|sistem|système|systeem|systeme|systemen|programm|programa|lecteur|lector|leser|lezer|систем|програм|читател|helfer|помощник|asystent)/;
/** A system that has this text before it, and is bound to something, is a machine reader too. */
export const SYSTEM =
  /^(?:systems?|sistem[aeiu]?|système|systemes?|systeem|programm?s?|software|систем[аеуы]|програм[аиуы])$/;
/** What a decision hangs on, or waits for. */
export const CONDITIONS = words(
  'if unless until till once when whenever whether wenn falls sobald bis solange ob si cuando hasta salvo quand lorsque jusque sauf quando até finché se als totdat zodra если когда пока jeśli gdy dopóki eğer kadar jika sampai',
);
/** Nobody in particular, as the one who must not be told. */
export const ANYBODY = words(
  'anyone anybody others someone people strangers nobody niemand niemandem jemandem dritten andere anderen nadie terceros otros ninguém terceiros personne quiconque tiers autrui nessuno altri niemand anderen никому никто другим посторонним nikomu kimseye kimse siapa siapapun किसी أحد لأحد',
);
/** What belongs to whoever writes. */
export const MINE = words(
  'my our mein meine meinen meinem unser unsere mon ma mes notre mi mis nuestro nuestra meu minha mio mia mijn мой моё моего мою моё мое moje moich benim saya मेरा मेरी',
);
/** What its holder keeps to himself. */
export const CREDENTIALS =
  /^(?:pass(?:word|code|phrase|wort|wörter)s?|pins?|otps?|tans?|cvv|cvc|codes?|tokens?|keys?|credentials?|secrets?|logins?|kennw[oö]rt\p{L}*|zugangsdaten|contraseñas?|claves?|códigos?|senhas?|mots?|passe|identifiants?|parol\p{L}*|парол\p{L}*|код\p{L}*|пин\p{L}*|hasł\p{L}*|wachtwoord\p{L}*|şifre\p{L}*|sandi|पासवर्ड|ओटीपी|पिन|कोड|رمز|كلمة)$/u;
