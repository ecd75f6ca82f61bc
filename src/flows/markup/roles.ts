import { Cursor, END, isLetterOrDigit, NEWLINE, NOTHING, OTHER } from './fold.ts';
import { skipLead } from './lines.ts';
import type { Disguise, MarkupHit } from './model.ts';

export type Role = 'system' | 'user' | 'assistant' | 'operator';

/** Role names a line may begin with. Sources: FACTS 3 (`Human:`, `Assistant:`, `System:`, `User:`), reports, dictionaries. */
const LATIN: Readonly<Record<string, Role>> = {
  system: 'system',
  systemmessage: 'system',
  systemnotice: 'system',
  systemprompt: 'system',
  systemoverride: 'system',
  systemalert: 'system',
  systemupdate: 'system',
  systeminstruction: 'system',
  sistema: 'system',
  systeme: 'system',
  systemnachricht: 'system',
  systemmeldung: 'system',
  systemhinweis: 'system',
  human: 'user',
  user: 'user',
  usermessage: 'user',
  usuario: 'user',
  humano: 'user',
  utilisateur: 'user',
  humain: 'user',
  benutzer: 'user',
  nutzer: 'user',
  mensch: 'user',
  assistant: 'assistant',
  asistente: 'assistant',
  assistent: 'assistant',
  utilizador: 'user',
  utente: 'user',
  umano: 'user',
  gebruiker: 'user',
  anwender: 'user',
  benutzerin: 'user',
  nutzerin: 'user',
  utilisatrice: 'user',
  uzytkownik: 'user',
  kullanici: 'user',
  nguoidung: 'user',
  pengguna: 'user',
  uzivatel: 'user',
  felhasznalo: 'user',
  anvandare: 'user',
  bruker: 'user',
  utilizator: 'user',
  sistem: 'system',
  systeem: 'system',
  systemet: 'system',
  hethong: 'system',
  rendszer: 'system',
  asystent: 'assistant',
  asistan: 'assistant',
  assistente: 'assistant',
  asisten: 'assistant',
  admin: 'operator',
  amministratore: 'operator',
  administrador: 'operator',
  administrateur: 'operator',
  yonetici: 'operator',
  beheerder: 'operator',
  operator: 'operator',
  administrator: 'operator',
  developer: 'operator',
  operador: 'operator',
  operateur: 'operator',
  betreiber: 'operator',
};
const OTHER_SCRIPTS: readonly (readonly [string, Role])[] = [
  ['システム', 'system'],
  ['系统', 'system'],
  ['系統', 'system'],
  ['시스템', 'system'],
  ['Система', 'system'],
  ['Системное сообщение', 'system'],
  ['Система', 'system'],
  ['النظام', 'system'],
  ['सिस्टम', 'system'],
  ['प्रणाली', 'system'],
  ['المستخدم', 'user'],
  ['مستخدم', 'user'],
  ['उपयोगकर्ता', 'user'],
  ['यूज़र', 'user'],
  ['Користувач', 'user'],
  ['ผู้ใช้', 'user'],
  ['משתמש', 'user'],
  ['Χρήστης', 'user'],
  ['使用者', 'user'],
  ['利用者', 'user'],
  ['المساعد', 'assistant'],
  ['सहायक', 'assistant'],
  ['ユーザー', 'user'],
  ['ユーザ', 'user'],
  ['人間', 'user'],
  ['用户', 'user'],
  ['用戶', 'user'],
  ['人类', 'user'],
  ['사용자', 'user'],
  ['인간', 'user'],
  ['Пользователь', 'user'],
  ['Человек', 'user'],
  ['アシスタント', 'assistant'],
  ['助手', 'assistant'],
  ['어시스턴트', 'assistant'],
  ['Ассистент', 'assistant'],
  ['Помощник', 'assistant'],
  ['オペレーター', 'operator'],
  ['管理者', 'operator'],
  ['管理员', 'operator'],
  ['운영자', 'operator'],
  ['Оператор', 'operator'],
  ['Администратор', 'operator'],
];
const LONGEST = Math.max(...Object.keys(LATIN).map((key) => key.length));
const HEADS = new Set(Object.keys(LATIN).map((key) => key.slice(0, 3)));
const PAIRS = new Set(Object.keys(LATIN).map((key) => key.slice(0, 2)));

