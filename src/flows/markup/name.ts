import { Cursor, END, isLetterOrDigit, NEWLINE, NOTHING, OTHER } from './fold.ts';
import {
  DOUBLE_BRACKET,
  PIPE_TOKENS,
  PSEUDO_KINDS,
  PSEUDO_SUBJECTS,
  SQUARE_TOKENS,
  TAGS,
  WITH_ATTRIBUTE,
} from './forms.ts';
import type { ControlForm, Disguise } from './model.ts';

/** A bracket's name may be this long when folded, and this long as written: the bound that keeps scanning linear. */
const FOLDED_LIMIT = 56;
const WRITTEN_LIMIT = 400;

export interface NamedTag {
  readonly form: ControlForm;
  readonly token: boolean;
  readonly closing: boolean;
  /** Behind the closing bracket, or behind the name where none follows nearby. */
  readonly end: number;
  readonly disguise: ReadonlySet<Disguise>;
  readonly neutralised: boolean;
}

/** Names long enough to be known with one letter missing, doubled or changed: key without one letter → form. */
const MISSPELT = new Map<string, ControlForm>();
for (const form of TAGS.values()) {
  if (form.strength !== 'strong' || form.key.length < 12) continue;
  MISSPELT.set(form.key, form);
  for (let cut = 0; cut < form.key.length; cut += 1)
    MISSPELT.set(form.key.slice(0, cut) + form.key.slice(cut + 1), form);
}
const REVERSED = new Map<string, ControlForm>();
const ROT13 = new Map<string, ControlForm>();
for (const form of TAGS.values()) {
  if (form.strength !== 'strong' || form.key.length < 12) continue;
  REVERSED.set([...form.key].reverse().join(''), form);
  ROT13.set(
    form.key.replace(/[a-z]/g, (letter) => String.fromCharCode(((letter.charCodeAt(0) - 84) % 26) + 97)),
    form,
  );
}

const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '8': 'b' };

/** Form names that hold the attribute they are known by. */
const ATTRIBUTED: ReadonlySet<string> = new Set(['channel-source', 'invoke-name', 'parameter-name']);

export type Bracket = 'angle' | 'square' | 'round';

/** Reads the name behind an opening bracket. `at` is the first unit behind it; `before` what the bracket itself was dressed in. */
export function readName(text: string, at: number, bracket: Bracket, before: Iterable<Disguise>): NamedTag | undefined {
  // The host's neutraliser puts one backslash behind the bracket; `\t` of `<\task-notification>` is then no tab.
  if (text.charCodeAt(at) === 0x5c) {
    const broken = readAt(text, at + 1, bracket, before, true);
    if (broken !== undefined) return broken;
  }
  return readAt(text, at, bracket, before, false);
}

