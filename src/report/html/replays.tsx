import type { Replay } from '../../result/replay.ts';
import type { CaseResult, Report } from '../../result/report.ts';
import { namesOf, timeOf } from '../names.ts';
import { line, Scroll } from './text.tsx';

const MOST_ROWS = 400;

/** Events that a gate would have treated in another way than the record, and where gates part. */
export function Replays({ report }: { report: Report }) {
  const asked = report.cases.reduce((sum, result) => sum + result.replays.length, 0);
  if (asked === 0) return null;
  const all = report.cases.map((result) => ({ result, rows: telling(result) }));
  const crowded = all.reduce((sum, { rows }) => sum + rows.length, 0) > MOST_ROWS;
  const cases = all
    .map(({ result, rows }) => ({ result, rows: crowded ? rows.filter((row) => row.changes) : rows }))
    .filter(({ rows }) => rows.length > 0);
  let room = MOST_ROWS;
  return (
    <section aria-labelledby="replay">
      <h2 id="replay">What a gate would have decided</h2>
      <p>
        {asked === 1 ? 'One decision was' : `${asked.toLocaleString('en-US')} decisions were`} replayed. Shown are those
        that differ from what was recorded, that stop something, or on which gates part; what follows a changed decision
        is hypothetical.
      </p>
      {crowded && <p>Events that would have gone the same way are left out: there are too many.</p>}
      {cases.length === 0 && <p>No decision differs from what was recorded.</p>}
      {cases.map(({ result, rows }) => {
        const shown = rows.slice(0, Math.max(0, room));
        room -= shown.length;
        return shown.length === 0 ? null : <CaseTable key={result.id} result={result} rows={shown} />;
      })}
      {room <= 0 && <p>Only the first {MOST_ROWS} rows are drawn; `aftertaint replay` lists all.</p>}
    </section>
  );
}

interface RowOf {
  readonly first: Replay;
  readonly answers: readonly Replay[];
  readonly flips: boolean;
  /** Not only tainted: the event would have gone another way. */
  readonly changes: boolean;
}

const column = (replay: Replay) => (replay.key === undefined ? replay.gate : `${replay.gate} (${replay.key})`);

function telling(result: CaseResult): RowOf[] {
  const rows = new Map<string, Replay[]>();
  for (const replay of result.replays) {
    const key = `${replay.eventId} ${replay.phase}`;
    const row = rows.get(key);
    if (row === undefined) rows.set(key, [replay]);
    else row.push(replay);
  }
  return [...rows.values()]
    .map((answers) => {
      const flips = new Set(answers.map((answer) => answer.outcome)).size > 1;
      const changes = flips || answers.some((answer) => answer.differs || stops(answer));
      return { first: answers[0]!, answers, flips, changes };
    })
    .filter(({ answers, changes }) => changes || answers.some((answer) => answer.cause !== undefined));
}

function stops({ effect }: Replay): boolean {
  return effect === 'blocks-call' || effect === 'ends-run';
}

function CaseTable({ result, rows }: { result: CaseResult; rows: readonly RowOf[] }) {
  const name = namesOf(result);
  const gates = [...new Set(result.replays.map(column))];
  return (
    <Scroll label={`Decisions in session ${line(result.id)}`}>
      <table>
        <caption>
          Session <code>{line(result.id)}</code>
        </caption>
        <thead>
          <tr>
            {['Time', 'Agent', 'Phase', 'Call', 'Recorded'].map((head) => (
              <th scope="col" key={head}>
                {head}
              </th>
            ))}
            {gates.map((gate) => (
              <th scope="col" class="gate" key={gate}>
                {line(gate)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ first, answers, flips }) => (
            <tr key={`${first.eventId}${first.phase}`} class={flips ? 'flip' : undefined}>
              <td>{timeOf(first.at)}</td>
              <td class="mono">{name(first.agentId)}</td>
              <td>{first.phase}</td>
              <td class="wide mono">{line(`${first.toolName ?? first.hookEvent} ${first.summary}`).slice(0, 300)}</td>
              <td>{line(first.recorded)}</td>
              {gates.map((gate) => {
                const answer = answers.find((candidate) => column(candidate) === gate);
                const stopped = answer !== undefined && stops(answer);
                return (
                  <td key={gate} class={stopped ? 'gate stopped' : 'gate'}>
                    {answer === undefined
                      ? ''
                      : [
                          answer.outcome,
                          line(answer.cause?.text ?? answer.reason),
                          answer.hypothetical ? 'hypothetical' : '',
                        ]
                          .filter((part) => part !== '')
                          .join(' · ')}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
