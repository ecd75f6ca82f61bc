import { stringAt } from '../../base/json.ts';
import type { Agent, Case, EventOf, TimelineEvent } from '../../case/model.ts';
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

const PERMISSION_PATH = /(?:^|[/\\])(?:\.claude[/\\](?:settings[\w.-]*\.json|hooks[/\\]|agents[/\\])|\.mcp\.json|managed-settings\.json|sudoers)/i;

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
      critical = shell(command ?? '', kinds) ?? critical;
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

const PUBLISH_NAME = /publish|deploy|release|send|post|mail|announce|broadcast|notify|upload|merge|push|ship|tweet|pay|transfer/i;

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

/** Kinds of a shell command line by the programs that it starts; each program is looked at where a command may begin. */
function shell(command: string, kinds: Set<ActKind>): Action['critical'] {
  const starts = command.split(/&&|\|\||[;|\n(]|\$\(|`/).map((part) => part.trim().replace(/^(?:sudo|env|time|nohup|timeout \S+|xargs|exec|command)\s+|^(?:\w+=\S*\s+)+/g, ''));
  let critical: Action['critical'];
  const raise = (to: NonNullable<Action['critical']>): void => {
    const order = ['exec', 'write-outside', 'egress', 'publish', 'permission'];
    if (critical === undefined || order.indexOf(to) > order.indexOf(critical)) critical = to;
  };
  for (const start of starts) {
    const [program = '', sub = ''] = start.split(/\s+/);
    const name = program.replace(/^.*\//, '');
    if (name === 'git') {
      const verb = /^git\s+(?:-\S+\s+(?:\S+\s+)?)*?([a-z-]+)/.exec(start)?.[1] ?? sub;
      if (verb === 'commit' || verb === 'add') kinds.add('commit');
      else if (verb === 'push') {
        kinds.add('push').add('publish').add('send');
        raise('publish');
      } else if (verb === 'merge' || verb === 'rebase') kinds.add('push');
      else if (/^(?:reset|clean|checkout|restore|branch|stash|filter-branch|filter-repo|rm|reflog|gc)$/.test(verb)) {
        if (/--hard|-f\b|-D\b|--force|clean|filter-|rm\b/.test(start)) {
          kinds.add('delete');
          raise('exec');
        }
      } else if (/^(?:clone|fetch|pull)$/.test(verb)) kinds.add('install').add('read');
      continue;
    }
    if (/^(?:curl|wget|nc|ncat|telnet|ssh|scp|sftp|rsync|ftp|http|https)$/.test(name)) {
      kinds.add('send').add('read');
      raise('egress');
    } else if (name === 'gh' || name === 'glab') {
      kinds.add(/\b(?:create|merge|comment|edit|release|close|delete|upload|api)\b/.test(start) ? 'publish' : 'read');
      if (/\b(?:create|merge|comment|edit|release|close|delete|upload)\b/.test(start)) raise('publish');
    } else if (/^(?:npm|pnpm|yarn|pip3?|cargo|gem|uv|brew|apt|apt-get|go)$/.test(name)) {
      if (/\bpublish\b/.test(start)) {
        kinds.add('publish');
        raise('publish');
      } else if (/\b(?:install|add|i|get)\b/.test(start)) {
        kinds.add('install');
        raise('exec');
      }
    } else if (/^(?:rm|rmdir|unlink|shred|truncate)$/.test(name) || (name === 'find' && /-delete|-exec\s+rm/.test(start))) {
      kinds.add('delete');
      raise('exec');
    } else if (/^(?:chmod|chown|setfacl|visudo|usermod)$/.test(name)) {
      kinds.add('grant');
      raise('permission');
    } else if (/^(?:kill|pkill|killall|systemctl|service|shutdown|reboot)$/.test(name)) {
      kinds.add('stop');
      raise('exec');
    } else if (/^(?:kubectl|terraform|docker|helm|aws|gcloud|az|heroku|vercel|netlify|fly)$/.test(name)) {
      kinds.add('publish');
      if (!/\b(?:get|describe|logs|ps|images|list|plan|show|status)\b/.test(start)) raise('publish');
    } else if (/^(?:cat|head|tail|less|ls|find|grep|rg|sed|awk|wc|stat|file|tree|jq|cut|sort|uniq|diff|printenv|env)$/.test(name)) {
      kinds.add('read');
      if (name === 'sed' && /-i\b/.test(start)) kinds.add('write');
    } else if (/^(?:bash|sh|zsh|node|python3?|ruby|perl|deno|bun|npx|make|\.\/?.*)$/.test(name) || program.startsWith('./') || program.startsWith('/')) raise('exec');
    else if (/^(?:claude)$/.test(name)) {
      kinds.add('delegate');
      raise('exec');
    } else if (/^(?:cp|mv|tee|touch|mkdir|dd|ln|install)$/.test(name)) kinds.add('write');
  }
  if (/(?:^|[^>\d&])>{1,2}\s*[^&\s]/.test(command)) kinds.add('write');
  if (PERMISSION_PATH.test(command) && kinds.has('write')) {
    kinds.add('grant');
    raise('permission');
  }
  return critical;
}

function isOutside(path: string, cwd: string | undefined): boolean {
  if (!/^(?:[/~]|[A-Za-z]:)/.test(path)) return path.startsWith('../');
  if (cwd === undefined || cwd === '') return false;
  if (path.startsWith('~')) return true;
  const inside = path === cwd || path.startsWith(cwd.endsWith('/') ? cwd : `${cwd}/`);
  // Scratch folders of the system and of the host are nobody's data.
  return !inside && !/^(?:\/tmp\/|\/private\/tmp\/|\/var\/folders\/)/.test(path) && !/[/\\]\.claude[/\\](?:plans|projects)[/\\]/.test(path);
}

/** Calls and replies of an agent behind a place of the timeline, in order. */
export function eventsAfter(analysed: Case, agent: string, order: number): readonly TimelineEvent[] {
  const events = analysed.eventsOf(agent);
  let low = 0;
  let high = events.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (events[middle]!.order <= order) low = middle + 1;
    else high = middle;
  }
  return events.slice(low);
}