export interface RoleHit extends MarkupHit {
  readonly role: Role;
  /** `Human:` · `[SYSTEM]` · `<system>` · `## user` · a line that is only the name. */
  readonly shape: 'label' | 'bracket' | 'tag' | 'heading' | 'alone';
}

/** Role markers at line starts. In the middle of a line of prose a role's name is a word. */
export function roleMarkers(text: string): RoleHit[] {
  const hits: RoleHit[] = [];
  let at = 0;
  while (at < text.length) {
    const hit = roleAt(text, at);
    if (hit !== undefined) hits.push(hit);
    LINE_END.lastIndex = at;
    const end = LINE_END.exec(text);
    if (end === null) break;
    at = end.index + end[0].length;
  }
  const framed = framedRoles(text);
  return framed.length === 0 ? hits : [...hits, ...framed].sort((a, b) => a.start - b.start);
}

/** `--- user ---` as a line of its own, `USER>> …`, and a message object of a chat protocol at the head of a line. */
const FRAMED =
  /^[ \t]*(?:([-=*~_])\1{1,7}[ \t]*(user|human|system)[ \t]*(?:\1{2,8})?[ \t]*$|(user|human|system)[ \t]?(?:>{2,3}|»|→|::|\|>)(?=\s)|\{\s{0,4}"role"\s{0,4}:\s{0,4}"(user|human|system)"\s{0,4},\s{0,4}"content"\s{0,4}:\s{0,4}")/gimu;

function framedRoles(text: string): RoleHit[] {
  if (!/(?:user|human|system)[ \t]?(?:[-=*~_]{2}|[>»→:|"])|[-=*~_]{2}[ \t]*(?:user|human|system)[ \t]*$/imu.test(text))
    return [];
  return [...text.matchAll(FRAMED)].map((match) => {
    const name = (match[2] ?? match[3] ?? match[4])!.toLowerCase();
    const end = match.index + match[0].length;
    return make(text, match.index, end, name === 'system' ? 'system' : 'user', 'label', new Set(), false);
  });
}

const LINE_END = /\r\n|[\n\r\u2028\u2029\u0085]/gu;

function roleAt(text: string, lineStart: number): RoleHit | undefined {
  const from = skipLead(text, lineStart);
  if (from < 0 || from >= text.length) return undefined;
  const first = text.charCodeAt(from) | 0x20;
  const second = text.charCodeAt(from + 1) | 0x20;
  const isLetter = (code: number): boolean => code >= 0x61 && code <= 0x7a;
  if (isLetter(first) && isLetter(second) && !PAIRS.has(String.fromCharCode(first, second))) return undefined;
  const heading = /^\s*#{1,6}\s/.test(text.slice(lineStart, from + 1)) || /#\s*$/.test(text.slice(lineStart, from));
  const cursor = new Cursor(text, from);
  let bracket: 'square' | 'angle' | undefined;
  let neutralised = false;
  let key = '';
  let closed = false;
  let colon = false;
  let nameEnd = from;
  for (;;) {
    if (cursor.at > from + 200) return undefined;
    const before = cursor.at;
    const unit = text.charCodeAt(before);
    if (unit === 0x5c && (key === '' || /^[:：]/u.test(text.slice(before + 1, before + 2)))) {
      neutralised = true;
      cursor.at += 1;
      continue;
    }
    if (unit > 0x7f && key === '') {
      const other = otherScript(text, before, lineStart, from, heading, bracket);
      if (other !== undefined) return other;
    }
    const code = cursor.next();
    if (code === NOTHING) continue;
    if (isLetterOrDigit(code)) {
      key += String.fromCharCode(code);
      nameEnd = cursor.at;
      if (key.length === 3 && !HEADS.has(key)) return undefined;
      if (key.length > LONGEST) return undefined;
      continue;
    }
    if (code === 0x5b && key === '' && bracket === undefined) {
      bracket = 'square';
      continue;
    }
    if (code === 0x3c && key === '' && bracket === undefined) {
      bracket = 'angle';
      continue;
    }
    if (code === 0x20 || code === 0x2a || code === 0x5f || code === 0x2d) {
      if (code === 0x2d && !/^[\s]?\w/.test(text.slice(cursor.at, cursor.at + 2))) return undefined;
      continue; // bold marks, blanks
    }
    if (code === 0x3a || code === OTHER) {
      colon = code === 0x3a || /[：﹕︰]/u.test(text.slice(before, cursor.at));
      if (!colon) return undefined;
      break;
    }
    if ((code === 0x5d && bracket === 'square') || (code === 0x3e && bracket === 'angle')) {
      closed = true;
      break;
    }
    if (code === NEWLINE || code === END) break;
    return undefined;
  }
  const role = Object.hasOwn(LATIN, key) ? LATIN[key] : undefined;
  if (role === undefined) return undefined;
  const shape = shapeOf(bracket, closed, colon, heading);
  if (shape === undefined) return undefined;
  // A line that is only the name must be written as chat logs write it: lower case, nothing around.
  if (shape === 'alone' && (role === 'operator' || text.slice(from, nameEnd) !== key || from !== lineStart))
    return undefined;
  return make(text, from, colon || closed ? cursor.at : nameEnd, role, shape, cursor.seen, neutralised);
}

function shapeOf(
  bracket: 'square' | 'angle' | undefined,
  closed: boolean,
  colon: boolean,
  heading: boolean,
): RoleHit['shape'] | undefined {
  if (bracket === 'square') return closed || colon ? 'bracket' : undefined;
  if (bracket === 'angle') return closed ? 'tag' : undefined;
  if (heading) return 'heading';
  return colon ? 'label' : 'alone';
}

function otherScript(
  text: string,
  at: number,
  lineStart: number,
  from: number,
  heading: boolean,
  bracket: 'square' | 'angle' | undefined,
): RoleHit | undefined {
  const window = text.slice(at, at + 40).normalize('NFKC');
  for (const [name, role] of OTHER_SCRIPTS) {
    if (!window.startsWith(name)) continue;
    const match = /^(?:\s*(?:メッセージ|消息|메시지|通知|알림|сообщение))?[\s*_]*(\\?[:：﹕]|[\]］】]|[>＞])/u.exec(
      text.slice(at + name.length, at + name.length + 20),
    );
    if (match === null && !heading) return undefined;
    if (match === null && /[^\s\p{P}]/u.test(text.slice(at + name.length, at + name.length + 1))) return undefined;
    const mark = match?.[1] ?? '';
    const shape = bracket === 'square' ? 'bracket' : bracket === 'angle' ? 'tag' : heading ? 'heading' : 'label';
    if (bracket !== undefined && match === null) return undefined;
    void lineStart;
    return make(text, from, at + name.length + (match?.[0].length ?? 0), role, shape, new Set(), mark.startsWith('\\'));
  }
  return undefined;
}

function make(
  _text: string,
  start: number,
  end: number,
  role: Role,
  shape: RoleHit['shape'],
  seen: ReadonlySet<Disguise>,
  neutralised: boolean,
): RoleHit {
  return {
    start,
    end,
    form: 'role',
    name: role,
    family: 'role',
    strength: 'weak',
    closing: false,
    disguise: [...seen].sort(),
    neutralised,
    role,
    shape,
  };
}

/**
 * A role's name glued behind the end of a sentence, as a model writes when it runs on into the next turn of a chat log:
 * `…all done.user` + the invented words. Only the last one of a text counts, and only when something follows it.
 */
export function gluedRole(text: string): RoleHit | undefined {
  const tail = Math.max(0, text.length - 4000);
  let found: RoleHit | undefined;
  for (const match of text
    .slice(tail)
    .matchAll(
      /(?<=[.!?。！？…)\]”"'`*:;])(user|human|User|Human|assistant)(?=[\p{Lu}\p{Lo}「“"'¡¿]|\n|[ \u3000][\p{Lu}\p{Lo}「“¡¿])/gu,
    )) {
    const start = tail + match.index;
    const end = start + match[0].length;
    const behind = text.slice(end);
    if (behind.trim() === '') continue;
    // With a blank it may be a member's name (`config.user Sets …`): only as the run-on that ends a text.
    if (/^[ \u3000]/.test(behind) && (behind.length > 400 || /\n\s*\n/.test(behind.trim()))) continue;
    const role = match[1]!.toLowerCase() === 'assistant' ? 'assistant' : 'user';
    found = make(text, start, end, role, 'alone', new Set(), false);
  }
  return found;
}