function readAt(
  text: string,
  at: number,
  bracket: Bracket,
  before: Iterable<Disguise>,
  neutralised: boolean,
): NamedTag | undefined {
  const cursor = new Cursor(text, at);
  for (const disguise of before) cursor.seen.add(disguise);
  if (neutralised) cursor.seen.add('backslash');
  let squeezed = '';
  let closing = false;
  let piped = false;
  let doubled = false;
  let lines = 0;
  let gaps = 0;
  let joined = true;
  let upper = false;
  const wordStarts: number[] = [0];
  let best: { form: ControlForm; length: number; end: number; after: number; token: boolean } | undefined;
  let last = 0;
  let nameEnd = at;
  const limit = at + WRITTEN_LIMIT;

  const offer = (after: number): void => {
    if (squeezed === '' || best?.length === squeezed.length) return;
    const token = piped ? PIPE_TOKENS.get(squeezed) : bracket === 'square' ? SQUARE_TOKENS.get(squeezed) : undefined;
    const form = token ?? (doubled ? DOUBLE_BRACKET.get(squeezed) : undefined) ?? TAGS.get(squeezed);
    if (form === undefined) return;
    if (bracket !== 'angle' && token === undefined && (form.strength === 'weak' || form.key.length < 8)) return;
    best = { form, length: squeezed.length, end: nameEnd, after, token: token !== undefined || doubled };
  };

  for (;;) {
    if (squeezed.length >= FOLDED_LIMIT || cursor.at >= limit) break;
    const from = cursor.at;
    const code = cursor.next();
    if (code === NOTHING) continue;
    if (isLetterOrDigit(code)) {
      const unit = text.charCodeAt(from);
      if (unit >= 0x41 && unit <= 0x5a) {
        upper = true;
        if (squeezed !== '' && last !== 0x20 && text.charCodeAt(from - 1) >= 0x61) wordStarts.push(squeezed.length);
      }
      squeezed += String.fromCharCode(code);
      nameEnd = cursor.at;
      last = code;
      continue;
    }
    if (code === 0x7c) {
      // `<|name|>`; `{user | name}` is an update of a record.
      if (squeezed === '') piped = bracket === 'angle';
      else offer(code);
      last = code;
      continue;
    }
    if (code === 0x3c && squeezed === '' && !doubled && bracket === 'angle') {
      doubled = true;
      continue;
    }
    if (code === 0x2f && squeezed === '') {
      closing = true;
      // `<\/name>`: the backslash came first; `</\name>` breaks it up too.
      if (text.charCodeAt(cursor.at) === 0x5c) {
        cursor.at += 1;
        neutralised = true;
        cursor.seen.add('backslash');
      }
      continue;
    }
    if (code === 0x2d || code === 0x5f || code === 0x2e || code === 0x3a || code === 0x20 || code === NEWLINE) {
      if (squeezed === '') {
        // `<.name>` and `<:name>` are components of a template language.
        if (code === 0x2e || code === 0x3a) return undefined;
        if (code === NEWLINE) lines += 1;
        gaps += 1;
        if (lines > 2 || gaps > 12) return undefined;
        if (code === 0x20 || code === NEWLINE) cursor.seen.add(code === NEWLINE ? 'split-lines' : 'spaces');
        continue;
      }
      offer(code);
      if (code === NEWLINE) {
        lines += 1;
        if (lines > 3) break;
      }
      if (code === 0x2d || code === 0x5f) joined = false;
      if (wordStarts.at(-1) !== squeezed.length) wordStarts.push(squeezed.length);
      last = code;
      continue;
    }
    offer(code);
    if (code === END || code === OTHER) nameEnd = Math.max(nameEnd, at);
    last = code;
    break;
  }
  if (squeezed === '') return undefined;
  offer(last);

  let found = best as { form: ControlForm; length: number; end: number; after: number; token: boolean } | undefined;
  const whole = squeezed.length;
  if (found === undefined && bracket === 'angle') {
    const guess = guessName(squeezed, wordStarts, cursor.seen);
    if (guess !== undefined) found = { form: guess, length: whole, end: nameEnd, after: last, token: false };
  }
  // `<system-info>` is not `<system>`, but `<system-directive>` is a name put together; `<system-reminder-2>` is a reminder still.
  if (found?.form.strength === 'weak' && found.length < whole && /[-_.]/.test(String.fromCharCode(found.after))) {
    const invented = bracket === 'angle' ? pseudoName(squeezed, wordStarts) : undefined;
    found =
      invented === undefined ? undefined : { form: invented, length: whole, end: nameEnd, after: last, token: false };
  }
  found ??= pseudoByShape(text, at, bracket);
  if (found === undefined) return undefined;
  const { form } = found;
  if (found.token && piped && !/[|｜]/.test(text.slice(Math.max(0, at - 1), found.end + 4))) return undefined;

  const close = findClose(text, found.end, bracket);
  const rest = text.slice(found.end, close.end);
  const wanted = WITH_ATTRIBUTE.get(form.key);
  if (wanted !== undefined && !closing && !new RegExp(`^\\s*${wanted}\\s*=`, 'i').test(rest) && form.key !== 'invoke')
    return undefined;
  // `<user name>` and `a<system) return b>0` are a placeholder and a comparison; a real element closes or has attributes.
  if (form.strength === 'weak' && !WEAK_REST.test(rest)) return undefined;
  // A name in running text (`a < system reminder`): without a closing bracket only a name as the host writes it counts.
  if (!close.found && (form.strength === 'weak' || (cursor.seen.has('spaces') && found.length < whole)))
    return undefined;
  if (bracket !== 'angle' && !close.found) return undefined;

  const disguise = new Set(cursor.seen);
  const written = text.slice(at, found.end);
  if (upper && form.name === form.name.toLowerCase()) disguise.add('case');
  const attributed = wanted !== undefined || ATTRIBUTED.has(form.name);
  if (joined && !attributed && /[-_]/.test(form.name) && found.length > 8) disguise.add('joined');
  if (bracket !== 'angle' && !found.token) disguise.add('brackets');
  if (/\s/.test(written) && !attributed) disguise.add(/[\r\n\u2028]/.test(written) ? 'split-lines' : 'spaces');
  if (/=/.test(rest) && !attributed) disguise.add('attributes');
  // `List<SystemMessage>`: a type argument of source code.
  if (disguise.has('joined') && disguise.has('case') && /[A-Za-z0-9_]/.test(text[at - 2] ?? '')) return undefined;
  return { form, token: found.token, closing, end: close.end, disguise, neutralised };
}

