import { buildCase } from '../../src/case/build.ts';
import type { AgentId, Case, EventKind, EventOf, Text } from '../../src/case/model.ts';
import { type AgentSketch, type Sketch, type SketchConfig, sketch } from '../../src/wire/sketch.ts';
import { inputOf } from '../wire/sketched.ts';

/** A sketch and the case that is built from its files. */
export function built(config: SketchConfig, script: (main: AgentSketch) => unknown): { case: Case; sketch: Sketch } {
  const drawn = sketch({ startContext: false, ...config }, script);
  return { case: buildCase(inputOf(drawn)), sketch: drawn };
}

export function eventsOf<K extends EventKind>(of: Case, kind: K): EventOf<K>[] {
  return of.timeline.filter((event): event is EventOf<K> => event.kind === kind);
}

/** Texts whose value holds a phrase, in order. */
export function textsWith(of: Case, phrase: string): Text[] {
  return of.texts.filter((text) => text.value.includes(phrase));
}

export function channelOf(of: Case, phrase: string): string[] {
  return textsWith(of, phrase).map((text) => text.origin.channel);
}

/** The only agent below the root. */
export function onlyChild(of: Case): AgentId {
  const children = of.agents.agents.filter((agent) => agent.id !== of.agents.root);
  if (children.length !== 1) throw new Error(`${children.length} agents below the root`);
  return children[0]!.id;
}
