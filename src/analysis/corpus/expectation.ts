import {
  ACTED_ON,
  type ActedOn,
  SEVERITIES,
  type Severity,
  severityRank,
  VERDICTS,
  type Verdict,
} from '../../result/finding.ts';

/**
 * What a corpus case expects, in one line per thing:
 *   `detector>=severity[<=severity][:verdict=…][:actedOn=…]`   a finding of its own for every entry
 *   `warning:code`                                             an extraction warning
 *   `tree:fact=value`                                          a fact about the rebuilt case
 * and for the replay `gate[:mode] → decision @ event in words`.
 */
export type Must =
  | {
      readonly kind: 'finding';
      readonly detector: string;
      readonly min: Severity;
      readonly max?: Severity;
      readonly verdict?: Verdict;
      readonly actedOn?: ActedOn;
      readonly text: string;
    }
  | { readonly kind: 'warning'; readonly code: string; readonly text: string }
  | { readonly kind: 'tree'; readonly fact: string; readonly value: string; readonly text: string };

export interface ReplayExpectation {
  readonly gate: string;
  /** Taint key of `taint-floor`, mode of `channel-split`. */
  readonly mode?: string;
  readonly decision: string;
  readonly event: string;
  readonly text: string;
}

const FINDING = /^([a-z-]+)>=([a-z]+)(?:<=([a-z]+))?((?::[a-zA-Z]+=[a-z]+)*)$/;
const REPLAY = /^([a-z-]+)(?::([a-z]+))? → ([a-z]+) @ (\S.*)$/;

/** @throws Error naming the entry that cannot be read. */
export function parseMust(text: string): Must {
  if (text.startsWith('warning:')) return { kind: 'warning', code: text.slice('warning:'.length), text };
  if (text.startsWith('tree:')) {
    const [fact, value] = text.slice('tree:'.length).split('=');
    if (!fact || value === undefined) throw new Error(`cannot read '${text}': want tree:fact=value`);
    return { kind: 'tree', fact, value, text };
  }
  const match = FINDING.exec(text);
  if (match === null) throw new Error(`cannot read '${text}': want detector>=severity[<=severity][:field=value]`);
  const fields = new Map(
    match[4]!
      .split(':')
      .filter(Boolean)
      .map((field) => field.split('=') as [string, string]),
  );
  const max = match[3] === undefined ? undefined : member(SEVERITIES, match[3], text);
  const verdict = fields.get('verdict');
  const actedOn = fields.get('actedOn');
  for (const key of fields.keys())
    if (key !== 'verdict' && key !== 'actedOn') throw new Error(`unknown field '${key}' in '${text}'`);
  return {
    kind: 'finding',
    detector: match[1]!,
    min: member(SEVERITIES, match[2]!, text),
    ...(max === undefined ? {} : { max }),
    ...(verdict === undefined ? {} : { verdict: member(VERDICTS, verdict, text) }),
    ...(actedOn === undefined ? {} : { actedOn: member(ACTED_ON, actedOn, text) }),
    text,
  };
}

export function parseReplay(text: string): ReplayExpectation {
  const match = REPLAY.exec(text);
  if (match === null) throw new Error(`cannot read '${text}': want gate[:mode] → decision @ event`);
  return {
    gate: match[1]!,
    ...(match[2] === undefined ? {} : { mode: match[2] }),
    decision: match[3]!,
    event: match[4]!,
    text,
  };
}

/** The rank above which no finding of the detector may lie; undefined where an entry has no maximum and may be exceeded. */
export function ceiling(entries: readonly Must[], detector: string): number | undefined {
  const own = entries.filter((entry) => entry.kind === 'finding' && entry.detector === detector);
  const ranks = own.map((entry) =>
    entry.kind === 'finding' && entry.max !== undefined ? severityRank(entry.max) : Infinity,
  );
  const highest = Math.max(...ranks);
  return highest === Infinity || ranks.length === 0 ? undefined : highest;
}

function member<const T extends readonly string[]>(values: T, value: string, text: string): T[number] {
  if (!values.includes(value)) throw new Error(`'${value}' in '${text}' is none of ${values.join(', ')}`);
  return value as T[number];
}
