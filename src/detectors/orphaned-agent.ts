import type { Investigation } from '../flows/model.ts';
import { CATALOGUE } from './catalogue.ts';
import type { Claim, Detector } from './claim.ts';

const id = 'orphaned-agent';

export const orphanedAgent: Detector = {
  ...CATALOGUE[id],
  *detect({ case: analysed }: Investigation): Iterable<Claim> {
    const root = analysed.agents.get(analysed.agents.root);
    // Without the main file every child is an orphan: that is told once, as a missing transcript.
    if (root === undefined || root.artefacts.length === 0) return;
    for (const agent of analysed.agents.agents) {
      if (agent.id === root.id || agent.kind !== 'subagent' || agent.spawnedBy !== null || agent.link !== null)
        continue;
      const first = agent.firstEvent === undefined ? undefined : analysed.event(agent.firstEvent);
      if (first === undefined) continue;
      yield {
        detector: id,
        message: `agent ${agent.id.slice(0, 12)} has a transcript, and no call of the session started it`,
        severity: 'low',
        confidence: 'medium',
        primary: { cite: first.texts[0]?.cite ?? { record: first.span, pointer: '' }, note: 'its first record' },
        related: [],
        agents: [agent.id],
        actedOn: 'no',
        details: [
          'no id, no equal brief and no call at that time links it; the call may lie in a file that is not given',
        ],
      };
    }
  },
};
