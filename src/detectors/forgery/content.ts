import { ordersIn } from '../../flows/acted/judge.ts';
import { licensedActs, type Order } from '../../flows/acted/orders.ts';
import type { ActKind } from '../../flows/acted/verbs.ts';
import { isSecretPath } from '../../flows/policy/places.ts';
import { type AuthorityClaim, type AuthorityKind, authorityClaims } from '../../flows/shape/authority.ts';

import { orderShape, type VerbClass } from '../../flows/shape/order.ts';

/** What a stretch of text wants of its reader. */
export interface Demand {
  readonly orders: readonly Order[];
  readonly claims: readonly AuthorityClaim[];
  /** It asks to keep something from the user. */
  readonly hides: boolean;
}

/** No more than this of one text is read for orders. */
const LIMIT = 24_000;

export function demandOf(text: string, start = 0, end = text.length): Demand {
  const to = Math.min(end, start + LIMIT);
  const orders = ordersIn(text, start, to);
  orders.push(...shapedOrders(text, start, to, orders));
  const claims = authorityClaims(text.slice(start, to)).map((claim) => ({
    ...claim,
    start: claim.start + start,
    end: claim.end + start,
  }));
  for (const claim of claims) {
    if (
      claim.kind === 'clearance' ||
      claim.kind === 'user-approval' ||
      claim.kind === 'mode' ||
      claim.kind === 'mandate'
    )
      orders.push(...licensedActs(text, claim.start, claim.end));
  }
  return { orders, claims, hides: orders.some((order) => order.kind === 'hide') };
}

const KIND_OF: Readonly<Record<VerbClass, ActKind | undefined>> = {
  send: 'send',
  publish: 'publish',
  pay: 'send',
  delete: 'delete',
  write: 'write',
  execute: 'run',
  grant: 'grant',
  fetch: 'read',
  read: 'read',
  tell: 'say',
  stop: 'stop',
  do: undefined,
};
const SHAPE_LIMIT = 4_000;

/** Orders that the clause reader of the trace sees and ours does not: another grammar over the same languages. */
function shapedOrders(text: string, start: number, end: number, known: readonly Order[]): Order[] {
  const found: Order[] = [];
  const window = text.slice(start, Math.min(end, start + SHAPE_LIMIT));
  for (const hit of orderShape(window).hits) {
    if (hit.kind === 'markup' || hit.kind === 'authority' || hit.strength === 'weak') continue;
    if (hit.strength !== 'strong' && known.length > 0) continue;
    const from = hit.start + start;
    const to = hit.end + start;
    const kinds = hit.verbs.map((verb) => KIND_OF[verb]).filter((kind) => kind !== undefined);
    if (hit.features.includes('conceal')) kinds.push('hide');
    for (const kind of new Set(kinds)) {
      if (known.some((order) => order.kind === kind && order.start < to && order.end > from)) continue;
      found.push({ kind, start: from, end: to, objects: hit.slots.map((slot) => slot.value) });
    }
  }
  return found;
}

const STRONG_MODAL =
  /\b(?:must|mandatory|required|never|always|immediately|urgent(?:ly)?|do not|don't|at once|right away|without delay|have to|need to|shall|is forbidden|prohibited)\b|必ず|直ちに|今すぐ|禁止|必须|立即|马上|务必|不得|반드시|즉시|지금|müssen|sofort|unverzüglich|darf nicht|debes?|inmediatamente|obligatori\p{L}+|vous devez|immédiatement|obligatoire|должны|немедленно|обязательно|нельзя/iu;

/** Orders that say more than the imperatives any report holds: they name a thing, carry a modal of duty, or ask to hide something. */
export function firmOrders(text: string, orders: readonly Order[]): Order[] {
  return orders.filter((order) => {
    if (order.licence) return false;
    if (order.kind === 'hide') return true;
    if (order.objects.some((object) => isSecretPath(object) || /^https?:/.test(object))) return true;
    const clause = text.slice(order.start, order.end);
    if (STRONG_MODAL.test(text.slice(Math.max(0, order.start - 12), order.end))) return true;
    return (
      order.objects.length > 0 &&
      order.kind !== 'read' &&
      !DEFINITION.test(lineOf(text, order.start)) &&
      clause.length < 300
    );
  });
}

/** `- name: what it is for` in a list of skills or tools. */
const DEFINITION = /^\s*(?:[-*•]|\d+[.)])\s*[`*]*[\w:./-]{2,40}[`*]*\s*[:—–-]/u;

function lineOf(text: string, at: number): string {
  const from = text.lastIndexOf('\n', at - 1) + 1;
  return text.slice(from, Math.min(text.length, from + 300));
}

export function hasClaim(claims: readonly AuthorityClaim[], ...kinds: readonly AuthorityKind[]): boolean {
  return claims.some((claim) => kinds.includes(claim.kind));
}