/** A name on no list: one letter off, reversed, rot13, in leet, or put together like a host's name. */
function guessName(squeezed: string, wordStarts: number[], seen: Set<Disguise>): ControlForm | undefined {
  if (squeezed.length >= 10) {
    const plain = squeezed.replace(/[0134578]/g, (digit) => LEET[digit]!);
    const leet = TAGS.get(plain);
    if (leet?.strength === 'strong') {
      seen.add('homoglyphs');
      return leet;
    }
    const near = misspelling(plain);
    if (near !== undefined) {
      seen.add('misspelt');
      return near;
    }
    const reversed = REVERSED.get(squeezed);
    if (reversed !== undefined) {
      seen.add('reversed');
      return reversed;
    }
    const turned = ROT13.get(squeezed);
    if (turned !== undefined) {
      seen.add('encoded');
      return turned;
    }
  }
  return pseudoName(squeezed, wordStarts);
}

function misspelling(key: string): ControlForm | undefined {
  const exact = MISSPELT.get(key);
  if (exact !== undefined) return exact;
  for (let cut = 0; cut < key.length; cut += 1) {
    const form = MISSPELT.get(key.slice(0, cut) + key.slice(cut + 1));
    if (form !== undefined) return form;
  }
  return undefined;
}

function pseudoName(squeezed: string, wordStarts: number[]): ControlForm | undefined {
  const words = wordStarts
    .map((start, index) => squeezed.slice(start, wordStarts[index + 1] ?? squeezed.length))
    .filter(Boolean);
  if (words.length < 2 || words.length > 5) return undefined;
  // A kind at the end (`runtime-policy`, `assistant-must-say`) and a subject before it.
  if (!PSEUDO_KINDS.has(words.at(-1)!) || !words.slice(0, -1).some((word) => PSEUDO_SUBJECTS.has(word)))
    return undefined;
  return {
    name: words.join('-'),
    key: squeezed,
    family: 'configuration',
    strength: 'weak',
    source: 'put together like a host name',
  };
}

const ATTRIBUTED_NAME = /^\/?([A-Za-z][\w.-]{3,58})(?=\s+[\w:-]+\s*=)/u;
const HEADLINE = /^\/?([A-Z][A-Z]+(?:[ _-][A-Z]+){1,4})(?=[\]］】]\s*(?:[:\n\r]|$))/u;

/** An invented name with attributes behind it, and a headline in square brackets: `[SYSTEM DIRECTIVE]`. */
function pseudoByShape(
  text: string,
  at: number,
  bracket: Bracket,
): { form: ControlForm; length: number; end: number; after: number; token: boolean } | undefined {
  if (bracket === 'round') return undefined;
  const window = text.slice(at, at + 80);
  const match = (bracket === 'angle' ? ATTRIBUTED_NAME : HEADLINE).exec(window);
  if (match === null) return undefined;
  const words = match[1]!.split(/[-_. ]|(?<=[a-z])(?=[A-Z])/u).map((word) => word.toLowerCase());
  const starts: number[] = [];
  let length = 0;
  for (const word of words) {
    starts.push(length);
    length += word.length;
  }
  const form = pseudoName(words.join(''), starts);
  return form === undefined ? undefined : { form, length, end: at + match[0].length, after: 0x20, token: true };
}

const WEAK_REST = /^\s*\/?\s*(?:[>＞﹥›〉⟩❯❭»》|&%\\\]］】]|$)|^\s+[\w:-]+\s*=/u;
const ANGLE_CLOSE =
  /[>＞﹥›〉⟩❯❭»》˃ᐳ≻⧽⦒]|&(?:amp;)*(?:gt|#62|#x3e|rang|raquo);?|%(?:25)*3e|\\+(?:u003e|x3e|u\{3e\})/iu;

/** Where the tag ends: its closing bracket within 200 units and before the next opening one. */
function findClose(text: string, from: number, bracket: Bracket): { end: number; found: boolean } {
  const window = text.slice(from, from + 200);
  if (bracket === 'angle') {
    const match = ANGLE_CLOSE.exec(window);
    const next = window.search(/</);
    if (match !== null && (next < 0 || match.index < next))
      return { end: from + match.index + match[0].length, found: true };
    return { end: from, found: false };
  }
  const index = window.search(bracket === 'square' ? /[\]］】〕〗⟧]/u : /[)}）｝]/u);
  return index < 0 ? { end: from, found: false } : { end: from + index + 1, found: true };
}
