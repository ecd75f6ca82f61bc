import { targetHost } from '../hosts.ts';
import { PACKAGE_MANAGERS, REMOTE_PROGRAMS, REMOTE_WRITES } from './commands.ts';
import { type Argument, type CommandRange, EMPTY, merge, type OutsideRead, type Stream } from './model.ts';
import { readOptions } from './options.ts';
import { type Shell, sourceOf, spoken } from './walk.ts';

/** Commands that talk to other machines. Undefined: not one of them. */
export function networkCommand(
  shell: Shell,
  name: string,
  args: readonly Argument[],
  stdin: Stream,
): Stream | undefined {
  switch (name) {
    case 'curl':
      return curl(shell, args, stdin);
    case 'wget':
      return wget(shell, args);
    case 'ssh':
    case 'mosh':
      return ssh(shell, name, args, stdin);
    case 'scp':
    case 'rsync':
    case 'sftp':
      return copyRemote(shell, name, args);
    case 'nc':
    case 'ncat':
    case 'netcat':
    case 'telnet':
    case 'socat':
      return rawSocket(shell, name, args, stdin);
    case 'mail':
    case 'mailx':
    case 'mutt':
    case 'sendmail':
    case 'msmtp':
    case 'swaks':
      return mail(shell, name, args, stdin);
    case 'Invoke-WebRequest':
    case 'iwr':
    case 'Invoke-RestMethod':
    case 'irm':
      return remoteProgram(shell, name, args, stdin);
    default:
      if (PACKAGE_MANAGERS.has(name)) return packages(shell, name, args);
      if (REMOTE_PROGRAMS.has(name)) return remoteProgram(shell, name, args, stdin);
      return undefined;
  }
}

/** Notes a read from outside and yields the stream of the answer. */
export function fetched(shell: Shell, tool: string, target: Argument | undefined, at: CommandRange): Stream {
  const host = target === undefined ? undefined : targetHost(target.value);
  const read: OutsideRead = {
    tool,
    ...(target === undefined ? {} : { url: target.value }),
    ...(host === undefined ? {} : { host: host.host }),
    at: target?.at ?? at,
  };
  shell.readsOutside.push(read);
  return { ...EMPTY, outside: [read] };
}

const CURL_VALUES =
  '-X --request -H --header -d --data --data-raw --data-binary --data-urlencode --data-ascii --json -F --form --form-string -T --upload-file -o --output -u --user -A --user-agent -e --referer -b --cookie -c --cookie-jar -x --proxy -K --config --url -m --max-time --connect-timeout --retry --retry-delay -w --write-out -E --cert --key --cacert --resolve -r --range -D --dump-header --output-dir -C --limit-rate --interface -Q --create-dirs-mode --oauth2-bearer --proto --ciphers --tls-max -z --max-redirs --socks5 --unix-socket';

