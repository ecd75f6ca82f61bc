import { isObject, type JsonObject, stringAt } from '../base/json.ts';
import type { Replay } from '../result/replay.ts';

/**
 * Expected decisions, one JSON object per line: any members of a replay (`toolUseId`, `eventId`, `gate`, `key`, `phase`, `agentId`,
 * `toolName`) say which one is meant, `outcome` and `effect` what it must be. For people who test their own hooks over their own archive.
 */
export interface Expectation {
  readonly line: number;
  readonly where: JsonObject;
  readonly outcome?: string;
  readonly effect?: string;
}

export interface ExpectationMiss {
  readonly line: number;
  readonly message: string;
}

const WHERE = [
  'case',
  'eventId',
  'agentId',
  'phase',
  'hookEvent',
  'toolName',
  'toolUseId',
  'gate',
  'key',
  'profile',
  'summary',
] as const;

/** @throws Error with the line where one cannot be read. */
export function parseExpectations(text: string): Expectation[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      throw new Error(`line ${index + 1} is no valid JSON`);
    }
    if (!isObject(value)) throw new Error(`line ${index + 1} is no object`);
    const object = value as JsonObject;
    const where = Object.fromEntries(
      Object.entries(object).filter(([key]) => (WHERE as readonly string[]).includes(key)),
    );
    const outcome = stringAt(object, 'outcome') ?? stringAt(object, 'decision');
    const effect = stringAt(object, 'effect');
    if (Object.keys(where).length === 0)
      throw new Error(`line ${index + 1} says of no event: give ${WHERE.join(', ')}`);
    if (outcome === undefined && effect === undefined)
      throw new Error(`line ${index + 1} expects nothing: give outcome or effect`);
    return [
      {
        line: index + 1,
        where,
        ...(outcome === undefined ? {} : { outcome }),
        ...(effect === undefined ? {} : { effect }),
      },
    ];
  });
}

export interface CaseReplay {
  readonly case: string;
  readonly replay: Replay;
}

export function missedExpectations(
  expected: readonly Expectation[],
  replays: readonly CaseReplay[],
): ExpectationMiss[] {
  return expected.flatMap((one): ExpectationMiss[] => {
    const meant = replays.filter((row) =>
      Object.entries(one.where).every(([key, value]) => memberOf(row, key) === value),
    );
    if (meant.length === 0) return [{ line: one.line, message: `no replayed event is ${JSON.stringify(one.where)}` }];
    return meant.flatMap((row): ExpectationMiss[] => {
      const want = describe(one.outcome ?? row.replay.outcome, one.effect ?? row.replay.effect);
      const got = describe(row.replay.outcome, row.replay.effect);
      if (want === got) return [];
      const head = `${row.replay.eventId} ${row.replay.toolName ?? row.replay.hookEvent} ${row.replay.summary.slice(0, 100)}`;
      return [
        {
          line: one.line,
          message: `${head}\n  - expected: ${want}\n  + found:    ${got}${row.replay.reason === '' ? '' : `: ${row.replay.reason}`}`,
        },
      ];
    });
  });
}

function memberOf(row: CaseReplay, key: string): unknown {
  return key === 'case' ? row.case : row.replay[key as keyof Replay];
}

function describe(outcome: string, effect: string): string {
  return `${outcome} (${effect})`;
}
