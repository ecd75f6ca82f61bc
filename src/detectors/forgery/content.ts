import { ordersIn } from '../../flows/acted/judge.ts';
import { licensedActs, type Order } from '../../flows/acted/orders.ts';
import { isSecretPath } from '../../flows/policy/places.ts';
import { type AuthorityClaim, type AuthorityKind, authorityClaims } from '../../flows/shape/authority.ts';

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

const STRONG_MODAL =
  /\b(?:must|mandatory|required|never|always|immediately|urgent(?:ly)?|do not|don't|at once|right away|without delay|have to|need to|shall|is forbidden|prohibited)\b|必ず|直ちに|今すぐ|禁止|必须|立即|马上|务必|不得|반드시|즉시|지금|müssen|sofort|unverzüglich|darf nicht|debes?|inmediatamente|obligatori\p{L}+|vous devez|immédiatement|obligatoire|должны|немедленно|обязательно|нельзя/iu;

/** Orders that say more than the imperatives any report holds: they name a thing, carry a modal of duty, or ask to hide something. */
export function firmOrders(text: string, orders: readonly Order[]): Order[] {
  return orders.filter((order) => {
    if (order.licence) return false;
    if (order.kind === 'hide') return true;
    if (order.objects.some(isSecretPath)) return true;
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
