import { globs } from '../../base/glob.ts';
import { stringAt } from '../../base/json.ts';
import { compilePattern } from '../../base/pattern.ts';
import type { Case, Text } from '../../case/model.ts';
import { READING_TOOLS, SHELL_TOOLS } from '../../hosts/integrity.ts';
import { commandEffects } from '../bash/effects.ts';
import type { Secrecy } from '../model.ts';
import { callOf } from './calls.ts';
import { relativePaths } from './paths.ts';
import { isSecretPath } from './places.ts';
import type { TrustPolicy } from './policy.ts';
import { SECRET_GROUPS } from './secrets.ts';

export interface SecretHit {
  readonly start: number;
  readonly end: number;
  readonly kind: string;
}

/** Texts longer than this are searched in their first part only; binary dumps hold nothing that a person would call a secret. */
const MAX_SEARCH_CHARS = 4_000_000;

/** Secrets by their own look, left to right, not overlapping. UTF-16 units. */
export function secretsIn(value: string): SecretHit[] {
  const text = value.length > MAX_SEARCH_CHARS ? value.slice(0, MAX_SEARCH_CHARS) : value;
  const hits: SecretHit[] = [];
  for (const { hints, kinds } of SECRET_GROUPS) {
    if (!hints.every((hint) => hint.test(text))) continue;
    for (const { id, pattern, group, random } of kinds) {
      for (const match of text.matchAll(pattern)) {
        const secret = match[group ?? 0]!;
        if (random === true && !looksRandom(secret)) continue;
        const start = match.index + (group === undefined ? 0 : match[0].lastIndexOf(secret));
        hits.push({ start, end: start + secret.length, kind: id });
      }
    }
  }
  hits.sort((a, b) => a.start - b.start || b.end - a.end);
  return hits.filter((hit, index) => index === 0 || hit.start >= hits[index - 1]!.end);
}

/** Letters and digits mixed, many different ones, and no word that says it stands for something else. */
export function looksRandom(value: string): boolean {
  if (
    /example|sample|placeholder|your[_-]|xxxx|\*\*\*|changeme|redacted|dummy|<|\$\{|process\.env|os\.environ|getenv/i.test(
      value,
    )
  ) {
    return false;
  }
  const kinds = [/[a-z]/, /[A-Z]/, /\d/].filter((kind) => kind.test(value)).length;
  if (kinds < 2 || !/\d/.test(value)) return false;
  return (
    entropyBits(value) / value.length >= (value.length >= 20 ? 3.2 : 2.9) * (value.length >= 20 ? 1 : 0.9) ||
    entropyBits(value) >= 60
  );
}

function entropyBits(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / value.length);
  return bits;
}

/** Why a text is secret: the path it was read from, or kinds of secrets inside it. Undefined where nothing says so. */
export function secretReason(text: Text, policy: TrustPolicy, within?: Case): string | undefined {
  const path = secretPathOf(text, policy, within);
  if (path !== undefined) return `read from ${path}`;
  const kind = firstKindIn(text.value, within);
  if (kind !== undefined) return `holds a ${kind}`;
  const own = Object.entries(policy.secrets.patterns).find(([, source]) => compilePattern(source).test(text.value));
  return own === undefined ? undefined : `matches ${own[0]}`;
}

const looked = new WeakMap<Case, Map<string, string | undefined>>();

/** Kind of the first secret in a value. The same words stand in many texts of a case: they are searched once. */
function firstKindIn(value: string, within: Case | undefined): string | undefined {
  if (within === undefined) return secretsIn(value)[0]?.kind;
  let known = looked.get(within);
  if (known === undefined) {
    known = new Map();
    looked.set(within, known);
  }
  if (!known.has(value)) known.set(value, secretsIn(value)[0]?.kind);
  return known.get(value);
}

export function secrecyOf(text: Text, policy: TrustPolicy, within?: Case): Secrecy {
  if (secretReason(text, policy, within) !== undefined) return 'secret';
  const { channel, tool } = text.origin;
  if (channel === 'notice') return 'public';
  if (channel === 'tool' && tool !== undefined && globs(policy.sources.tools)(tool)) {
    return tool.startsWith('mcp__') ? 'private' : 'public';
  }
  return 'private';
}

function secretPathOf(text: Text, policy: TrustPolicy, within: Case | undefined): string | undefined {
  const { tool, channel } = text.origin;
  if (channel !== 'tool' || tool === undefined) return undefined;
  const call = callOf(text, within);
  if (call === undefined) return undefined;
  const own = policy.secrets.paths.length === 0 ? undefined : globs(policy.secrets.paths);
  const secret = (path: string): boolean =>
    isSecretPath(path) ||
    (own !== undefined && relativePaths(path, call.cwd, within?.ids.cwds ?? []).some((form) => own(form)));
  if (SHELL_TOOLS.includes(tool)) {
    const command = stringAt(call.input, 'command');
    return command === undefined ? undefined : commandEffects(command, call.cwd).output.files.find(secret);
  }
  // A search over a folder names no secret file; a read of one does.
  if (tool === 'Glob' || tool === 'LS') return undefined;
  return (READING_TOOLS[tool] ?? [])
    .map((member) => stringAt(call.input, member))
    .find((path) => path !== undefined && secret(path));
}
