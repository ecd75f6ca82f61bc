import type { CaseResult } from '../../result/report.ts';
import { BETTER_WAY, ITS_LIMIT, namedText, sharesText } from '../briefs.ts';
import { agentName, namesOf, plural } from '../names.ts';
import { line, Scroll, Table } from './text.tsx';

export interface Pictures {
  readonly tree: string;
  readonly flows: string;
}

/** Agents and flows of one case as pictures, with the same facts as a table beside them. */
export function CasePictures({ result, pictures }: { result: CaseResult; pictures: Pictures }) {
  const name = namesOf(result);
  return (
    <section aria-label={`Session ${line(result.id)}`}>
      <h3>
        Session <code>{line(result.id)}</code>
      </h3>
      <p class="soft">
        {line(result.summary.host)} {result.summary.hostVersions.map(line).join(', ')} ·{' '}
        {plural(result.agents.length, 'agent')} · {plural(result.summary.events, 'event')}
        {result.summary.firstAt !== undefined &&
          ` · ${line(result.summary.firstAt)} to ${line(result.summary.lastAt ?? '')}`}
      </p>
      {(result.summary.guarantees ?? []).length > 0 && (
        <p class="soft">What holds for this session: {result.summary.guarantees!.map(line).join(' · ')}.</p>
      )}
      <h4>Who started whom</h4>
      <Scroll picture label="Tree of agents; the table below says the same">
        <div dangerouslySetInnerHTML={{ __html: pictures.tree }} />
      </Scroll>
      {pictures.flows !== '' && (
        <>
          <h4>Which text went where: each arrow names the proved origin of what it carries</h4>
          <Scroll picture label="Flows of text between agents; the table below says the same">
            <div dangerouslySetInnerHTML={{ __html: pictures.flows }} />
          </Scroll>
        </>
      )}
      <Lanes result={result} />
      <details>
        <summary>Agents as a table</summary>
        <Table label="Agents" heads={['Agent', 'Parent', 'How the link is known', 'Status', 'Calls', 'Description']}>
          {result.agents.slice(0, 500).map((agent) => (
            <tr key={agent.id}>
              <th scope="row" class="mono">
                {agentName(agent, agent.id)}
              </th>
              <td class="mono">{agent.parent === undefined ? '' : name(agent.parent)}</td>
              <td>
                {agent.kind !== 'root' && agent.spawnedBy === null
                  ? 'orphan'
                  : agent.link === null
                    ? ''
                    : `${agent.link.basis}: ${line(agent.link.by)}`}
              </td>
              <td>{line(agent.status)}</td>
              <td class="num">{agent.toolCalls}</td>
              <td class="wide">{line(agent.description ?? agent.name ?? '')}</td>
            </tr>
          ))}
        </Table>
      </details>
      <FlowTable result={result} />
      <Briefs result={result} />
    </section>
  );
}

const MOST_FLOWS = 200;

function FlowTable({ result }: { result: CaseResult }) {
  const flows = result.flows.filter((flow) => flow.evidence[0]?.tier !== 'context');
  if (flows.length === 0) return null;
  const name = namesOf(result);
  return (
    <details>
      <summary>Flows as a table ({flows.length.toLocaleString('en-US')})</summary>
      <Table label="Flows" heads={['From', 'To', 'Channel', 'Proved', 'Possible', 'How', 'Text']}>
        {flows.slice(0, MOST_FLOWS).map((flow) => (
          <tr key={flow.id}>
            <td class="mono">{line(flow.sourceTool ?? name(flow.fromAgent))}</td>
            <td class="mono">{name(flow.toAgent)}</td>
            <td>{flow.channel}</td>
            <td>{flow.labels.carried.integrity}</td>
            <td>{flow.labels.possible.integrity}</td>
            <td>{flow.evidence[0]?.tier ?? flow.basis}</td>
            <td class="wide">{line(flow.evidence[0]?.excerptTo ?? '').slice(0, 200)}</td>
          </tr>
        ))}
      </Table>
      {flows.length > MOST_FLOWS && <p>The first {MOST_FLOWS}; `aftertaint flows` lists all.</p>}
    </details>
  );
}

