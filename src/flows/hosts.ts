import { parse } from 'tldts';

/** Where a name on the network leads. `domain` is the registrable part by the public suffix list; two hosts of one domain have one owner. */
export interface HostName {
  readonly host: string;
  readonly domain: string | undefined;
  readonly kind: 'public' | 'address' | 'local';
}

export interface UrlHit {
  readonly start: number;
  readonly end: number;
  readonly url: string;
  readonly host: HostName;
}

const LOCAL_NAMES = /^(localhost|.*\.local|.*\.localhost|.*\.internal|.*\.test|.*\.lan|host\.docker\.internal)$/i;
const PRIVATE =
  /^(127\.|10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|0\.0\.0\.0$|169\.254\.|\[?::1\]?$|\[?f[cd][0-9a-f]{2}:)/i;

/** The host of a URL, of `user@host:path`, or of a bare name with a dot; undefined where the word names none. */
export function hostOf(word: string): HostName | undefined {
  const trimmed = word.trim();
  if (trimmed === '' || trimmed.length > 2048 || /\s/.test(trimmed)) return undefined;
  const result = parse(trimmed.replace(/^[\w.+-]+@([^:/]+):.*$/, '$1'), { allowPrivateDomains: true });
  const host = result.hostname?.toLowerCase();
  if (host === undefined || host === '') return undefined;
  if (LOCAL_NAMES.test(host) || PRIVATE.test(host)) return { host, domain: undefined, kind: 'local' };
  if (result.isIp === true) return { host, domain: undefined, kind: 'address' };
  if (result.isIcann !== true && result.isPrivate !== true) return undefined;
  return { host, domain: result.domain ?? undefined, kind: 'public' };
}

/** Same owner: one registrable domain, or the same name where there is none. */
export function sameOwner(a: HostName, b: HostName): boolean {
  return a.domain !== undefined && b.domain !== undefined ? a.domain === b.domain : a.host === b.host;
}

const URL_TEXT = /\b[a-z][a-z0-9+.-]{1,14}:\/\/[^\s<>"'`|\\^{}()[\]\u3000-\u3002\uff08\uff09\uff0c]+/gi;
const TRAILING = /[.,;:!?*_]+$/;

/** Every URL of a text with its place; sentence marks at the end are not part of it. */
export function urlsIn(text: string): UrlHit[] {
  const hits: UrlHit[] = [];
  for (const match of text.matchAll(URL_TEXT)) {
    const url = match[0].replace(TRAILING, '');
    const host = hostOf(url) ?? looseHost(url);
    if (host !== undefined) hits.push({ start: match.index, end: match.index + url.length, url, host });
  }
  return hits;
}

/** A name outside the suffix list (`.example`, an invented suffix) is a host all the same where a URL says so. */
function looseHost(url: string): HostName | undefined {
  const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@\s]*@)?(\[[^\]]+\]|[^/:?#\s]+)/i.exec(url)?.[1]?.toLowerCase();
  if (host === undefined) return undefined;
  if (LOCAL_NAMES.test(host) || PRIVATE.test(host) || !host.includes('.')) {
    return { host, domain: undefined, kind: 'local' };
  }
  return { host, domain: host.split('.').slice(-2).join('.'), kind: 'public' };
}

/** The host that a network command's operand names, with or without a scheme. */
export function targetHost(word: string): HostName | undefined {
  return hostOf(word) ?? looseHost(word.includes('://') ? word : `x://${word.replace(/^[\w.+-]+@/, '')}`);
}

const EMAIL = /[a-z0-9][a-z0-9._%+-]{0,63}@(?:[a-z0-9-]{1,63}\.){1,6}[a-z]{2,24}\b/gi;

export function emailsIn(text: string): { readonly start: number; readonly end: number; readonly address: string }[] {
  return [...text.matchAll(EMAIL)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    address: match[0].toLowerCase(),
  }));
}