function curl(shell: Shell, args: readonly Argument[], stdin: Stream): Stream {
  const options = readOptions(args, CURL_VALUES);
  const urls = [...options.operands, ...options.valuesOf('--url')];
  const at = args[0]?.at ?? [0, 0];
  const bodies = options.valuesOf(
    '-d',
    '--data',
    '--data-raw',
    '--data-binary',
    '--data-urlencode',
    '--data-ascii',
    '--json',
    '-F',
    '--form',
    '--form-string',
  );
  const uploads = options.valuesOf('-T', '--upload-file');
  const heads = options.valuesOf('-H', '--header', '-u', '--user', '-b', '--cookie', '--oauth2-bearer', '-A', '-e');
  const method = options.valuesOf('-X', '--request')[0]?.value.toUpperCase();
  const carried = [
    ...bodies.map((body) => payload(shell, body, stdin)),
    ...uploads.map((file) => (file.value === '-' || file.value === '.' ? stdin : shell.readAll([file]))),
  ];
  const answers: Stream[] = [];
  for (const url of urls) {
    const loose =
      url.variables.length > 0 ||
      hasContent(url.stream) ||
      heads.some((head) => head.variables.length > 0 || hasContent(head.stream));
    const sends = carried.length > 0 || (method !== undefined && !/^(GET|HEAD|OPTIONS)$/.test(method)) || loose;
    if (sends) {
      const host = targetHost(url.value)?.host;
      shell.send(
        { tool: 'curl', url: url.value, host, at: url.at },
        ...carried,
        ...(loose ? [quiet(spoken([url, ...heads]))] : []),
      );
    }
    answers.push(fetched(shell, 'curl', url, at));
  }
  if (urls.length === 0) {
    if (options.has('-K', '--config')) shell.unknown.push({ name: 'curl', reason: 'addresses stand in a file', at });
    else return EMPTY;
    answers.push(fetched(shell, 'curl', undefined, at));
  }
  const answer = merge(...answers);
  const file = options.valuesOf('-o', '--output')[0];
  if (file !== undefined && file.value !== '-') {
    shell.write(file, false, sourceOf(answer));
    return EMPTY;
  }
  if (options.has('-O', '--remote-name', '--remote-name-all')) {
    for (const url of urls) shell.write(named(url), false, sourceOf(answer));
    return EMPTY;
  }
  return answer;
}

/** `-d @file` reads a file, `-F name=@file` too; everything else is the data itself. */
function payload(shell: Shell, body: Argument, stdin: Stream): Stream {
  const at = /(?:^|=)[@<]([^;]+)/.exec(body.value);
  if (at !== null) return at[1] === '-' ? stdin : shell.readAll([{ ...body, value: at[1]! }]);
  return spoken([body]);
}

function hasContent(stream: Stream): boolean {
  return stream.files.length > 0 || stream.outside.length > 0 || stream.variables.length > 0;
}

/** What a word brings along, without the word itself: an address is no data. */
function quiet(stream: Stream): Stream {
  const { literal: _none, ...rest } = stream;
  return rest;
}

