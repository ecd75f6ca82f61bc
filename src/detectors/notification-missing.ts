import type { Agent, Case, EventOf } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';
import { notificationsOf, secondsBetween } from './delivery/notices.ts';

const id = 'notification-missing';

/** A notice that comes this much later than the agent's last record is late. Seconds. */
const LATE = 300;

export const notificationMissing: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    const notices = notificationsOf(analysed);
    for (const agent of analysed.agents.agents) {
      if (agent.background !== true || agent.artefacts.length === 0 || agent.kind === 'workflow') continue;
      const own = notices.get(agent.id) ?? [];
      const claim = own.length > 0 ? late(analysed, agent, own) : never(analysed, agent);
      if (claim !== undefined) yield claim;
    }
  },
};

function late(analysed: Case, agent: Agent, notices: readonly EventOf<'return'>[]): Claim | undefined {
  for (const notice of notices) {
    const before = analysed.eventsOf(agent.id).filter((event) => event.order < notice.order);
    const last = before.filter((event) => event.kind === 'reply').at(-1);
    if (last === undefined) continue;
    const seconds = secondsBetween(last.at, notice.at);
    if (seconds === undefined || seconds < LATE) continue;
    // The receiver must have been awake in between, or the notice merely waited for the session to go on.
    const awake = analysed
      .eventsOf(notice.agent)
      .filter(
        (event) =>
          event.order > last.order &&
          event.order < notice.order &&
          (event.kind === 'prompt' || event.kind === 'reply' || event.kind === 'message'),
      );
    if (awake.length === 0) continue;
    const asked = awake.find(
      (event) => event.kind === 'message' && event.direction === 'sent' && event.to === agent.id,
    );
    return {
      detector: id,
      message: `the end of agent ${agent.id.slice(0, 12)} is told ${Math.round(seconds / 60)} minutes after its last words${asked === undefined ? '' : ', only after it was asked'}`,
      severity: 'low',
      confidence: 'medium',
      primary: { cite: notice.texts[0]?.cite ?? { record: notice.span, pointer: '' }, note: 'the late completion' },
      related: [
        { cite: last.texts[0]?.cite ?? { record: last.span, pointer: '' }, note: 'the agent’s last words' },
        ...(asked?.texts[0] === undefined ? [] : [{ cite: asked.texts[0].cite, note: 'the question before it' }]),
      ],
      agents: [agent.id, notice.agent],
      actedOn: 'no',
      details: [`${Math.round(seconds)} s between the agent’s last words and the notice`],
    };
  }
  return undefined;
}

function never(analysed: Case, agent: Agent): Claim | undefined {
  // A named agent of a team waits for messages; its end is no event that is told.
  if (agent.name !== undefined || agent.kind === 'teammate') return undefined;
  const parent = agent.parent ?? analysed.agents.root;
  // Hosts up to 2.1.43 kept the result of a background agent for a tool to fetch and told nobody.
  if (analysed.hostVersions.some(isBeforeNotices)) return undefined;
  const { told, asked } = endsOf(analysed);
  if (told.has(agent.id) || asked.some((input) => input.includes(agent.id))) return undefined;
  const last = analysed.eventsOf(agent.id).at(-1);
  if (last === undefined) return undefined;
  const after = analysed
    .eventsOf(parent)
    .filter((event) => event.order > last.order && (event.kind === 'reply' || event.kind === 'prompt'));
  const seconds = secondsBetween(last.at, after.at(-1)?.at);
  if (after.length < 3 || !after.some((event) => event.kind === 'prompt') || (seconds !== undefined && seconds < 10))
    return undefined;
  return {
    detector: id,
    message: `no record tells that agent ${agent.id.slice(0, 12)} ended, and the session goes on`,
    severity: 'low',
    confidence: 'low',
    primary: { cite: last.texts[0]?.cite ?? { record: last.span, pointer: '' }, note: 'the agent’s last record' },
    related: [],
    agents: [agent.id, parent],
    actedOn: 'no',
    details: ['it may still be running, have been killed, or its notice was lost: the records do not say'],
  };
}

interface Ends {
  /** Agents of which a return or a notice told. */
  readonly told: ReadonlySet<string>;
  /** What calls that stop an agent or fetch its output were given. */
  readonly asked: readonly string[];
}

const ends = new WeakMap<Case, Ends>();

/** Read once per case: a session may have thousands of agents. */
function endsOf(analysed: Case): Ends {
  const known = ends.get(analysed);
  if (known !== undefined) return known;
  const told = new Set<string>();
  const asked: string[] = [];
  for (const event of analysed.timeline) {
    if (event.kind === 'return' && event.child !== undefined) told.add(event.child);
    else if (event.kind === 'notice' && event.taskId !== undefined) told.add(event.taskId);
    else if (event.kind === 'tool-call' && /^(?:TaskStop|KillShell|TaskOutput|AgentOutputTool)$/.test(event.toolName))
      asked.push(JSON.stringify(event.input));
  }
  const found = { told, asked };
  ends.set(analysed, found);
  return found;
}

function isBeforeNotices(version: string): boolean {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  return major < 2 || (major === 2 && (minor < 1 || (minor === 1 && patch < 44)));
}
