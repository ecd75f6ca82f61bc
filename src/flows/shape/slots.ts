import { emailsIn, urlsIn } from '../hosts.ts';
import { fold, WORDS } from './lookup.ts';
import type { Slot, SlotKind } from './model.ts';

const PATTERNS: readonly (readonly [SlotKind, RegExp, number])[] = [
  ['command', /`([^`\n]{2,300})`/g, 1],
  // A command without marks: its name and whatever behind it looks like an argument.
  [
    'command',
    /\b(?:curl|wget|git|npm|npx|pip3?|bash|sh|sudo|docker|chmod|rm|ssh|scp|kill|pkill|python3?|node|gh|make(?!\s+(?:sure|certain|use|sense|note|up|an?|the|it|this|that|them|your?|my|any|no|every|all)\b)|kubectl|systemctl|nc|eval|source|base64|openssl)\s(?:[-./~$"'@:\w]\S{0,200})(?:\s(?:[-./~$"'@|<>&=:]\S{0,200}|\S{0,60}[.\d/=:]\S{0,200}|\||&&|sh|bash)){0,16}/g,
    0,
  ],
  ['account', /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,4})?\b/g, 0],
  // Cards and accounts in groups of four.
  ['account', /(?<![\d-])\d{4}(?:[ -]\d{4}){3}(?![\d-])/g, 0],
  ['account', /\b0x[a-fA-F0-9]{40}\b|\b(?:bc1|[13])[a-km-zA-HJ-NP-Z1-9]{25,59}\b/g, 0],
  [
    'amount',
    /(?:[$€£¥]\s?\d[\d.,]{0,14}|\b\d[\d.,]{0,14}\s?(?:USD|EUR|GBP|JPY|CNY|BTC|ETH|dollars|euros|Euro|元|円|원|руб))/g,
    0,
  ],
  ['host', /\b(?:www\.)(?:[a-z0-9-]{1,63}\.){1,5}[a-z]{2,24}(?:\/[^\s<>"'`)\]]*)?/gi, 0],
  [
    'path',
    /(?<![\w/.:@<-])(?:(?:~|\.{1,2})?\/(?:[\w.@+-]{1,80}\/){0,12}|(?:[\w.@+-]{1,80}\/){1,12})[\w.@+-]{2,80}/g,
    0,
  ],
  [
    'path',
    /(?<![\w/.@-])[\w@+-][\w.@+-]{0,60}\.(?:sh|py|js|ts|json|ya?ml|toml|md|txt|env|pem|key|sql|csv|html?|xml|ini|cfg|conf|log|bak|zip|tgz|gz|exe|bat|ps1|docx?|xlsx?|pdf)\b/g,
    0,
  ],
  [
    'path',
    /(?<![\w/.])\.(?:env|npmrc|netrc|ssh|aws|git-credentials|pypirc|pgpass|kube|docker|gnupg)(?:[./][\w.-]{1,60}){0,4}/g,
    0,
  ],
  ['host', /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5})?\b/g, 0],
  ['tool', /\b[a-z]{2,30}(?:_[a-z0-9]{1,30}){1,6}\b/g, 0],
  ['name', /\b\p{Lu}\p{Ll}{1,20}(?: \p{Lu}\p{Ll}{1,20}){1,2}\b/gu, 0],
];

/** Values in a text that can decide what an order does. Wider matches first where two overlap. */
export function slotsIn(text: string, offset = 0): Slot[] {
  const found: Slot[] = [
    ...urlsIn(text).map((hit) => ({ kind: 'url' as const, value: hit.url, start: hit.start, end: hit.end })),
    ...emailsIn(text).map((hit) => ({ kind: 'email' as const, value: hit.address, start: hit.start, end: hit.end })),
  ];
  for (const [kind, pattern, group] of PATTERNS) {
    if (!holds(text, kind)) continue;
    for (const match of text.matchAll(pattern)) {
      const value = match[group]!;
      if (kind === 'name' && value.split(' ').some((part) => WORDS.has(fold(part)))) continue;
      const start = match.index + (group === 0 ? 0 : match[0].indexOf(value));
      const kept = value.replace(/[.,;:!?)"'”`]+$/, '');
      found.push({ kind, value: kept, start, end: start + kept.length });
    }
  }
  found.sort((a, b) => a.start - b.start || b.end - a.end);
  const kept: Slot[] = [];
  for (const slot of found) {
    const last = kept.at(-1);
    if (last === undefined || slot.start >= last.end) kept.push(slot);
  }
  return kept.map((slot) => ({ ...slot, start: slot.start + offset, end: slot.end + offset }));
}

/** A look for the sign that every value of a kind holds, before the pattern is run. */
function holds(text: string, kind: SlotKind): boolean {
  if (kind === 'path') return text.includes('/') || text.includes('.');
  if (kind === 'host') return text.includes('.');
  if (kind === 'tool') return text.includes('_');
  return true;
}
