import type { AgentId, Case, EventOf, Text, TimelineEvent } from '../../case/model.ts';
import { squeeze } from './words.ts';

/** A text that came to an agent in the name of another agent of its team. */
export interface Mail {
  readonly event: TimelineEvent;
  readonly text: Text;
  readonly to: AgentId;
  /** As the envelope names it. */
  readonly from: string;
  /** The words inside the envelope. */
  readonly body: string;
  /** The agent that the name means, if the case has it. */
  readonly sender: AgentId | undefined;
}

const ENVELOPE =
  /^\s*<(teammate-message|agent-message)\b[^>]*?\b(?:teammate_id|from)="([^"]{1,120})"[^>]*>\n?([\s\S]*?)\n?<\/\1>/;
/** What hosts send each other without a model: idle notices, shutdown handshakes. */
const PROTOCOL = /^\s*\{\s*"type"\s*:\s*"[a-z_]+"/;

export function mails(analysed: Case): readonly Mail[] {
  const found: Mail[] = [];
  for (const event of analysed.timeline) {
    if (event.kind === 'message' && event.direction === 'received') {
      const text = event.texts.find((one) => one.origin.channel === 'peer');
      if (text === undefined || event.from === undefined || PROTOCOL.test(text.value)) continue;
      const sender = nameToAgent(analysed, event.from);
      if (sender !== undefined)
        found.push({ event, text, to: event.agent, from: event.from, body: text.value, sender });
    } else if (event.kind === 'prompt' && !event.isBrief) {
      for (const text of event.texts) {
        if (text.origin.channel !== 'unknown' && text.origin.channel !== 'peer') continue;
        const match = ENVELOPE.exec(text.value);
        if (match === null || PROTOCOL.test(match[3]!)) continue;
        found.push({
          event,
          text,
          to: event.agent,
          from: match[2]!,
          body: match[3]!,
          sender: nameToAgent(analysed, match[2]!),
        });
      }
    }
  }
  return found;
}

function nameToAgent(analysed: Case, name: string): AgentId | undefined {
  if (analysed.agents.get(name) !== undefined) return name;
  if (/^(?:team-?lead|lead|main|coordinator|parent)$/i.test(name)) return analysed.agents.root;
  return analysed.agents.agents.find((agent) => agent.name?.toLowerCase() === name.toLowerCase())?.id;
}

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
