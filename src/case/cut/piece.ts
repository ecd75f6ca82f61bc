/** Whose words a stretch of a field is. Cutters say it; who exactly that is, the teller knows. */
export type Speaker =
  /** The host: frames, notes, trailers. */
  | 'host'
  /** The child whose words are handed over. */
  | 'child'
  /** The agent that wrote a brief or a message. */
  | 'sender'
  /** The tool that made the result. */
  | 'tool'
  | 'human'
  /** A person, while the agent was working. */
  | 'queued'
  /** Whoever started a headless run. */
  | 'caller'
  /** Echo and output of a local command. */
  | 'command'
  /** Instructions, skills and other context that the host puts in. */
  | 'context'
  | 'memory'
  | 'hook'
  /** Nothing in the record says. */
  | 'nobody';

/** UTF-16 units [start, end) of one string. Pieces of a string follow each other without gap or overlap. */
export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly speaker: Speaker;
  readonly place: string;
}

export function piece(start: number, end: number, speaker: Speaker, place: string): Piece {
  return { start, end, speaker, place };
}

/** Takes out empty pieces; cutters may then say them without looking. */
export function filled(pieces: readonly Piece[]): Piece[] {
  return pieces.filter(({ start, end }) => end > start);
}

export function whole(text: string, speaker: Speaker, place: string): Piece[] {
  return filled([piece(0, text.length, speaker, place)]);
}