/** The file name that the last step of a URL gives. */
function named(url: Argument): Argument {
  const name = url.value
    .replace(/[?#].*$/, '')
    .split('/')
    .at(-1);
  return { ...url, value: name === undefined || name === '' ? 'index.html' : name };
}

function wget(shell: Shell, args: readonly Argument[]): Stream {
  const options = readOptions(
    args,
    '-O -o -a -P -U -e -t -T -w -i --post-data --post-file --header --method --body-data --body-file --output-document --directory-prefix --user --password',
  );
  const at = args[0]?.at ?? [0, 0];
  const body = merge(
    ...options.valuesOf('--post-data', '--body-data').map((data) => spoken([data])),
    ...options.valuesOf('--post-file', '--body-file').map((file) => shell.readAll([file])),
  );
  const answers = options.operands.map((url) => {
    if (body !== EMPTY || url.variables.length > 0 || hasContent(url.stream)) {
      shell.send(
        { tool: 'wget', url: url.value, host: targetHost(url.value)?.host, at: url.at },
        body,
        quiet(spoken([url])),
      );
    }
    return fetched(shell, 'wget', url, at);
  });
  if (options.operands.length === 0 && options.has('-i')) answers.push(fetched(shell, 'wget', undefined, at));
  const answer = merge(...answers);
  const target = options.valuesOf('-O', '--output-document')[0];
  if (target?.value === '-') return answer;
  if (target !== undefined) shell.write(target, false, sourceOf(answer));
  else for (const url of options.operands) shell.write(named(url), false, sourceOf(answer));
  return EMPTY;
}

function ssh(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const options = readOptions(args, '-b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w', true);
  const [host, ...command] = options.operands;
  if (host === undefined) return EMPTY;
  shell.executes.push({
    kind: 'remote',
    value: command.map((word) => word.value).join(' '),
    from: command.length === 0 && stdin.outside.length > 0 ? 'outside' : 'literal',
    at: host.at,
  });
  shell.send(
    { tool: name, url: host.value, host: targetHost(host.value)?.host ?? host.value, at: host.at },
    stdin,
    command.length > 0 ? spoken(command) : undefined,
  );
  return fetched(shell, name, host, host.at);
}

function copyRemote(shell: Shell, name: string, args: readonly Argument[]): Stream {
  const options = readOptions(
    args,
    '-P -i -o -F -c -l -S -J -e --rsh --exclude --include -T --files-from --bwlimit -b',
  );
  const remote = (operand: Argument): boolean =>
    /^(?:[\w.+-]+@)?[\w.-]+::?|^(rsync|sftp|scp|ssh):\/\//.test(operand.value) &&
    !/^[A-Za-z]:[\\/]/.test(operand.value);
  const target = options.operands.at(-1);
  const sources = name === 'sftp' ? options.operands : options.operands.slice(0, -1);
  if (target === undefined) return EMPTY;
  const far = sources.filter(remote);
  const near = sources.filter((source) => !remote(source));
  const answer = merge(...far.map((source) => fetched(shell, name, source, source.at)));
  if (remote(target) && name !== 'sftp') {
    shell.send(
      {
        tool: name,
        url: target.value,
        host: targetHost(target.value.split(':')[0]!)?.host ?? target.value.split(':')[0],
        at: target.at,
      },
      shell.readAll(near),
      answer,
    );
  } else if (far.length > 0 && name !== 'sftp') {
    shell.write(target, false, sourceOf(answer));
  } else if (name === 'rsync' || name === 'scp') {
    const from = shell.readAll(near);
    shell.write(target, false, { kind: 'files', paths: from.files });
    if (name === 'rsync' && options.flags.some((flag) => flag.name.startsWith('--delete'))) {
      shell.deletes.push({ path: shell.path(target), recursive: true, forced: false, at: target.at });
    }
  }
  return EMPTY;
}

function rawSocket(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const options = readOptions(args, '-w -p -s -q -i -X -x -e -c --exec --sh-exec');
  const target =
    name === 'socat'
      ? options.operands.find((operand) => /^(TCP|UDP|OPENSSL|SSL)\d?(-CONNECT)?:/i.test(operand.value))
      : options.operands[0];
  for (const shellWord of options.valuesOf('-e', '-c', '--exec', '--sh-exec')) {
    shell.executes.push({ kind: 'remote', value: shellWord.value, from: 'outside', at: shellWord.at });
  }
  if (target === undefined || options.has('-z')) return EMPTY;
  const host = target.value.replace(/^[A-Z0-9-]+:/i, '').split(':')[0]!;
  if (!options.has('-l')) shell.send({ tool: name, host, at: target.at }, stdin);
  return fetched(shell, name, { ...target, value: host }, target.at);
}

function mail(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const options = readOptions(args, '-s -a -c -b -r -A -F -f -S --to --from --server --header --body --attach --data');
  const recipients = [...options.operands, ...options.valuesOf('--to', '-c', '-b')];
  const attached = shell.readAll(options.valuesOf('-a', '-A', '--attach').filter((file) => !file.value.includes(':')));
  const words = options.valuesOf('-s', '--body', '--data');
  for (const recipient of recipients.length > 0 ? recipients : args.slice(0, 1)) {
    shell.send(
      { tool: name, recipient: recipient.value, host: targetHost(recipient.value)?.host, at: recipient.at },
      stdin,
      attached,
      words.length > 0 ? spoken(words) : undefined,
    );
  }
  return EMPTY;
}

function packages(shell: Shell, name: string, args: readonly Argument[]): Stream | undefined {
  const spec = PACKAGE_MANAGERS.get(name)!;
  const options = readOptions(
    args,
    '-r --requirement -t --target -i --index-url --registry -C --prefix --filter -w --features -p --package',
  );
  const verb = options.operands[0] ?? args[0];
  const at = verb?.at ?? ([0, 0] as const);
  const named = options.operands.slice(1);
  const what = named.map((word) => word.value).join(' ');
  if (verb !== undefined && spec.publish?.test(verb.value) === true) {
    shell.publishes.push({
      kind: name === 'docker' || name === 'podman' ? 'image' : 'package',
      ...(what === '' ? {} : { target: what }),
      forced: options.has('--force', '-f'),
      at,
    });
    shell.send({ tool: `${name} ${verb.value}`, at });
    return fetched(shell, `${name} ${verb.value}`, undefined, at);
  }
  if (verb === undefined || spec.fetch.test(verb.value) || (name === 'yarn' && options.operands.length === 0)) {
    const read = fetched(shell, `${name} ${verb?.value ?? 'install'}`, undefined, at);
    const installs =
      /^(i|install|add|ci|dlx|x|exec|run|create|init|require|get|pip|tool|-S\w*|reinstall|upgrade|up|update|sync)$/.test(
        verb?.value ?? 'install',
      );
    if (installs) {
      shell.executes.push({
        kind: 'package',
        value: what === '' ? 'the packages of the manifest' : what,
        from: 'outside',
        language: name,
        at,
      });
      for (const file of options.valuesOf('-r', '--requirement')) shell.read(file);
    }
    return read;
  }
  if (spec.run?.test(verb.value) === true) {
    shell.executes.push({
      kind: 'program',
      value: `${name} ${verb.value}${what === '' ? '' : ` ${what}`}`,
      from: 'file',
      at,
    });
    shell.unknown.push({ name: `${name} ${verb.value}`, reason: "runs the project's own scripts", at });
    return { ...EMPTY, unknown: true };
  }
  return EMPTY;
}

function remoteProgram(shell: Shell, name: string, args: readonly Argument[], stdin: Stream): Stream {
  const at = args[0]?.at ?? ([0, 0] as const);
  const target = args.find(
    (arg) => !arg.value.startsWith('-') && /:\/\/|@|\./.test(arg.value) && targetHost(arg.value) !== undefined,
  );
  const words = args.filter((arg) => !arg.value.startsWith('-')).map((arg) => arg.value);
  const httpie =
    /^(http|https|xh|httpie)$/.test(name) &&
    (words.some((word) => /^(POST|PUT|PATCH|DELETE)$/.test(word)) ||
      words.slice(1).some((word) => /^[\w-]+:?=/.test(word)));
  const powershell = /^(iwr|irm|Invoke-)/i.test(name) && args.some((arg) => /^-(Body|Method|InFile)$/i.test(arg.value));
  const lookup = /^(dig|nslookup|host|ping|traceroute|whois)$/.test(name);
  const loose = args.some((arg) => arg.variables.length > 0 || hasContent(arg.stream));
  const changes = words.slice(0, 4).some((word) => REMOTE_WRITES.test(word));
  if (httpie || powershell || changes || (lookup && loose) || stdin.files.length > 0 || (name !== 'openssl' && loose)) {
    shell.send(
      { tool: name, url: target?.value, host: target === undefined ? undefined : targetHost(target.value)?.host, at },
      stdin,
      spoken(args.slice(1)),
    );
  }
  if (
    /^(vercel|netlify|flyctl|fly|heroku|firebase|wrangler|railway)$/.test(name) &&
    words.some((word) => /^(deploy|publish|release|--prod)$/.test(word))
  ) {
    shell.publishes.push({ kind: 'deployment', forced: false, at });
  } else if (
    /^(kubectl|helm|terraform|pulumi|oc)$/.test(name) &&
    words.some((word) => /^(apply|up|upgrade|install|rollout|destroy|delete)$/.test(word))
  ) {
    shell.publishes.push({ kind: 'deployment', forced: false, at });
  }
  if (name === 'openssl' && !words.includes('s_client'))
    return { ...stdin, decoded: words.includes('enc') || words.includes('base64') };
  return fetched(shell, name, target, at);
}
