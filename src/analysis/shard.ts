import { sha256 } from '../evidence/digest.ts';

export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly of: number;
}

/** Whole sessions go to one shard, by their id alone: a tree is never split, and no shard needs to know what others hold. */
export function isInShard(sessionId: string, { index, of }: Shard): boolean {
  return Number(BigInt(`0x${sha256(sessionId).slice(0, 12)}`) % BigInt(of)) === index - 1;
}
