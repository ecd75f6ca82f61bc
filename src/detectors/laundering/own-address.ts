import { stringAt } from '../../base/json.ts';
import type { Case, Text } from '../../case/model.ts';
import { sameOwner, targetHost } from '../../flows/hosts.ts';
import { callOf } from '../../flows/policy/calls.ts';

/** An address of the place that the text was fetched from: a manual names its own mailbox and its own site. */
export function isOwnAddress(value: string, source: Text, within: Case): boolean {
  const from = stringAt(callOf(source, within)?.input, 'url');
  const [a, b] = [targetHost(value), from === undefined ? undefined : targetHost(from)];
  return a !== undefined && b !== undefined && sameOwner(a, b);
}
