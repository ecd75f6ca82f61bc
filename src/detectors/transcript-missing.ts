import type { Agent, Case, EventOf } from '../case/model.ts';
import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Cited, Claim, Detector } from './claim.ts';

const id = 'transcript-missing';
const MOST_CITED = 12;
/** Made by the host for itself: their main file may bear a throwaway id and hold nothing. [VERSIONS, row `--resume`, 2.0.50 and 2.0.76] */
const OF_THE_HOST = new Set<Agent['kind']>(['warm-up', 'compaction', 'side-question']);

export const transcriptMissing: Detector = {
  ...CATALOGUE[id],
  *detect({ case: within }: Investigation): Iterable<Claim> {
    const root = within.agents.get(within.agents.root);
    if (root !== undefined && root.artefacts.length === 0) {
      const claim = mainMissing(within);
      if (claim !== undefined) yield claim;
      return;
    }
    const children = childrenMissing(within);
    if (children !== undefined) yield children;
  },
};

function mainMissing(within: Case): Claim | undefined {
  const children = within.agents.agents.filter((agent) => agent.kind !== 'root');
  const first = within.timeline[0];
  const artefact = within.artefacts.find((one) => one.kind !== 'agent-meta') ?? within.artefacts[0];
  if (artefact === undefined) return undefined;
  const primary: Cited = {
    cite:
      first === undefined
        ? {
            record: { artefact: artefact.id, byteStart: 0, byteEnd: Math.min(artefact.byteLength, 400), line: 1 },
            pointer: '',
          }
        : { record: first.span, pointer: '/sessionId' },
    note: `belongs to session ${within.id}, whose main transcript is not among the evidence`,
  };
  const hosts = children.length > 0 && children.every((agent) => OF_THE_HOST.has(agent.kind));
  return {
    detector: id,
    message: `the main transcript of session ${within.id} is missing; ${children.length} ${children.length === 1 ? 'child' : 'children'} and ${within.artefacts.length} ${within.artefacts.length === 1 ? 'file' : 'files'} of it remain`,
    severity: hosts ? 'info' : 'medium',
    confidence: 'high',
    primary,
    related: [],
    agents: children.slice(0, 20).map((agent) => agent.id),
    details: [
      'what is there was analysed under an unknown root',
      'who removed the file, or whether it was only not copied, cannot be known from what remains; hosts remove old main files and leave the folder beside them',
    ],
  };
}

/** Children that worked, by what came back of them, without a file. An open or refused call has made none. */
function childrenMissing(within: Case): Claim | undefined {
  const recorded = within.agents.agents.some((agent) => agent.kind !== 'root' && agent.artefacts.length > 0);
  const returns = new Map<string | undefined, EventOf<'return'>>();
  for (const event of within.timeline)
    if (event.kind === 'return' && !returns.has(event.child)) returns.set(event.child, event);
  const missing = within.agents.agents.flatMap((agent): { agent: Agent; cited: Cited }[] => {
    if (agent.kind === 'root' || agent.artefacts.length > 0 || OF_THE_HOST.has(agent.kind)) return [];
    const spawn = agent.spawnedBy === null ? undefined : within.event(agent.spawnedBy.eventId);
    if (spawn === undefined || within.isInherited(spawn.span)) return [];
    const back = returns.get(agent.id);
    if (back === undefined) return [];
    return [
      {
        agent,
        cited: {
          cite: { record: back.span, pointer: '' },
          note: `came back from ${agent.type || 'a child'} ${agent.id}, whose transcript is not there`,
        },
      },
    ];
  });
  if (missing.length === 0) return undefined;
  const cited = missing.slice(0, MOST_CITED).map((one) => one.cited);
  return {
    detector: id,
    message: `${missing.length} ${missing.length === 1 ? 'child has' : 'children have'} come back without a transcript of ${missing.length === 1 ? 'its' : 'their'} own`,
    severity: 'info',
    confidence: recorded ? 'medium' : 'low',
    primary: cited[0]!,
    related: cited.slice(1),
    agents: missing.slice(0, 20).map(({ agent }) => agent.id),
    details: [
      'nothing can be said about what these agents read or called; a report without recorded work is not shown to be ungrounded by this alone',
      ...(recorded ? ['transcripts of other children of this session are there'] : []),
    ],
  };
}
