import { isObject, stringAt } from '../../base/json.ts';
import { type FactTable, OLDEST, startingWith, valueAt } from '../../hosts/fact.ts';
import type { RebuiltEvent } from '../payload/model.ts';

/** Variables that the host sets for hook programs, by version. Source: `env` of hooks.jsonl in the recordings; FACTS section 6. */

const SESSION_ID = startingWith('2.1.172', 'hooks.jsonl env', '2.1.119');
const PID = startingWith('2.1.217', 'hooks.jsonl env', '2.1.209');
const ATTENDED = startingWith('2.1.276', 'hooks.jsonl env', '2.1.261');
const EFFORT = startingWith('2.1.172', 'hooks.jsonl env', '2.1.119');
/** 1.0.90 says `cli` in headless runs as well. */
const ENTRYPOINT: FactTable<'cli' | 'recorded'> = [
  { since: OLDEST, value: 'cli', source: 'hooks.jsonl env of 1.0.90' },
  { since: '2.0.14', value: 'recorded', after: '1.0.90', source: 'hooks.jsonl env' },
];

/** A stand-in: the host's process is long gone. */
const NO_PROCESS = '0';

export function hostVariables(event: RebuiltEvent, projectDir: string, interactive: boolean): Record<string, string> {
  const { version, payload } = event;
  const entrypoint =
    valueAt(ENTRYPOINT, version) === 'cli' ? 'cli' : (event.entrypoint ?? (interactive ? 'cli' : 'sdk-cli'));
  const variables: Record<string, string> = { CLAUDE_PROJECT_DIR: projectDir, CLAUDE_CODE_ENTRYPOINT: entrypoint };
  if (valueAt(SESSION_ID, version)) {
    variables.CLAUDECODE = '1';
    variables.AI_AGENT = `claude-code_${(version ?? '').replaceAll('.', '-')}_harness`;
    variables.CLAUDE_CODE_CHILD_SESSION = '1';
    const session = stringAt(payload, 'session_id');
    if (session !== undefined) variables.CLAUDE_CODE_SESSION_ID = session;
  }
  if (valueAt(PID, version)) variables.CLAUDE_PID = NO_PROCESS;
  if (valueAt(ATTENDED, version)) variables.CLAUDE_CODE_SESSION_ATTENDED = interactive ? '1' : '0';
  const effort = isObject(payload.effort) ? stringAt(payload.effort, 'level') : undefined;
  if (valueAt(EFFORT, version) && effort !== undefined) variables.CLAUDE_EFFORT = effort;
  return variables;
}
