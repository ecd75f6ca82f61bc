import type { Case } from '../../case/model.ts';
import { isHuman } from '../../flows/acted/judge.ts';

/** Hostile or forged text as a subject of work: what people of that trade call it. */
const SUBJECT = new RegExp(
  [
    '\\b(?:(?:prompt|sql|command|indirect)[- ]?injections?|injection (?:test|sample|attempt|attack|corpus|payload)\\w*|jailbreaks?|phishing|malware|honeypots?|red[- ]?team\\w*|pen(?:etration)?[- ]?test\\w*|payloads?|exploits?|IOCs?|CTF|threat (?:intel\\w*|report|model)|incident (?:report|note|review|write-?up)s?|post[- ]?mortem|scams?|social engineering|spoof\\w*|attack(?:s|er|ers)?|adversarial|poison(?:ed|ing)|forged|forger(?:y|ies)|faked|malicious|boundary laundering)\\b',
    '\\b(?:forged|fake|faked|malicious|suspicious|hostile|infected)\\b[^.!?\\n]{0,40}\\b(?:texts?|messages?|mails?|e-?mails?|files?|scripts?|pages?|reminders?|notifications?|prompts?|instructions?|samples?|binary|binaries|tags?|documents?|tickets?|turns?)\\b',
    '(?<!\\p{L})(?:angriff\\p{L}*|schadsoftware|schadcode|gefälscht\\p{L}*|bösartig\\p{L}*|attaques?|malveillant\\p{L}*|falsifié\\p{L}*|hameçonnage|faux (?:«|rappels?|messages?|courriels?)|ataques?|malicios[oa]s?|falsificad[oa]s?|suplantaci\\p{L}+|estafas?|golpes?(?= (?:de|por|com|digita))|attacchi?o?|malevol[oi]|falsificat[oaie]|truff[ae]|атак\\p{L}*|вредонос\\p{L}*|поддельн\\p{L}*|фишинг\\p{L}*|мошенни\\p{L}*|saldırı\\p{L}*|sahte(?!\\p{L})|oltalama|zararlı|atak\\p{L}*|fałszyw\\p{L}+|złośliw\\p{L}+|aanval\\p{L}*|vervalst\\p{L}*|kwaadaardig\\p{L}*|serangan|palsu|tấn công|giả mạo|lừa đảo|подроблен\\p{L}+|шахра\\p{L}+)',
    'インジェクション|攻撃|偽(?:の|造)|なりすまし|フィッシング|マルウェア|不審|注入|攻击|攻擊|伪造|偽造|假冒|钓鱼|恶意|可疑|인젝션|공격|위조|가짜|피싱|악성|사칭|هجوم|هجمات|مزيف|مزور|خبيث|تصيد|हमल[ाे]|नकली|जाली|फ़िशिंग|दुर्भावनापूर्ण',
  ].join('|'),
  'iu',
);

const memo = new WeakMap<Case, readonly number[]>();

/**
 * Whether a person had said, before a place of the timeline, that hostile or forged text is what the work is about. Only a person's own
 * record counts, which no outside text can write.
 */
export function isAnnounced(analysed: Case, before: number): boolean {
  let orders = memo.get(analysed);
  if (orders === undefined) {
    const found: number[] = [];
    for (const text of analysed.texts) {
      if (!isHuman(text) || !SUBJECT.test(text.value.slice(0, 4_000))) continue;
      const order = analysed.event(text.event)?.order;
      if (order !== undefined) found.push(order);
    }
    orders = found.sort((a, b) => a - b);
    memo.set(analysed, orders);
  }
  return orders[0] !== undefined && orders[0] < before;
}
