import { targetHost } from '../hosts.ts';
import { type Argument, EMPTY, type GitAct, type Publication, type Stream } from './model.ts';
import { fetched } from './network.ts';
import { type Options, readOptions } from './options.ts';
import { type Shell, spoken } from './walk.ts';

/** git, and the command lines of the places where repositories live. */
export function forgeCommand(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream | undefined {
  if (name === 'git') return git(shell, args);
  if (name === 'gh' || name === 'glab' || name === 'hub' || name === 'tea') return forge(shell, name, args, stdin);
  return undefined;
}

function git(shell: Shell, args: readonly Argument[]): Stream {
  const global = readOptions(args, '-C -c --git-dir --work-tree --namespace --exec-path', true);
  const outer = shell.cwd;
  const folder = global.valuesOf('-C')[0];
  if (folder !== undefined) shell.cwd = shell.path(folder);
  for (const setting of global.valuesOf('-c')) settings(shell, setting);
  const [verb, ...rest] = global.operands;
  const out = verb === undefined ? EMPTY : subcommand(shell, verb, rest);
  shell.cwd = outer;
  return out;
}

function settings(shell: Shell, setting: Argument): void {
  if (
    /^(core\.(hookspath|sshcommand|pager|editor|fsmonitor)|alias\.|credential|url\.|http\..*proxy|include)/i.test(
      setting.value,
    )
  ) {
    shell.permission.push({ kind: 'settings', value: `git ${setting.value}`, at: setting.at });
  }
}

function subcommand(shell: Shell, verb: Argument, args: readonly Argument[]): Stream {
  const options = readOptions(
    args,
    '-b -B -m --message -o --origin -u --upstream --depth --branch -s --source -X --strategy -F --file -c -C --author --date -n',
  );
  const { operands } = options;
  const forced =
    options.has('-f', '--force', '--force-with-lease') || operands.some((ref) => ref.value.startsWith('+'));
  const here = shell.cwd ?? '.';
  if (CHANGING.has(verb.value)) shell.git.push(gitAct(shell, verb, args, options));
  switch (verb.value) {
    case 'clone': {
      const [url, into] = operands;
      // A repository that lies on this machine: `git clone ../other here`.
      if (url?.known === true && /^(?:\.{0,2}\/|~\/|\.{1,2}$|file:\/\/)/.test(url.value)) {
        if (into !== undefined) shell.write(into, false, { kind: 'files', paths: [url.value] });
        return EMPTY;
      }
      const stream = fetched(shell, 'git clone', url, verb.at);
      const name = url?.value
        .replace(/\/+$/, '')
        .split(/[/:]/)
        .at(-1)
        ?.replace(/\.git$/, '');
      const folder =
        into ?? (url !== undefined && name !== undefined && name !== '' ? { ...url, value: name } : undefined);
      if (folder !== undefined) shell.write(folder, false, { kind: 'outside', read: stream.outside[0]! });
      return stream;
    }
    case 'pull':
    case 'fetch':
    case 'ls-remote': {
      const stream = fetched(shell, `git ${verb.value}`, operands[0], verb.at);
      return stream;
    }
    case 'remote':
      if (operands[0]?.value === 'update') return fetched(shell, 'git remote update', undefined, verb.at);
      if (/^(add|set-url)$/.test(operands[0]?.value ?? '') && operands[2] !== undefined) {
        shell.permission.push({
          kind: 'settings',
          value: `git remote ${operands[1]!.value} ${operands[2].value}`,
          at: operands[2].at,
        });
      }
      return EMPTY;
    case 'submodule':
      return operands[0]?.value === 'status' ? EMPTY : fetched(shell, 'git submodule', operands[1], verb.at);
    case 'push': {
      const [remote, ...refs] = operands;
      const host = remote === undefined ? undefined : targetHost(remote.value);
      const ref = refs.map((word) => word.value).join(' ');
      shell.publishes.push({
        kind: 'git-push',
        ...(remote === undefined ? {} : { target: [remote.value, ref].filter((part) => part !== '').join(' ') }),
        forced,
        at: verb.at,
      });
      shell.send({ tool: 'git push', url: remote?.value, host: host?.host, at: verb.at });
      if (options.has('-d', '--delete') || refs.some((word) => word.value.startsWith(':'))) {
        shell.deletes.push({ path: `remote ${ref}`, recursive: false, forced, at: verb.at });
      }
      return EMPTY;
    }
    case 'send-email':
    case 'request-pull':
      shell.send({ tool: `git ${verb.value}`, recipient: operands.at(-1)?.value ?? '', at: verb.at });
      return EMPTY;
    case 'checkout':
    case 'restore':
    case 'switch': {
      const dashes = args.findIndex((arg) => arg.value === '--');
      const paths = dashes >= 0 ? args.slice(dashes + 1) : verb.value === 'restore' ? operands : operands.slice(1);
      for (const path of paths) shell.write(path, false, { kind: 'program' });
      if (paths.length === 0) shell.writes.push({ path: here, append: true, from: { kind: 'program' }, at: verb.at });
      return EMPTY;
    }
    case 'reset':
      if (options.has('--hard')) shell.deletes.push({ path: here, recursive: true, forced: true, at: verb.at });
      return EMPTY;
    case 'clean':
      if (options.has('-f', '--force')) shell.deletes.push({ path: here, recursive: true, forced: true, at: verb.at });
      return EMPTY;
    case 'branch':
    case 'tag':
      if (options.has('-D', '-d', '--delete')) {
        for (const ref of operands)
          shell.deletes.push({ path: `${verb.value} ${ref.value}`, recursive: false, forced, at: ref.at });
      }
      return EMPTY;
    case 'rm':
    case 'mv':
      for (const path of operands)
        shell.deletes.push({ path: shell.path(path), recursive: options.has('-r'), forced, at: path.at });
      return EMPTY;
    case 'worktree':
      if (operands[0]?.value === 'remove' && operands[1] !== undefined) {
        shell.deletes.push({ path: shell.path(operands[1]), recursive: true, forced, at: operands[1].at });
      }
      return EMPTY;
    case 'config':
      if (operands[1] !== undefined)
        settings(shell, { ...operands[0]!, value: `${operands[0]!.value}=${operands[1].value}` });
      return EMPTY;
    case 'merge':
    case 'rebase':
    case 'cherry-pick':
    case 'revert':
    case 'stash':
    case 'apply':
    case 'am':
      shell.writes.push({ path: here, append: true, from: { kind: 'program' }, at: verb.at });
      return EMPTY;
    case 'commit':
      // The message comes out of a file.
      shell.readAll(options.valuesOf('-F', '--file').filter((file) => file.value !== '-'));
      return EMPTY;
    case 'add':
      return EMPTY;
    default:
      return EMPTY;
  }
}

const CHANGING = new Set(
  'commit checkout switch reset stash restore merge rebase cherry-pick revert am apply clean push'.split(' '),
);

function gitAct(shell: Shell, verb: Argument, args: readonly Argument[], options: Options): GitAct {
  const creates = options.has('-b', '-B', '-c', '-C', '--orphan');
  const ofFiles = args.some((arg) => arg.value === '--') || options.operands.length > 1;
  const moves =
    ((verb.value === 'checkout' && !ofFiles) || verb.value === 'switch') && !creates && options.operands.length === 1;
  return { verb: verb.value, moves, at: verb.at, ...(shell.cwd === undefined ? {} : { folder: shell.cwd }) };
}

const PUBLISHING: readonly (readonly [RegExp, Publication['kind']])[] = [
  [/^(pr|mr) (create|merge|close|edit|ready|reopen|review|comment)$/, 'pull-request'],
  [/^issue (create|close|edit|comment|delete|transfer|reopen|lock)$/, 'comment'],
  [/^release (create|upload|edit|delete)$/, 'release'],
  [/^gist (create|edit|delete)$/, 'repository'],
  [/^repo (create|delete|edit|fork|rename|archive|sync)$/, 'repository'],
  [/^(workflow|run) (run|rerun|enable|disable|cancel)$/, 'deployment'],
  [/^label (create|delete|edit)$/, 'comment'],
];

function forge(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const options = readOptions(
    args,
    '-R --repo -b --body -F --body-file -t --title -f --field --raw-field -X --method -H --header --input -m --json -q --jq -L --limit -B --base -H --head -l --label -a --assignee -n --notes',
  );
  const [topic, verb] = options.operands;
  if (topic === undefined) return EMPTY;
  const what = `${topic.value} ${verb?.value ?? ''}`.trim();
  const carried = [
    ...options
      .valuesOf('-b', '--body', '-t', '--title', '-m', '-n', '--notes', '--raw-field')
      .map((word) => spoken([word])),
    ...options.valuesOf('-F', '--body-file', '--input', '-f', '--field').map((word) => {
      const file = /^(?:[^=]+=)?@(.+)$/.exec(word.value)?.[1] ?? (word.value.includes('=') ? undefined : word.value);
      if (file === undefined) return spoken([word]);
      return file === '-' ? stdin : shell.readAll([{ ...word, value: file }]);
    }),
  ];
  const repository = options.valuesOf('-R', '--repo')[0]?.value ?? options.operands[2]?.value;
  const host = name === 'glab' ? 'gitlab.com' : 'github.com';
  const published = PUBLISHING.find(([pattern]) => pattern.test(what));
  const method = options.valuesOf('-X', '--method')[0]?.value.toUpperCase();
  const api = topic.value === 'api' && (carried.length > 0 || (method !== undefined && method !== 'GET'));
  if (/^(secret|variable|ssh-key|gpg-key|auth|deploy-key) (set|add|delete|remove|login|token|refresh)$/.test(what)) {
    shell.permission.push({ kind: /^auth/.test(what) ? 'key' : 'secret', value: `${name} ${what}`, at: topic.at });
  }
  if (published !== undefined || api) {
    shell.publishes.push({
      kind: published?.[1] ?? 'comment',
      ...(repository === undefined ? {} : { target: repository }),
      forced: options.has('--admin', '--force'),
      at: topic.at,
    });
  }
  if (published !== undefined || api || /^secret set/.test(what)) {
    shell.send({ tool: `${name} ${what}`, url: api ? verb?.value : repository, host, at: topic.at }, ...carried);
  }
  if (what === 'repo clone' || what === 'pr checkout') {
    const source = options.operands[2];
    const stream = fetched(shell, `${name} ${what}`, undefined, topic.at);
    const into =
      options.operands[3] ?? (source === undefined ? undefined : { ...source, value: source.value.split('/').at(-1)! });
    if (into !== undefined && what === 'repo clone')
      shell.write(into, false, { kind: 'outside', read: stream.outside[0]! });
    return stream;
  }
  return fetched(shell, `${name} ${what}`, undefined, topic.at);
}
