import { type HostProfile, profileFor } from '../../hosts/profile.ts';
import type { TranscriptRecord } from '../../wire/record.ts';
import type { Calls } from '../calls.ts';
import type { Links } from '../links.ts';
import type { AgentId } from '../model.ts';
import type { AgentDraft, Roster } from '../roster.ts';
import type { Drafts, SentRequest } from './draft.ts';
import type { Queue } from './queue.ts';

/** What telling one agent's records needs to know of the whole case. */
export interface Scene {
  readonly root: AgentId;
  readonly calls: Calls;
  readonly links: Links;
  readonly roster: Roster;
  /** Version of records that name none. */
  readonly version: string | undefined;
}

/** Telling one agent's stream, record by record. */
export interface Telling {
  readonly scene: Scene;
  readonly self: AgentDraft;
  readonly drafts: Drafts;
  /** What event ids of the file at hand begin with. */
  name: string;
  version: string | undefined;
  /** The first prompt was told. */
  briefed: boolean;
  /** The file begins with queue lines, as those of headless runs do. */
  headless: boolean;
  readonly queue: Queue;
  /** Recorded API requests by their id. */
  readonly requests: Map<string, SentRequest>;
  readonly replies: Set<string>;
  unknownRecords: number;
}

export function profileOf(telling: Telling, record: TranscriptRecord): HostProfile {
  return profileFor(record.version ?? telling.version);
}

/** An agent by what a message calls it: its id, its name, `main`. */
export function addressee(telling: Telling, name: string | undefined): AgentId | string | undefined {
  if (name === undefined) return undefined;
  if (telling.scene.roster.has(name)) return name;
  if (name === 'main' || name === 'team-lead') return telling.scene.root;
  return telling.scene.links.named.get(name) ?? name;
}

export function isAgent(telling: Telling, name: string | undefined): name is AgentId {
  return name !== undefined && telling.scene.roster.has(name);
}
