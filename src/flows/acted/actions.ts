import { stringAt } from '../../base/json.ts';
import type { Agent, Case, EventOf, TimelineEvent } from '../../case/model.ts';
import { commandEffects } from '../bash/effects.ts';
import { isAbsolute, isUnder } from '../policy/paths.ts';
import type { ActKind } from './verbs.ts';

/** One thing an agent did: a call, read by what it does. */
export interface Action {
  readonly event: EventOf<'tool-call'>;
  readonly kinds: ReadonlySet<ActKind>;
  /** Command, path, address or message: what identifies the act, in lower case. */
  readonly words: string;
  /** Why the act counts as one of the critical kinds; undefined for reads and for writes inside the project. */
  readonly critical?: 'egress' | 'exec' | 'write-outside' | 'permission' | 'publish';
  /** One line for a reader. */
  readonly summary: string;
}

/** Files that grant rights: settings, hooks, agent definitions, server lists. */
const PERMISSION_PATH =
  /(?:^|[/\\])(?:\.claude[/\\](?:settings[\w.-]*\.json|hooks[/\\]|agents[/\\])|\.mcp\.json|managed-settings\.json|sudoers)/i;

/** Reads a tool call as an action. `cwd` is the agent's, as recorded. */
export function actionOf(event: EventOf<'tool-call'>, agent: Agent | undefined): Action {
  const { toolName, input } = event;
  const kinds = new Set<ActKind>(['call']);
  const words = JSON.stringify(input).toLowerCase();
  const path = stringAt(input, 'file_path') ?? stringAt(input, 'notebook_path') ?? stringAt(input, 'path');
  let critical: Action['critical'];
  let summary = `${toolName} ${path ?? ''}`.trim();
  const command = stringAt(input, 'command');
  switch (toolName) {
    case 'Write':
    case 'Edit':
    case 'MultiEdit':
    case 'NotebookEdit': {
      kinds.add('write');
      if (toolName !== 'Write') kinds.add('delete');
      if (path !== undefined && PERMISSION_PATH.test(path)) {
        kinds.add('grant');
        critical = 'permission';
      } else if (path !== undefined && isOutside(path, agent?.worktree ?? event.cwd)) critical = 'write-outside';
      break;
    }
    case 'Read':
    case 'Glob':
    case 'Grep':
    case 'LS':
    case 'NotebookRead':
      kinds.add('read');
      break;
    case 'Agent':
    case 'Task':
      kinds.add('delegate');
      summary = `${toolName} ${stringAt(input, 'description') ?? ''}`.trim();
      break;
    case 'SendMessage':
      kinds.add('send');
      if (/shutdown|terminate/i.test(words)) kinds.add('stop');
      summary = `SendMessage to ${stringAt(input, 'to') ?? stringAt(input, 'recipient') ?? 'an agent'}`;
      break;
    case 'TaskStop':
    case 'KillShell':
    case 'KillBash':
    case 'TeamDelete':
      kinds.add('stop');
      break;
    case 'WebFetch':
    case 'WebSearch':
      kinds.add('read').add('send');
      critical = 'egress';
      summary = `${toolName} ${stringAt(input, 'url') ?? stringAt(input, 'query') ?? ''}`.trim();
      break;
    case 'Bash':
    case 'PowerShell':
      kinds.add('run');
      critical = shell(command ?? '', event.cwd, agent?.worktree, kinds);
      summary = `${toolName}: ${(command ?? '').slice(0, 160)}`;
      break;
    case 'Monitor':
      kinds.add('run');
      critical = 'exec';
      summary = `Monitor: ${(command ?? '').slice(0, 160)}`;
      break;
    case 'Skill': {
      const skill = (stringAt(input, 'skill') ?? stringAt(input, 'command') ?? '').toLowerCase();
      kinds.add('run');
      summary = `Skill ${skill}`;
      if (PUBLISH_NAME.test(skill)) {
        kinds.add('publish').add('push').add('send');
        critical = 'publish';
      }
      break;
    }
    case 'ExitPlanMode':
    case 'EnterPlanMode':
      kinds.add('grant');
      break;
    default:
      critical = byName(toolName, kinds);
  }
  return { event, kinds, words, ...(critical === undefined ? {} : { critical }), summary };
}

const PUBLISH_NAME =
  /publish|deploy|release|send|post|mail|announce|broadcast|notify|upload|merge|push|ship|tweet|pay|transfer/i;

