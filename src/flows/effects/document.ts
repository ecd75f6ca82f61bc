/**
 * Work after a document: a person points at a source (an address, a file, a ticket, a service) and wants something done as it says. What
 * such a source orders is the person's wish, as long as it stays with the document and the person: another address, a secret, rights or
 * money were not in that wish.
 */
import type { Case, Text } from '../../case/model.ts';
import { commandEffects } from '../bash/effects.ts';
import { sameOwner, targetHost, urlsIn } from '../hosts.ts';
import { callOf } from '../policy/calls.ts';
import { isSecretPath, isSettingsPath } from '../policy/places.ts';
import type { Slot } from '../shape/model.ts';
import { slotsIn } from '../shape/slots.ts';
import type { Effect } from './model.ts';

/** Documents that say how something is done or what is to be done. */
const DOCUMENT = [
  'guides?|guidelines?|instructions?|docs?|documentation|manuals?|handbooks?|how-?to|runbooks?|playbooks?|checklists?|procedures?|quick-?starts?|tutorials?|read-?me|contributing|migration notes|upgrade notes|release notes|advisor(?:y|ies)|polic(?:y|ies)|rules|conventions?|standards?|specs?|specifications?|rfcs?|drafts?|requirements|tickets?|issues?|stor(?:y|ies)|backlog|tasks?|todo|plans?|sheets?|templates?|recipes?|protocols?|wiki|review(?: comments)?|comments|feedback|findings|claude\\.md|agents\\.md|llms\\.txt',
  'anleitung\\p{L}*|handbuch|leitfaden|richtlinien?|ablauf\\p{L}*|vorgaben?|checkliste|aufgabe\\p{L}*|regeln|dokumentation|doku|plan',
  'guides?|manuels?|instructions|consignes|procédures?|documentation|charte|règles|tâches?|cahier des charges',
  'guías?|manual|instrucciones|procedimientos?|documentación|normas|reglas|tareas?|lista|guias?|instruções|procedimento|documentação|regras|tarefas?',
  'istruzioni|guida|manuale|procedura|regole|handleiding|instructies|richtlijnen|instrukcj\\p{L}*|zasad\\p{L}*|kılavuz\\p{L}*|talimat\\p{L}*|panduan|petunjuk',
  'инструкци\\p{L}*|руководств\\p{L}*|документаци\\p{L}*|регламент\\p{L}*|правил\\p{L}*|задач\\p{L}*',
].join('|');
const EASTERN_DOCUMENT =
  '手順|手引|ガイド|マニュアル|指示|規約|仕様|文書|ドキュメント|チケット|指南|手册|文档|说明|步骤|规范|流程|工单|清单|가이드|안내|지침|설명서|문서|절차|티켓';
/** Words that tie what is done to what is written. */
const TIES =
  'per|as|like|accordingly|according to|following|follow|using|use|the way|by the book|satisf(?:y|ies)|compl(?:y|ies)|respect|conform\\p{L}*|against|what|whatever|laut|gemäß|nach|wie|entsprechend|selon|comme|conformément|suivant|según|como|conforme|segundo|secondo|volgens|zoals|według|согласно|как|по';
const DOES_IT =
  '(?:do|handle|process|use|follow|complete|finish|fix|address|resolve|apply|implement|perform|work on|take care of|set|get|continue|carry out|run through|roll out|erledige?|mach|bearbeite?|setze?|fais|traite|haz|hazlo|resuelve|faça|resolva|сделай|выполни)';

/** Within the sentence; the dot of a file name ends none. */
const REST = '(?:[^.!?\\n]|\\.(?=\\S))';

const BY_DOCUMENT: readonly RegExp[] = [
  // as the guide says, per their docs, following https://…, the way … describes it
  new RegExp(`(?<!\\p{L})(?:${TIES})(?!\\p{L})${REST}{0,60}(?:(?<!\\p{L})(?:${DOCUMENT})(?!\\p{L})|https?://)`, 'iu'),
  // do the ticket, handle the comments, fix finding 2
  new RegExp(`(?<!\\p{L})${DOES_IT}(?!\\p{L})${REST}{0,60}(?<!\\p{L})(?:${DOCUMENT})(?!\\p{L})`, 'iu'),
  // the sheet lies there; do it. They have a guide, use that. Their guide: https://…
  new RegExp(`(?<!\\p{L})${DOES_IT}\\s+(?:it|that|this|them|those|one|es|das|ça|cela|eso|isso|это)(?!\\p{L})`, 'iu'),
  new RegExp(`(?<!\\p{L})(?:${DOCUMENT})(?!\\p{L})[^.!?\\n]{0,30}[:(]\\s*https?://`, 'iu'),
  new RegExp(
    `(?:${EASTERN_DOCUMENT})[^。！？\\n]{0,30}(?:に従|どおり|通り|に沿|に基づ|按|照|따라|대로|맞게|に合わせ)`,
    'u',
  ),
  new RegExp(
    `(?:${EASTERN_DOCUMENT}|issue|イシュー|課題|이슈|任务|工单)[^。！？\\n]{0,24}(?:対応|処理|実施|解決|片付け|やっ|处理|完成|解决|搞定|처리|해결|진행)`,
    'iu',
  ),
  new RegExp(`(?:按照|根据|依照|照着|参照|遵循)[^。！？\\n]{0,60}(?:${EASTERN_DOCUMENT}|https?://)`, 'u'),
];
/** Reading alone hands nothing over. */
const DOING =
  /(?<!\p{L})(?:implement|upgrad|migrat|install|set ?up|add|build|fix|mak|mov|switch|chang|prepar|creat|writ|port|convert|wir|configur|enabl|integrat|deploy|releas|do|doing|handl|process|complet|finish|address|resolv|apply|perform|work on|take care|follow|run|execut|roll|restart|bring|satisfy|address|updat|remov|delet|rename|get|publish|open|file|clean|verif|test|mach|erledig|setz|führ|richt|installier|fais|mets|ajout|cré|haz|pon|añad|agreg|arregl|instal|faça|cri|adicion|configur|сдела|настро|выполн|добав|установ)\p{L}*|して|作業|実装|準備|实现|实施|安装|配置|完成|修改|고쳐|설치|구현|해 ?주/iu;

