/** One escape: what it stands for and where it ends. `point` is -1 where it stands for a sign that is worth nothing to the matcher. */
export interface Escape {
  readonly point: number;
  readonly end: number;
}

/**
 * At a backslash: JSON and shell escapes, however often they were escaped again (`\n`, `\\n`, `\\\\n`). An unknown escape is a lone
 * backslash; the letter behind it is text.
 */
export function readEscape(text: string, at: number): Escape {
  let end = at + 1;
  while (text.charCodeAt(end) === 92) end++;
  const code = text.charCodeAt(end);
  switch (code) {
    case 110: // n
    case 114: // r
      return { point: 10, end: end + 1 };
    case 98: // b
      return { point: -1, end: end + 1 };
    case 102: // f
    case 116: // t
      // The host breaks up control tags in a child's words by a backslash: `<\\task-notification>` holds no tab.
      if (text.charCodeAt(at - 1) === 60 && isLowerCase(text.charCodeAt(end + 1))) break;
      return { point: -1, end: end + 1 };
    case 117: {
      // \uXXXX, two of them for a character beyond the BMP, \u{X…}
      if (text.charCodeAt(end + 1) === 123) {
        const size = hexRun(text, end + 2, 6);
        if (size > 0 && text.charCodeAt(end + 2 + size) === 125) {
          const point = hexValue(text, end + 2, size);
          return { point: point <= 0x10ffff ? point : -1, end: end + 3 + size };
        }
        break;
      }
      if (hexRun(text, end + 1, 4) < 4) break;
      const high = hexValue(text, end + 1, 4);
      const next = end + 5;
      if (high < 0xd800 || high > 0xdbff || text.charCodeAt(next) !== 92) return { point: high, end: next };
      let second = next;
      while (text.charCodeAt(second) === 92) second++;
      if (text.charCodeAt(second) !== 117 || hexRun(text, second + 1, 4) < 4) return { point: high, end: next };
      const low = hexValue(text, second + 1, 4);
      if (low < 0xdc00 || low > 0xdfff) return { point: high, end: next };
      return { point: 0x10000 + ((high - 0xd800) << 10) + (low - 0xdc00), end: second + 5 };
    }
    case 120: // \xXX
      if (hexRun(text, end + 1, 2) === 2) return { point: hexValue(text, end + 1, 2), end: end + 3 };
      break;
    case 101: // \e
      if (text.charCodeAt(end + 1) === 91) return { point: 27, end: end + 1 };
      break;
    case 48: // \033
      if (text.startsWith('33[', end + 1)) return { point: 27, end: end + 3 };
      break;
  }
  return { point: -1, end };
}

/** Named entities whose character is a letter; all other names stand for signs. */
const LETTERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    agrave: 0xe0,
    aacute: 0xe1,
    acirc: 0xe2,
    atilde: 0xe3,
    auml: 0xe4,
    aring: 0xe5,
    aelig: 0xe6,
    ccedil: 0xe7,
    egrave: 0xe8,
    eacute: 0xe9,
    ecirc: 0xea,
    euml: 0xeb,
    igrave: 0xec,
    iacute: 0xed,
    icirc: 0xee,
    iuml: 0xef,
    ntilde: 0xf1,
    ograve: 0xf2,
    oacute: 0xf3,
    ocirc: 0xf4,
    otilde: 0xf5,
    ouml: 0xf6,
    oslash: 0xf8,
    ugrave: 0xf9,
    uacute: 0xfa,
    ucirc: 0xfb,
    uuml: 0xfc,
    yacute: 0xfd,
    yuml: 0xff,
    szlig: 0xdf,
    eth: 0xf0,
    thorn: 0xfe,
    oelig: 0x153,
  }),
);
const SIGNS: ReadonlySet<string> = new Set(
  (
    'lt gt amp quot apos nbsp hellip mdash ndash lsquo rsquo ldquo rdquo laquo raquo bull middot copy reg trade sect para deg ' +
    'times divide plusmn euro pound yen cent ensp emsp thinsp zwnj zwj lrm rlm shy sbquo bdquo prime Prime larr rarr uarr darr harr ' +
    'newline tab sol bsol lpar rpar lbrack rbrack lsqb rsqb lbrace rbrace lcub rcub comma period colon semi excl quest num dollar ' +
    'percnt ast plus equals lowbar grave vert verbar tilde commat hyphen dash'
  ).split(' '),
);

/** At `&`: an HTML entity, also one whose own `&` was escaped (`&amp;lt;`). Anything else is a lone ampersand. */
export function readEntity(text: string, at: number): Escape {
  let from = at + 1;
  while (text.startsWith('amp;', from)) {
    const inner = from + 4;
    // Only an entity may follow: `&amp;copy that` and `&amp;chips;` are an ampersand and a word.
    if (entityEnd(text, inner) < 0) return { point: -1, end: inner };
    from = inner;
  }
  const end = entityEnd(text, from);
  if (end < 0) return { point: -1, end: from };
  if (text.charCodeAt(from) === 35) {
    const hex = text.charCodeAt(from + 1) === 120 || text.charCodeAt(from + 1) === 88;
    const point = Number.parseInt(text.slice(from + (hex ? 2 : 1), end - 1), hex ? 16 : 10);
    return { point: point <= 0x10ffff ? point : -1, end };
  }
  const name = text.slice(from, end - 1);
  const letter = LETTERS.get(name.toLowerCase());
  if (letter !== undefined) return { point: letter, end };
  return SIGNS.has(name) || SIGNS.has(name.toLowerCase()) ? { point: -1, end } : { point: -1, end: from };
}

/** Where the entity body that starts at `from` (behind `&`) ends, its semicolon included; -1 if it is none. */
function entityEnd(text: string, from: number): number {
  let at = from;
  if (text.charCodeAt(at) === 35) {
    at++;
    const hex = text.charCodeAt(at) === 120 || text.charCodeAt(at) === 88;
    if (hex) at++;
    const digits = at;
    while (at - digits < 8 && (hex ? isHex(text.charCodeAt(at)) : isDigit(text.charCodeAt(at)))) at++;
    return at > digits && text.charCodeAt(at) === 59 ? at + 1 : -1;
  }
  while (at - from < 8 && isAlphanumeric(text.charCodeAt(at))) at++;
  return at > from && text.charCodeAt(at) === 59 ? at + 1 : -1;
}

function isLowerCase(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isHex(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 70) || (code >= 97 && code <= 102);
}

function isAlphanumeric(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

/** How many hexadecimal digits stand at `from`, at most `most`. */
function hexRun(text: string, from: number, most: number): number {
  let size = 0;
  while (size < most && isHex(text.charCodeAt(from + size))) size++;
  return size;
}

export function hexValue(text: string, from: number, size: number): number {
  let value = 0;
  for (let at = from; at < from + size; at++) {
    const code = text.charCodeAt(at);
    value = value * 16 + (code <= 57 ? code - 48 : (code | 32) - 87);
  }
  return value;
}
