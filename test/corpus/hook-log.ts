import { isObject, type JsonObject } from '../../src/base/json.ts';
import { compareVersions } from '../../src/wire/sketch/host.ts';
import type { Sketch } from '../../src/wire/sketch.ts';

export interface LoggedCall {
  readonly tool: string;
  readonly input: JsonObject;
  readonly isChild: boolean;
  readonly agentId: string | undefined;
}

/** What the logged hook answered: exit code and the two streams. */
export interface LoggedAnswer {
  readonly exitCode: number;
  readonly stdout?: string;
  readonly stderr?: string;
  readonly durationMs?: number;
}

/**
 * A log of PreToolUse events as a recording hook writes it: one line per event with the hook's stdin and what the hook answered.
 * Calls for which `answer` gives nothing are not in the log. By time.
 */
export function hookLog(one: Sketch, answer: (call: LoggedCall) => LoggedAnswer | undefined): string {
  const { host, sessionId, transcriptPath } = one.main.session;
  const since = (version: string) => compareVersions(host.version, version) >= 0;
  const lines: { at: string; text: string }[] = [];
  for (const file of one.files.filter(({ path }) => path.endsWith('.jsonl')))
    for (const line of new TextDecoder().decode(file.bytes).split('\n')) {
      if (line === '') continue;
      const record = JSON.parse(line) as JsonObject;
      if (record.type !== 'assistant' || !isObject(record.message)) continue;
      for (const block of record.message.content as JsonObject[]) {
        if (block.type !== 'tool_use') continue;
        const call: LoggedCall = {
          tool: String(block.name),
          input: block.input as JsonObject,
          isChild: record.isSidechain === true,
          agentId: typeof record.agentId === 'string' ? record.agentId : undefined,
        };
        const given = answer(call);
        if (given === undefined) continue;
        const stdin: JsonObject = {
          session_id: sessionId,
          transcript_path: `/home/dev/.claude/${transcriptPath}`,
          cwd: record.cwd!,
          permission_mode: 'default',
          ...(call.isChild && since('2.1.64') ? { agent_id: call.agentId!, agent_type: 'general-purpose' } : {}),
          hook_event_name: 'PreToolUse',
          tool_name: call.tool,
          tool_input: call.input,
          ...(since('2.0.50') ? { tool_use_id: block.id! } : {}),
        };
        const at = String(record.timestamp);
        const entry = {
          t: at,
          event: 'PreToolUse',
          cwd: record.cwd!,
          stdin,
          stdout: '',
          stderr: '',
          durationMs: 40,
          ...given,
        };
        lines.push({ at, text: JSON.stringify(entry) });
      }
    }
  lines.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return lines.map(({ text }) => `${text}\n`).join('');
}

export interface LoggedEvent {
  readonly event: string;
  /** Key of the child that the event is about. */
  readonly agent?: string;
  readonly more?: JsonObject;
}

/** Other events of a hook log, a second apart from the start of the session. */
export function hookEvents(one: Sketch, events: readonly LoggedEvent[]): string {
  const { session } = one.main;
  const transcript = `/home/dev/.claude/${session.transcriptPath}`;
  return events
    .map(({ event, agent, more }, i) => {
      const child = agent === undefined ? undefined : one.main.child(agent);
      const stdin: JsonObject = {
        session_id: session.sessionId,
        transcript_path: transcript,
        cwd: session.cwd,
        hook_event_name: event,
        ...(child?.agentId === undefined
          ? {}
          : {
              agent_id: child.agentId,
              agent_type: 'general-purpose',
              ...(event === 'SubagentStop' ? { agent_transcript_path: `/home/dev/.claude/${child.path}` } : {}),
            }),
        ...more,
      };
      return `${JSON.stringify({ t: new Date(session.startsAtMs + i * 1000).toISOString(), event, cwd: session.cwd, stdin, exitCode: 0, stdout: '', stderr: '' })}\n`;
    })
    .join('');
}
