import { clip } from '../base/clean.ts';
import { unifiedDiff } from '../base/diff.ts';
import { passes, type Replay } from '../result/replay.ts';

/** Where two decision logs over the same events part. */
export interface Comparison {
  readonly left: string;
  readonly right: string;
  readonly flips: readonly Flip[];
  /** The first flip that is no consequence of an earlier change. */
  readonly firstDivergence?: Flip;
  /** Unified diff of the two logs. */
  readonly diff: string;
}

export interface Flip {
  readonly eventId: string;
  readonly phase: string;
  readonly agentId: string;
  readonly summary: string;
  readonly left: string;
  readonly right: string;
  /** Hangs on an earlier changed decision on either side. */
  readonly hypothetical: boolean;
}

/** Name of a log: gate, key, policy and profile. */
export function logName(replay: Replay): string {
  const key = replay.key === undefined ? '' : `:${replay.key}`;
  const policy = replay.policy === undefined ? '' : ` [${replay.policy}]`;
  return `${replay.gate}${key}${policy}${replay.profile === undefined ? '' : ` @ ${replay.profile}`}`;
}

/** Decision logs by name, each in the order of its events. */
export function logsOf(replays: readonly Replay[]): Map<string, Replay[]> {
  const logs = new Map<string, Replay[]>();
  for (const replay of replays) {
    const name = logName(replay);
    const log = logs.get(name);
    if (log === undefined) logs.set(name, [replay]);
    else log.push(replay);
  }
  return logs;
}

export function compareLogs(left: readonly Replay[], right: readonly Replay[]): Comparison {
  const others = new Map(right.map((replay) => [placeOf(replay), replay]));
  const flips: Flip[] = [];
  for (const one of left) {
    const other = others.get(placeOf(one));
    if (other !== undefined && verdictOf(one) === verdictOf(other)) continue;
    // An event that the other host does not send, and about which nothing was to be said, flips nothing.
    if (other === undefined && one.outcome === 'none' && passes(one)) continue;
    flips.push({
      eventId: one.eventId,
      phase: one.phase,
      agentId: one.agentId,
      summary: one.summary,
      left: decisionOf(one),
      right: other === undefined ? 'not asked' : decisionOf(other),
      hypothetical: one.hypothetical || other?.hypothetical === true,
    });
  }
  const first = flips.find((flip) => !flip.hypothetical) ?? flips[0];
  const names = [nameOf(left), nameOf(right)] as const;
  return {
    left: names[0],
    right: names[1],
    flips,
    ...(first === undefined ? {} : { firstDivergence: first }),
    diff: unifiedDiff(names[0], names[1], logText(left), logText(right)),
  };
}

function nameOf(log: readonly Replay[]): string {
  return log[0] === undefined ? '(empty)' : logName(log[0]);
}

function placeOf(replay: Replay): string {
  return `${replay.eventId} ${replay.hookEvent} ${replay.toolUseId ?? ''}`;
}

function verdictOf(replay: Replay): string {
  return passes(replay) ? 'passes' : `${replay.outcome} ${replay.effect}`;
}

function decisionOf(replay: Replay): string {
  return replay.effect === 'none' ? replay.outcome : `${replay.outcome} (${replay.effect})`;
}

/** One line per event: what a reader compares. */
export function logText(log: readonly Replay[]): string {
  return log
    .map((replay) => {
      const call = `${replay.toolName ?? replay.hookEvent} ${clip(replay.summary.replace(/\s+/g, ' '), 100)}`;
      // Why something passes is no difference that a host would feel.
      const said = passes(replay)
        ? 'passes'
        : `${decisionOf(replay)}${replay.reason === '' ? '' : `: ${replay.reason}`}`;
      return `${replay.eventId} ${replay.phase} ${call.trim()} → ${said}\n`;
    })
    .join('');
}