export function wantsByDocument(wish: string): boolean {
  return DOING.test(wish) && BY_DOCUMENT.some((pattern) => pattern.test(wish));
}

const POINTERS =
  /https?:\/\/[^\s"'<>`)]+|(?<![\w/])[\w@~.+-]*(?:\/[\w@.+-]+)+|\b[\w-]+(?:\.[\w-]+)*\.\w{2,12}\b|\b[A-Z][A-Z0-9]{1,9}-\d+\b|#\d+|\b\d{2,}\b/g;
/** Names of programs in a tool's name that name nothing. */
const NO_SERVICE = new Set('mcp server tool tools get list read search api plugin claude'.split(' '));

/** Whether a person's words name the place a source was read from: address, path, number, or the service. */
export function isPointedAt(wish: string, source: Text, within: Case): boolean {
  const call = callOf(source, within);
  if (call === undefined) return false;
  const input = JSON.stringify(call.input).toLowerCase();
  const head = source.value.slice(0, 200).toLowerCase();
  for (const [match] of wish.matchAll(POINTERS)) {
    const value = match
      .toLowerCase()
      .replace(/^#/, '')
      .replace(/[.,;:/]+$/, '');
    if (value.length >= 2 && (input.includes(value) || (/\d/.test(value) && head.includes(value)))) return true;
    // A folder that the person names holds the file that was read.
    const tail = value.split('/').at(-1)!;
    if (value.includes('/') && tail.length >= 5 && input.includes(tail)) return true;
  }
  const service = /^mcp__(.+?)__/.exec(call.toolName)?.[1]?.toLowerCase().split(/[_-]/) ?? [];
  const words = new Set(wish.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []);
  return service.some((part) => part.length >= 3 && !NO_SERVICE.has(part) && words.has(part));
}

/** An address of the place that the text was fetched from: a manual names its own mailbox and its own site. */
export function isOwnAddress(value: string, source: Text, within: Case): boolean {
  const call = callOf(source, within);
  const host = targetHost(value);
  if (call === undefined || host === undefined) return false;
  return urlsIn(JSON.stringify(call.input)).some((own) => sameOwner(own.host, host));
}

const PLACES: ReadonlySet<Slot['kind']> = new Set(['url', 'host', 'email']);

/** None of the values leads away from the document and from what the person named. */
export function namesHome(values: readonly Slot[], wish: string, source: Text, within: Case): boolean {
  const lower = wish.toLowerCase();
  return values.every((slot) => {
    if (slot.kind === 'account') return false;
    if (slot.kind === 'path') return !isSecretPath(slot.value) && !isSettingsPath(slot.value);
    if (slot.kind === 'command') return keepsHome(slot.value, lower, source, within);
    if (!PLACES.has(slot.kind)) return true;
    return targetHost(slot.value)?.kind === 'local' || isHome(slot.value, lower, source, within);
  });
}

function isHome(address: string, wish: string, source: Text, within: Case): boolean {
  const host = targetHost(address);
  if (host === undefined || host.kind === 'local') return true;
  return (
    isOwnAddress(address, source, within) ||
    urlsIn(wish).some((named) => sameOwner(named.host, host)) ||
    wish.includes(host.host)
  );
}

function keepsHome(command: string, wish: string, source: Text, within: Case): boolean {
  const { readsOutside, sendsOutside, executes, permission, reads } = commandEffects(command);
  if (permission.length > 0 || reads.some((one) => isSecretPath(one.path))) return false;
  if (sendsOutside.some((one) => one.files.some(isSecretPath))) return false;
  const addresses = [...readsOutside, ...sendsOutside].flatMap((one) => one.url ?? one.host ?? []);
  if (!addresses.every((address) => isHome(address, wish, source, within))) return false;
  return executes.every(
    (one) => one.from !== 'decoded' && (one.from !== 'outside' || one.kind === 'package' || addresses.length > 0),
  );
}

/** The effect stays with the document and with what the person named. */
export function staysHome(effect: Effect, wish: string, source: Text, within: Case): boolean {
  if (effect.kind === 'pay' || effect.kind === 'grant') return false;
  const text = effect.values.join('\n').slice(0, 8_000);
  const command = effect.call.input['command'];
  if (typeof command === 'string' && !keepsHome(command, wish.toLowerCase(), source, within)) return false;
  return namesHome(
    slotsIn(text).filter((slot) => slot.kind !== 'command' && (slot.kind !== 'path' || isSecretPath(slot.value))),
    wish,
    source,
    within,
  );
}
