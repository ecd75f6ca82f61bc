import { isObject, type JsonObject, type JsonValue, objectAt, stringAt, valueAt } from '../base/json.ts';
import { digestOf, sha256 } from '../evidence/digest.ts';
import { LineReader } from '../evidence/lines.ts';
import { type ByteLocation, openBytes } from '../evidence/source.ts';
import type { Agreement, Group, Member } from './group.ts';
import { ObjectReader } from './objects.ts';
import { WarningLog } from './warnings.ts';

/**
 * Compares copies of one session. Only sessions that were met more than once are read for this, and each file only once:
 * keep one of these per discovery.
 */
export class CopyComparison {
  readonly #digests = new Map<ByteLocation, string>();
  readonly #contents = new Map<ByteLocation, Map<string, string>>();
  readonly #maxLineBytes: number;

  constructor(maxLineBytes: number) {
    this.#maxLineBytes = maxLineBytes;
  }

  /** How the members that both groups have under the same name relate, the worst of them. */
  groups(a: Group, b: Group): Agreement {
    const names = new Map(a.members.map((member) => [key(member), member]));
    let worst: Agreement | undefined;
    for (const member of b.members) {
      const other = names.get(key(member));
      if (other === undefined || !isLineFile(member)) continue;
      const agreement = this.members(other, member);
      if (agreement === 'conflicting') return agreement;
      if (worst === undefined || RANK.indexOf(agreement) > RANK.indexOf(worst)) worst = agreement;
    }
    return worst ?? 'disjoint';
  }

  /** `contained` means: every record of `b` is in `a`. */
  members(a: Member, b: Member): Agreement {
    if (this.sameBytes(a, b)) return 'contained';
    if (!isLineFile(a)) return 'conflicting';
    const left = this.#contentOf(a);
    const right = this.#contentOf(b);
    let common = 0;
    for (const [id, digest] of right) {
      const other = left.get(id);
      if (other === undefined) continue;
      if (other !== digest) return 'conflicting';
      common += 1;
    }
    if (common === right.size && common > 0) return 'contained';
    return common > 0 ? 'overlapping' : 'disjoint';
  }

  sameBytes(a: Member, b: Member): boolean {
    return a.byteLength === b.byteLength && this.#digest(a) === this.#digest(b);
  }

  #digest(member: Member): string {
    const { location } = member.file;
    const known = this.#digests.get(location) ?? digestOf(location).sha256;
    this.#digests.set(location, known);
    return known;
  }

  /** Record id → digest of what it says. */
  #contentOf(member: Member): Map<string, string> {
    const { location } = member.file;
    const known = this.#contents.get(location);
    if (known !== undefined) return known;
    const content = new Map<string, string>();
    const source = openBytes(location);
    try {
      const reader = new LineReader(source, { digest: false, maxLineBytes: this.#maxLineBytes });
      new ObjectReader(reader, new WarningLog(''), (value) => remember(content, value), this.#maxLineBytes).run();
    } finally {
      source.close();
    }
    this.#contents.set(location, content);
    return content;
  }
}

const RANK: readonly Agreement[] = ['contained', 'overlapping', 'disjoint', 'conflicting'];

function remember(content: Map<string, string>, value: JsonObject): void {
  const said = sha256(JSON.stringify(saidBy(value)));
  // A record without uuid is known by what it says: it may be repeated, but cannot contradict another.
  content.set(stringAt(value, 'uuid') ?? said, said);
}

/** Without what the host rewrites when it copies a record (session and agent ids, parent, branch, version, prompt id). */
export function saidBy(value: JsonObject): unknown {
  const message = objectAt(value, 'message');
  if (isObject(message)) return [valueAt(value, 'type'), valueAt(message, 'role'), plain(valueAt(message, 'content'))];
  return [
    valueAt(value, 'type'),
    valueAt(value, 'attachment'),
    valueAt(value, 'content'),
    valueAt(value, 'data'),
    stringAt(value, 'uuid') === undefined ? value : null,
  ];
}

/** A prompt that was a string is one text block in copies. [recordings i-resume-compact of 1.0.90, 2.0.14, 2.0.76] */
function plain(content: JsonValue | undefined): JsonValue | undefined {
  if (!Array.isArray(content) || content.length !== 1 || !isObject(content[0])) return content;
  return stringAt(content[0], 'type') === 'text' ? (stringAt(content[0], 'text') ?? content) : content;
}

function key(member: Member): string {
  return `${member.kind}\0${member.name}`;
}

function isLineFile(member: Member): boolean {
  return member.kind === 'session' || member.kind === 'sidechain';
}