function Briefs({ result }: { result: CaseResult }) {
  const briefs = result.briefs ?? [];
  if (briefs.length === 0) return null;
  const name = namesOf(result);
  const named = briefs.some((brief) => brief.handsOver === 'by reference');
  return (
    <details>
      <summary>Briefs as a table ({briefs.length.toLocaleString('en-US')})</summary>
      <Table
        label="Briefs"
        heads={['From', 'To', 'Length', 'Hands over', 'Shares', 'Possible', 'Named, and what its reader met']}
      >
        {briefs.slice(0, MOST_FLOWS).map((brief) => (
          <tr key={brief.eventId}>
            <td class="mono">{name(brief.agent)}</td>
            <td class="mono">{brief.child === undefined ? '?' : name(brief.child)}</td>
            <td class="num">{brief.length}</td>
            <td>{brief.handsOver ?? ''}</td>
            <td>{sharesText(brief)}</td>
            <td>{brief.possible}</td>
            <td class="wide">{line(namedText(brief)).slice(0, 400)}</td>
          </tr>
        ))}
      </Table>
      {briefs.length > MOST_FLOWS && <p>The first {MOST_FLOWS}; `aftertaint flows --briefs` lists all.</p>}
      {named && (
        <p class="soft">
          {BETTER_WAY}; {ITS_LIMIT}.
        </p>
      )}
    </details>
  );
}

const WIDTH = 960;
const LABEL = 210;
const ROW = 20;
const MOST_LANES = 120;

/** One lane per agent over the order of events; dots are findings. Order and not clock: recorded times run backwards at places. */
function Lanes({ result }: { result: CaseResult }) {
  const events = result.timeline ?? [];
  if (events.length === 0) return null;
  const extent = new Map<string, { first: number; last: number }>();
  const orderOf = new Map<string, { order: number; agent: string }>();
  for (const event of events) {
    const known = extent.get(event.agent);
    if (known === undefined) extent.set(event.agent, { first: event.order, last: event.order });
    else known.last = event.order;
    orderOf.set(event.id, { order: event.order, agent: event.agent });
  }
  const agents = result.agents.filter((agent) => extent.has(agent.id)).slice(0, MOST_LANES);
  const row = new Map(agents.map((agent, index) => [agent.id, index]));
  const span = Math.max(1, events.at(-1)!.order);
  const x = (order: number) => Math.round((LABEL + (order / span) * (WIDTH - LABEL - 16)) * 10) / 10;
  const dots = result.findings.flatMap((finding) => {
    const place = finding.evidence[0]?.eventId === undefined ? undefined : orderOf.get(finding.evidence[0].eventId);
    const index = place === undefined ? undefined : row.get(place.agent);
    return place === undefined || index === undefined
      ? []
      : [{ finding, cx: x(place.order), cy: index * ROW + ROW / 2 }];
  });
  const shares = events.length < 10 ? [0, 1] : [0, 0.25, 0.5, 0.75, 1];
  const ticks = shares.map((share) => events[Math.round(share * (events.length - 1))]!);
  const height = agents.length * ROW + 24;
  return (
    <>
      <h4>Who worked when, in the order of events; dots are findings</h4>
      <Scroll picture label="Agents over the order of events, findings marked">
        <svg
          class="lanes"
          viewBox={`0 0 ${WIDTH} ${height}`}
          role="img"
          aria-label={`${agents.length} agents over ${events.length} events`}
        >
          {agents.map((agent, index) => {
            const { first, last } = extent.get(agent.id)!;
            return (
              <g key={agent.id}>
                <text x={LABEL - 8} y={index * ROW + 14} text-anchor="end" font-size="11">
                  {agentName(agent, agent.id).slice(0, 34)}
                </text>
                <rect
                  class={agent.kind === 'root' ? 'lane root' : 'lane'}
                  x={x(first)}
                  y={index * ROW + 4}
                  width={Math.max(3, x(last) - x(first))}
                  height={ROW - 8}
                  rx="3"
                />
              </g>
            );
          })}
          {dots.map(({ finding, cx, cy }) => (
            <a href={`#${finding.id}`} key={finding.id}>
              <circle class={`dot ${finding.severity}`} cx={cx} cy={cy} r="5">
                <title>{`${finding.severity}: ${line(finding.message)}`}</title>
              </circle>
            </a>
          ))}
          {ticks.map((event, index) => (
            <text
              key={index}
              x={x(event.order)}
              y={height - 8}
              text-anchor={index === 0 ? 'start' : index === ticks.length - 1 ? 'end' : 'middle'}
              font-size="10"
            >
              {`#${event.order} ${/T(\d\d:\d\d:\d\d)/.exec(event.at ?? '')?.[1] ?? ''}`}
            </text>
          ))}
        </svg>
        {result.agents.length > agents.length && (
          <p class="soft">
            {agents.length} of {result.agents.length} agents are drawn.
          </p>
        )}
      </Scroll>
    </>
  );
}
