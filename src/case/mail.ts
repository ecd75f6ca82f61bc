import type { AgentId, AgentTree, Case, Inbox, Text, TimelineEvent } from './model.ts';

/** A text that came to an agent in the name of another agent of its team. */
export interface Mail {
  readonly event: TimelineEvent;
  readonly text: Text;
  readonly to: AgentId;
  /** As the envelope names it. */
  readonly from: string;
  /** The words inside the envelope. */
  readonly body: string;
  /** Whether hosts hand it over by an inbox file: the envelope of teams, not that of agents in one process. */
  readonly byInbox: boolean;
  /** The agent that the name means, if the case has it. */
  readonly sender: AgentId | undefined;
}

const ENVELOPE =
  /^\s*<(teammate-message|agent-message)\b[^>]*?\b(?:teammate_id|from)="([^"]{1,120})"[^>]*>\n?([\s\S]*?)\n?<\/\1>/;
const BY_INBOX = '<teammate-message';
const PROTOCOL = /^\s*\{\s*"type"\s*:\s*"[a-z_]+"/;

export function mails(analysed: Pick<Case, 'agents' | 'timeline'>): readonly Mail[] {
  const found: Mail[] = [];
  for (const event of analysed.timeline) {
    if (event.kind === 'message' && event.direction === 'received') {
      const text = event.texts.find((one) => one.origin.channel === 'peer');
      if (text === undefined || event.from === undefined || isProtocol(text.value)) continue;
      const sender = nameToAgent(analysed, event.from);
      if (sender !== undefined)
        found.push({
          event,
          text,
          to: event.agent,
          from: event.from,
          body: text.value,
          byInbox: event.texts.some((one) => one.value.includes(BY_INBOX)),
          sender,
        });
    } else if (event.kind === 'prompt' && !event.isBrief) {
      for (const text of event.texts) {
        if (text.origin.channel !== 'unknown' && text.origin.channel !== 'peer') continue;
        const match = ENVELOPE.exec(text.value);
        if (match === null || isProtocol(match[3]!)) continue;
        found.push({
          event,
          text,
          to: event.agent,
          from: match[2]!,
          body: match[3]!,
          byInbox: match[1] === 'teammate-message',
          sender: nameToAgent(analysed, match[2]!),
        });
      }
    }
  }
  return found;
}

/** What hosts send each other without a model: idle notices, shutdown handshakes. */
export function isProtocol(body: string): boolean {
  return PROTOCOL.test(body);
}

/** The agent that a sender's or owner's name means. */
export function nameToAgent(analysed: Pick<Case, 'agents'>, name: string): AgentId | undefined {
  if (analysed.agents.get(name) !== undefined) return name;
  if (isLeadName(name)) return analysed.agents.root;
  return analysed.agents.agents.find((agent) => agent.name?.toLowerCase() === name.toLowerCase())?.id;
}

function isLeadName(name: string): boolean {
  return /^(?:team-?lead|lead|main|coordinator|parent)$/i.test(name);
}

/** The inbox file of an agent, where it was given. */
export function inboxOf(agents: AgentTree, inboxes: readonly Inbox[], agent: AgentId): Inbox | undefined {
  const name = agents.get(agent)?.name?.toLowerCase();
  return inboxes.find(({ owner }) => owner.toLowerCase() === name || (agent === agents.root && isLeadName(owner)));
}

/** The agent that an inbox belongs to. */
export function ownerOf(agents: AgentTree, inbox: Inbox): AgentId | undefined {
  return nameToAgent({ agents }, inbox.owner);
}
