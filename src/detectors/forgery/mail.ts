import type { AgentId, Case, EventOf } from '../../case/model.ts';
import { squeeze } from './words.ts';

/** The call by which somebody of this case sent these words to that agent before. */
export function sentCall(
  analysed: Case,
  body: string,
  to: AgentId,
  before: number,
  from?: AgentId,
): EventOf<'message'> | undefined {
  const letters = squeeze(body);
  for (const event of analysed.timeline) {
    if (event.order >= before) break;
    if (event.kind !== 'message' || event.direction !== 'sent') continue;
    if (from !== undefined && event.agent !== from) continue;
    if (event.agent === to && from === undefined) continue;
    for (const text of event.texts) {
      const sent = squeeze(text.value);
      if (sent !== '' && (sent === letters || letters.includes(sent) || sent.includes(letters))) return event;
    }
  }
  return undefined;
}

/** Whether the file of an agent's words is in the evidence. */
export function isGiven(analysed: Case, agent: AgentId): boolean {
  return (analysed.agents.get(agent)?.artefacts.length ?? 0) > 0;
}

/**
 * Whether an agent's file would hold the call: the main agent's always does; a teammate may be a process of its own whose calls stand in
 * another file, so its silence counts only if the file holds some such call.
 */
export function recordsSending(analysed: Case, agent: AgentId): boolean {
  if (agent === analysed.agents.root) return true;
  return analysed.eventsOf(agent).some((event) => event.kind === 'message' && event.direction === 'sent');
}

export function searchedFiles(analysed: Case): string {
  const paths = analysed.artefacts
    .filter((artefact) => artefact.kind === 'session' || artefact.kind === 'sidechain')
    .map((artefact) => artefact.path.split(/[/\\]/).at(-1)!);
  return `searched for a sender: ${paths.length} ${paths.length === 1 ? 'file' : 'files'} (${paths.slice(0, 8).join(', ')}${paths.length > 8 ? ', …' : ''})`;
}