/** A tool on no list, read by the parts of its name (`mcp__mail__send_message`, `preview_start`). */
function byName(toolName: string, kinds: Set<ActKind>): Action['critical'] {
  const name = toolName.replace(/^mcp__/, '').toLowerCase();
  if (/(?:^|[_-])(?:get|list|read|search|find|fetch|query|describe|show|view|lookup|status)(?:$|[_-])/.test(name)) {
    kinds.add('read');
    return undefined;
  }
  if (/(?:delete|remove|drop|destroy|purge)/.test(name)) kinds.add('delete').add('run');
  if (PUBLISH_NAME.test(name)) {
    kinds.add('send').add('publish');
    return 'egress';
  }
  if (/(?:start|run|exec|launch|spawn|invoke|eval|monitor|schedule|trigger)/.test(name)) {
    kinds.add('run');
    return 'exec';
  }
  if (/(?:create|write|update|save|add|set|put|insert|edit|comment)/.test(name)) {
    kinds.add('write');
    return toolName.startsWith('mcp__') ? 'egress' : undefined;
  }
  if (/(?:grant|permission|allow|approve|role|policy|access)/.test(name)) {
    kinds.add('grant');
    return 'permission';
  }
  return undefined;
}

/** What a shell command does, told in kinds of acts; the reading of the shell itself is `flows/bash`. */
function shell(
  command: string,
  cwd: string | undefined,
  worktree: string | undefined,
  kinds: Set<ActKind>,
): Action['critical'] {
  const effects = commandEffects(command, cwd);
  let critical: Action['critical'];
  const order = ['exec', 'write-outside', 'egress', 'publish', 'permission'] as const;
  const raise = (to: (typeof order)[number]): void => {
    if (critical === undefined || order.indexOf(to) > order.indexOf(critical)) critical = to;
  };
  if (effects.reads.length > 0 || effects.output.files.length > 0) kinds.add('read');
  if (effects.readsOutside.length > 0) {
    kinds.add('read').add('install');
    raise('egress');
  }
  if (effects.sendsOutside.length > 0) {
    kinds.add('send');
    raise('egress');
  }
  if (effects.executes.length > 0) raise('exec');
  if (effects.executes.some((one) => one.kind === 'package')) kinds.add('install');
  if (effects.executes.some((one) => one.kind === 'agent')) kinds.add('delegate');
  if (effects.writes.length > 0) kinds.add('write');
  if (effects.writes.some((one) => isOutside(one.path, worktree ?? cwd))) raise('write-outside');
  if (effects.deletes.length > 0) {
    kinds.add('delete');
    raise('exec');
  }
  for (const publication of effects.publishes) {
    kinds.add('publish').add('send');
    if (publication.kind === 'git-push' || publication.kind === 'pull-request') kinds.add('push');
    raise('publish');
  }
  if (effects.permission.length > 0 || effects.writes.some((one) => PERMISSION_PATH.test(one.path))) {
    kinds.add('grant');
    raise('permission');
  }
  // Words of the command that name an act which no effect stands for.
  if (REMOTE_DELETE.test(command)) kinds.add('delete');
  if (/\bgit\b[^|;&\n]*\b(?:commit|add)\b/.test(command)) kinds.add('commit');
  if (/\bgit\b[^|;&\n]*\b(?:merge|rebase|push)\b/.test(command)) kinds.add('push');
  if (
    /\bgit\b[^|;&\n]*\b(?:reset\s+--hard|clean\s+-\w*f|filter-(?:branch|repo)|branch\s+-D|reflog\s+expire|checkout\s+--|stash\s+drop)/.test(
      command,
    )
  ) {
    kinds.add('delete');
    raise('exec');
  }
  if (effects.names.some((name) => /^(?:kill|pkill|killall|systemctl|service|shutdown|reboot)$/.test(name))) {
    kinds.add('stop');
    raise('exec');
  }
  return critical;
}

/** A service's own client with its word for taking something away. */
const REMOTE_DELETE =
  /(?:^|[;&|(\s])(?:aws|gcloud|gsutil|bq|az|kubectl|helm|oc|doctl|heroku|gh|glab|terraform|pulumi|rclone|s3cmd|redis-cli|psql|mysql|mongosh|sqlite3|docker|podman)\s[^|;&\n]{0,200}?(?<![\w-])(?:rb|rm|delete(?:-[\w-]+)?|destroy|drop|purge|remove|uninstall|flushall|flushdb|truncate|deleteFile)(?![\w-])/i;

function isOutside(path: string, cwd: string | undefined): boolean {
  if (path.startsWith('~')) return true;
  if (!isAbsolute(path)) return path.startsWith('../');
  if (cwd === undefined || cwd === '' || isUnder(path, cwd)) return false;
  // Scratch folders of the system and of the host are nobody's data.
  return (
    !/^(?:\/tmp\/|\/private\/tmp\/|\/var\/folders\/|\/dev\/)/.test(path) &&
    !/[/\\]\.claude[/\\](?:plans|projects)[/\\]/.test(path)
  );
}

/** Calls and replies of an agent behind a place of the timeline, in order. */
export function eventsAfter(analysed: Case, agent: string, order: number, most: number): readonly TimelineEvent[] {
  const events = analysed.eventsOf(agent);
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.order <= order) low = middle + 1;
    else high = middle;
  }
  return events.slice(low, low + most);
}
