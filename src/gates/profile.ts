import { isObject, type JsonObject, stringAt } from '../base/json.ts';
import type { AgentId, Case } from '../case/model.ts';
import { valueAt } from '../hosts/fact.ts';
import { COMMON_FIELDS, HOOK_TOOL_NAME, hookEventAt } from '../hosts/hooks.ts';
import { profileFor } from '../hosts/profile.ts';
import { REPLAY_PROFILES, type ReplayProfile } from '../hosts/replay-profiles.ts';
import { SPAWN_TOOLS } from '../hosts/tools.ts';
import { parseVersion } from '../hosts/version.ts';
import type { RebuiltEvent } from './payload/model.ts';

/** Profiles by name as written: `recorded`, `all`, a name of the table, or a host version. @throws Error that lists the names. */
export function profilesNamed(name: string): ReplayProfile[] {
  if (name === 'all') return [...REPLAY_PROFILES];
  const known = REPLAY_PROFILES.find((profile) => profile.name === name);
  if (known !== undefined) return [known];
  if (parseVersion(name) !== undefined) {
    return [
      {
        ...REPLAY_PROFILES[0]!,
        name,
        asVersion: name,
        basis: 'seen',
        about: `the payloads of version ${name}`,
        source: 'hosts/hooks.ts',
      },
    ];
  }
  throw new Error(
    `no host profile is called '${name}'; there are all, ${REPLAY_PROFILES.map((one) => one.name).join(', ')} and every version`,
  );
}

const CALL_EVENTS = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch', 'PermissionRequest']);

/**
 * The same events as a host of that profile would have sent them: other ids, fields that its version lacks, events it does not send,
 * children that it would not have started, and their words as it would have handed them back.
 */
export function underProfile(events: readonly RebuiltEvent[], profile: ReplayProfile, theCase: Case): RebuiltEvent[] {
  const { root } = theCase.agents;
  const host = profile.asVersion === undefined ? undefined : profileFor(profile.asVersion);
  const handsBackRaw = host?.handBack === 'raw' || host?.handBack === 'trailer';
  const words = handsBackRaw ? lastWords(events, theCase) : new Map<string, string>();
  return events.flatMap((event) => {
    const inChild = event.agent !== root;
    if (host !== undefined && isTooDeep(event.agent, host.nesting, theCase)) return [];
    if (inChild && !profile.hooksReachChildren && CALL_EVENTS.has(event.hookEvent)) return [];
    let payload: JsonObject = event.payload;
    if (profile.asVersion !== undefined) {
      const known = hookEventAt(event.hookEvent, profile.asVersion);
      if (known === undefined) return [];
      const names = new Set<string>([...COMMON_FIELDS, ...known.fields.map((field) => field.name)]);
      payload = Object.fromEntries(Object.entries(payload).filter(([field]) => names.has(field)));
      if (typeof payload.tool_name === 'string' && SPAWN_TOOLS.has(payload.tool_name)) {
        payload = { ...payload, tool_name: valueAt(HOOK_TOOL_NAME, profile.asVersion) };
      }
    }
    const report = event.hookEvent === 'PostToolUse' ? words.get(event.toolUseId ?? '') : undefined;
    if (report !== undefined && isObject(payload.tool_response) && Array.isArray(payload.tool_response.content)) {
      payload = { ...payload, tool_response: { ...payload.tool_response, content: [{ type: 'text', text: report }] } };
    }
    if (inChild && profile.sessionIds === 'distinct') payload = { ...payload, session_id: `${event.agent}` };
    if (inChild && !profile.namesChildren && CALL_EVENTS.has(event.hookEvent)) {
      const { agent_id: _id, agent_type: _type, ...unnamed } = payload;
      payload = unnamed;
    }
    const version = profile.asVersion ?? event.version;
    return [
      {
        ...event,
        payload,
        ...(version === undefined ? {} : { version }),
        ...(payload.agent_id === undefined ? { unnamed: true } : {}),
      },
    ];
  });
}

/** `nesting` 0: children may not spawn. [VERSIONS section 1, row nesting] */
function isTooDeep(agent: AgentId, nesting: number | undefined, theCase: Case): boolean {
  return nesting !== undefined && (theCase.agents.get(agent)?.depth ?? 0) > Math.max(1, nesting);
}

/** What each child said last, raw as SubagentStop quotes it, by the call that made the child. */
function lastWords(events: readonly RebuiltEvent[], theCase: Case): Map<string, string> {
  const words = new Map<string, string>();
  for (const { hookEvent, agent, payload } of events) {
    const said = hookEvent === 'SubagentStop' ? stringAt(payload, 'last_assistant_message') : undefined;
    const call = said === undefined ? undefined : theCase.agents.get(agent)?.spawnedBy?.toolUseId;
    if (said !== undefined && call !== undefined) words.set(call, said);
  }
  return words;
}
