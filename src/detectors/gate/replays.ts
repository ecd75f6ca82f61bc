import type { Replay } from '../../result/replay.ts';

/** Decisions of what people run themselves: hook programs and permission rules. Our own gates were not there. */
export function ofLiveGate({ gate }: Replay): boolean {
  return isHookGate(gate) || gate === 'permission-rules';
}

export function isHookGate(gate: string): boolean {
  return gate.startsWith('hook:') || gate.startsWith('settings:');
}
