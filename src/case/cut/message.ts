import { COORDINATOR_LEAD, COORDINATOR_TAIL, PEER_WRAPPERS } from '../../hosts/phrases.ts';
import { filled, type Piece, piece, whole } from './piece.ts';

export interface PeerMessage {
  readonly wrapper: string;
  /** `from`, `from-name` or `teammate_id` of the wrapper: what the sender's side says, not who it is. */
  readonly from?: string;
  readonly pieces: readonly Piece[];
}

/** Words of another agent or session in the host's wrapper. They end at the LAST closing tag: they may hold a forged one. */
export function readPeerMessage(text: string): PeerMessage | undefined {
  for (const wrapper of PEER_WRAPPERS) {
    // A lead sentence of the host may stand before the wrapper.
    const open = text.startsWith(`<${wrapper}`) ? 0 : text.slice(0, 400).indexOf(`\n<${wrapper}`) + 1;
    if (open === 0 && !text.startsWith(`<${wrapper}`)) continue;
    const tagEnd = text.indexOf('>', open);
    if (tagEnd < 0) continue;
    const attributes = text.slice(open + wrapper.length + 1, tagEnd);
    const start = text[tagEnd + 1] === '\n' ? tagEnd + 2 : tagEnd + 1;
    const close = text.lastIndexOf(`</${wrapper}>`);
    let end = close < start ? text.length : close;
    if (end > start && end < text.length && text[end - 1] === '\n') end -= 1;
    const from =
      attribute(attributes, 'from-name') ?? attribute(attributes, 'from') ?? attribute(attributes, 'teammate_id');
    return {
      wrapper,
      ...(from === undefined ? {} : { from }),
      pieces: filled([
        piece(0, start, 'host', 'frame'),
        piece(start, end, 'sender', 'message'),
        piece(end, text.length, 'host', 'frame'),
      ]),
    };
  }
  return undefined;
}

function attribute(attributes: string, name: string): string | undefined {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
}

/** A message into a running agent, with or without the host's sentence around it. */
export function cutCoordinator(text: string): Piece[] {
  if (!text.startsWith(COORDINATOR_LEAD)) return whole(text, 'sender', 'message');
  const start = COORDINATOR_LEAD.length;
  const end = text.endsWith(COORDINATOR_TAIL) ? text.length - COORDINATOR_TAIL.length : text.length;
  return filled([
    piece(0, start, 'host', 'frame'),
    piece(start, end, 'sender', 'message'),
    piece(end, text.length, 'host', 'frame'),
  ]);
}
