/** Commands by what they do, as data. What no table names is an unknown effect. */

/** Print or test something local; their words are no files that we care about. */
export const QUIET = new Set(
  `pwd true false test [ [[ : date which whereis type command hash whoami id groups uname hostname arch nproc uptime free df
  ps top pgrep jobs fg bg wait sleep seq yes tty locale env printenv getconf stty clear reset history alias unalias bind help
  umask ulimit times trap return exit break continue shift getopts let local declare typeset readonly export unset set shopt
  expr basename dirname realpath mktemp cal factor tput logname users w who lsof netstat ss ip ifconfig sysctl dmesg lscpu lsblk mount
  printf echo read mapfile readarray pushd popd dirs tmux screen logger`.split(/\s+/),
);

/** Print what their operand files hold; the number says how many operands come before the files. */
export const READERS: ReadonlyMap<string, { readonly before: number; readonly valueFlags: string }> = new Map([
  ['cat', { before: 0, valueFlags: '' }],
  ['bat', { before: 0, valueFlags: '-l -r --language --line-range --style' }],
  ['tac', { before: 0, valueFlags: '' }],
  ['nl', { before: 0, valueFlags: '-b -w' }],
  ['head', { before: 0, valueFlags: '-n -c --lines --bytes' }],
  ['tail', { before: 0, valueFlags: '-n -c --lines --bytes' }],
  ['less', { before: 0, valueFlags: '' }],
  ['more', { before: 0, valueFlags: '' }],
  ['grep', { before: 1, valueFlags: '-A -B -C -m -e -f --include --exclude --exclude-dir -d' }],
  ['egrep', { before: 1, valueFlags: '-A -B -C -m -e -f --include --exclude' }],
  ['fgrep', { before: 1, valueFlags: '-A -B -C -m -e -f --include --exclude' }],
  ['zgrep', { before: 1, valueFlags: '-A -B -C -m -e' }],
  ['rg', { before: 1, valueFlags: '-A -B -C -m -e -g -t -T --glob --type -j' }],
  ['ag', { before: 1, valueFlags: '-A -B -C -m -G' }],
  ['ack', { before: 1, valueFlags: '-A -B -C -m' }],
  ['wc', { before: 0, valueFlags: '' }],
  ['sort', { before: 0, valueFlags: '-k -t -o -S' }],
  ['uniq', { before: 0, valueFlags: '-f -s -w' }],
  ['cut', { before: 0, valueFlags: '-d -f -c -b' }],
  ['paste', { before: 0, valueFlags: '-d' }],
  ['comm', { before: 0, valueFlags: '' }],
  ['join', { before: 0, valueFlags: '-t -1 -2 -o' }],
  ['diff', { before: 0, valueFlags: '-U -C --label' }],
  ['cmp', { before: 0, valueFlags: '-n' }],
  ['jq', { before: 1, valueFlags: '--arg --argjson --slurpfile --indent' }],
  ['yq', { before: 1, valueFlags: '' }],
  ['xxd', { before: 0, valueFlags: '-s -l -c -g' }],
  ['od', { before: 0, valueFlags: '-t -A -N -j' }],
  ['hexdump', { before: 0, valueFlags: '-n -s -e' }],
  ['strings', { before: 0, valueFlags: '-n' }],
  ['base64', { before: 0, valueFlags: '-w -i --wrap' }],
  ['base32', { before: 0, valueFlags: '-w' }],
  ['md5sum', { before: 0, valueFlags: '' }],
  ['sha1sum', { before: 0, valueFlags: '' }],
  ['sha256sum', { before: 0, valueFlags: '' }],
  ['shasum', { before: 0, valueFlags: '-a' }],
  ['zcat', { before: 0, valueFlags: '' }],
  ['gunzip', { before: 0, valueFlags: '' }],
  ['gzip', { before: 0, valueFlags: '' }],
  ['xz', { before: 0, valueFlags: '' }],
  ['zstd', { before: 0, valueFlags: '-o' }],
  ['fold', { before: 0, valueFlags: '-w' }],
  ['fmt', { before: 0, valueFlags: '-w' }],
  ['column', { before: 0, valueFlags: '-t -s' }],
  ['rev', { before: 0, valueFlags: '' }],
  ['tr', { before: 2, valueFlags: '' }],
  ['awk', { before: 1, valueFlags: '-F -v -f' }],
  ['gawk', { before: 1, valueFlags: '-F -v -f' }],
  ['expand', { before: 0, valueFlags: '-t' }],
  ['split', { before: 0, valueFlags: '-b -l -n' }],
  ['pdftotext', { before: 0, valueFlags: '-f -l' }],
  ['gpg', { before: 0, valueFlags: '-r -u -o --recipient --output' }],
]);

/** List names or facts of files, not what they hold. */
export const LISTERS = new Set(
  'ls tree stat file du find fd fdfind readlink dir locate exa eza getfacl lsattr git-lfs wslpath cygpath xdg-open open code'.split(
    ' ',
  ),
);

/** Run another command that follows their own options: option flags with a value, and operands before the command. */
export const WRAPPERS: ReadonlyMap<string, { readonly valueFlags: string; readonly before: number }> = new Map([
  ['env', { valueFlags: '-u --unset -C --chdir -S', before: 0 }],
  ['sudo', { valueFlags: '-u -g -C -h -p -D --user --group', before: 0 }],
  ['doas', { valueFlags: '-u -C', before: 0 }],
  ['timeout', { valueFlags: '-s -k --signal --kill-after', before: 1 }],
  ['gtimeout', { valueFlags: '-s -k --signal --kill-after', before: 1 }],
  ['nice', { valueFlags: '-n --adjustment', before: 0 }],
  ['ionice', { valueFlags: '-c -n -p', before: 0 }],
  ['nohup', { valueFlags: '', before: 0 }],
  ['time', { valueFlags: '-f -o', before: 0 }],
  ['command', { valueFlags: '', before: 0 }],
  ['builtin', { valueFlags: '', before: 0 }],
  ['exec', { valueFlags: '-a', before: 0 }],
  ['stdbuf', { valueFlags: '-i -o -e', before: 0 }],
  ['setsid', { valueFlags: '', before: 0 }],
  ['watch', { valueFlags: '-n --interval', before: 0 }],
  ['strace', { valueFlags: '-e -o -p -f', before: 0 }],
  ['caffeinate', { valueFlags: '-t -w', before: 0 }],
  ['unbuffer', { valueFlags: '', before: 0 }],
  ['busybox', { valueFlags: '', before: 0 }],
  ['flock', { valueFlags: '-w -E', before: 1 }],
  ['chroot', { valueFlags: '', before: 1 }],
  ['xargs', { valueFlags: '-I -n -P -L -d -a -s -E', before: 0 }],
  ['parallel', { valueFlags: '-j -a --jobs', before: 0 }],
  ['proxychains', { valueFlags: '-f', before: 0 }],
  ['torsocks', { valueFlags: '', before: 0 }],
  ['dotenv', { valueFlags: '-f -e', before: 0 }],
]);

export const SHELLS = new Set('sh bash zsh dash ksh ash fish rbash'.split(' '));
export const INTERPRETERS =
  /^(python[\d.]*|pypy\d?|node|nodejs|deno|bun|tsx|ts-node|ruby|perl|php|Rscript|lua|pwsh|powershell|osascript|tclsh|julia|groovy|scala)$/;

/** Programs that hand a prompt to another agent process: the option that holds it, or the operand after a verb. */
export const AGENT_PROGRAMS: ReadonlyMap<
  string,
  { readonly flags: readonly string[]; readonly verbs: readonly string[] }
> = new Map([
  ['claude', { flags: ['-p', '--print'], verbs: [] }],
  ['codex', { flags: [], verbs: ['exec', 'e'] }],
  ['gemini', { flags: ['-p', '--prompt'], verbs: [] }],
  ['opencode', { flags: ['-p'], verbs: ['run'] }],
  ['aider', { flags: ['--message', '-m'], verbs: [] }],
  ['cursor-agent', { flags: ['-p'], verbs: [] }],
  ['goose', { flags: ['-t', '--text'], verbs: ['run'] }],
]);

/** Local programs that run a project's own code: what they do depends on files, not on the command. */
export const RUNNERS = new Set(
  'make cmake ninja gradle gradlew mvn ant bazel just task rake tox nox pytest jest vitest mocha tsc eslint biome prettier ruff black mypy gcc g++ clang cc javac java rustc swift dotnet terraform-docs pre-commit vite webpack rollup esbuild next turbo nx lerna playwright cypress'.split(
    ' ',
  ),
);

/** Reach the network with whatever they are asked: cloud consoles, deploy tools, name lookups. */
export const REMOTE_PROGRAMS = new Set(
  'aws gcloud gsutil bq az kubectl helm oc doctl heroku vercel netlify flyctl fly wrangler firebase supabase railway terraform pulumi ansible ansible-playbook slack-cli telnet ftp lftp tftp ncftp rclone s3cmd mc http https xh httpie aria2c lynx w3m links elinks dig nslookup host ping traceroute whois psql mysql mongosh mongo redis-cli sqlcmd influx openssl socat websocat grpcurl youtube-dl yt-dlp ab hey wrk k6'.split(
    ' ',
  ),
);

/** Words of remote programs that change something there. */
export const REMOTE_WRITES =
  /^(cp|mv|sync|put|set|push|create|delete|apply|deploy|update|upload|run|exec|destroy|remove|rm|add|patch|edit|scale|rollout|import|publish|promote|invoke|send.*|put-.*|create-.*|delete-.*|update-.*|start-.*|copy|copyto|move)$/;

/** Package managers: verbs that fetch, verbs that publish, verbs that run the project's own scripts. */
export const PACKAGE_MANAGERS: ReadonlyMap<
  string,
  { readonly fetch: RegExp; readonly publish?: RegExp; readonly run?: RegExp }
> = new Map([
  [
    'npm',
    {
      fetch: /^(i|install|add|ci|update|up|upgrade|exec|x|init|create|audit|view|info|search|outdated|pack)$/,
      publish: /^(publish|unpublish|deprecate|dist-tag|owner|access)$/,
      run: /^(run|run-script|test|t|start|stop|rebuild)$/,
    },
  ],
  [
    'pnpm',
    {
      fetch: /^(i|install|add|update|up|dlx|create|fetch|audit|outdated)$/,
      publish: /^publish$/,
      run: /^(run|test|start|exec|build|dev|lint)$/,
    },
  ],
  [
    'yarn',
    {
      fetch: /^(install|add|up|upgrade|dlx|create|info)$/,
      publish: /^(publish|npm)$/,
      run: /^(run|test|start|build|dev|lint|workspace|exec)$/,
    },
  ],
  ['bun', { fetch: /^(i|install|add|update|x|create)$/, publish: /^publish$/, run: /^(run|test|build)$/ }],
  ['pip', { fetch: /^(install|download|wheel|index|search)$/ }],
  ['pip3', { fetch: /^(install|download|wheel|index|search)$/ }],
  ['pipx', { fetch: /^(install|run|upgrade|inject)$/ }],
  ['uv', { fetch: /^(add|sync|pip|tool|lock)$/, publish: /^publish$/, run: /^run$/ }],
  ['poetry', { fetch: /^(install|add|update|lock)$/, publish: /^publish$/, run: /^(run|build)$/ }],
  ['conda', { fetch: /^(install|create|update|env)$/, run: /^run$/ }],
  [
    'cargo',
    {
      fetch: /^(install|fetch|add|update|search)$/,
      publish: /^(publish|yank|owner)$/,
      run: /^(build|b|run|r|test|t|check|clippy|bench|doc|fmt)$/,
    },
  ],
  ['go', { fetch: /^(get|install|mod)$/, run: /^(build|run|test|generate|vet|fmt)$/ }],
  ['gem', { fetch: /^(install|update|fetch)$/, publish: /^(push|yank|owner)$/ }],
  ['bundle', { fetch: /^(install|update|add)$/, run: /^exec$/ }],
  ['composer', { fetch: /^(install|require|update|create-project)$/, run: /^(run|run-script|exec)$/ }],
  ['brew', { fetch: /^(install|upgrade|update|tap|fetch|reinstall)$/ }],
  ['apt', { fetch: /^(install|update|upgrade|full-upgrade|download)$/ }],
  ['apt-get', { fetch: /^(install|update|upgrade|dist-upgrade|download|source)$/ }],
  ['apk', { fetch: /^(add|update|upgrade|fetch)$/ }],
  ['dnf', { fetch: /^(install|update|upgrade|download)$/ }],
  ['yum', { fetch: /^(install|update|upgrade)$/ }],
  ['pacman', { fetch: /^-S\w*$/ }],
  [
    'docker',
    {
      fetch: /^(pull|build|login|search|buildx)$/,
      publish: /^push$/,
      run: /^(run|exec|compose|start|stop|restart|kill)$/,
    },
  ],
  ['podman', { fetch: /^(pull|build|login|search)$/, publish: /^push$/, run: /^(run|exec|start|stop)$/ }],
  ['twine', { fetch: /^check$/, publish: /^upload$/ }],
  [
    'mvn',
    {
      fetch: /^(dependency:.*|install|verify|package)$/,
      publish: /^(deploy|release:.*)$/,
      run: /^(compile|test|exec:.*)$/,
    },
  ],
  ['rustup', { fetch: /^(update|install|toolchain|component|target|default)$/ }],
  ['nvm', { fetch: /^(install|use)$/ }],
  ['snap', { fetch: /^(install|refresh)$/ }],
  ['code', { fetch: /^--install-extension$/ }],
]);

/** Run a package straight from the registry. */
export const PACKAGE_RUNNERS = new Set('npx bunx pnpx uvx'.split(' '));

/** What in program text says that it talks to the network, and what says that it sends. */
export const CODE_READS =
  /\b(requests\.\w+|urllib\w*\.|urlopen|http\.client|httpx\.|aiohttp|fetch\s*\(|axios|https?\.(get|request)\s*\(|XMLHttpRequest|Net::HTTP|open-uri|LWP::|HTTP::Tiny|file_get_contents\s*\(\s*["']https?:|curl_\w+|socket\.|net\.(connect|createConnection|Socket)|ftplib|paramiko|smtplib|boto3|Invoke-WebRequest|Invoke-RestMethod|WebClient|Deno\.connect|got\s*\(|superagent|HttpClient|websocket)/i;
export const CODE_SENDS =
  /(\.(post|put|patch|delete|send|sendall|sendmail|send_message|upload\w*)\s*\(|method\s*[:=]\s*["'](POST|PUT|PATCH|DELETE)|Net::HTTP::Post|-Method\s+(Post|Put)|data\s*=|json\s*=|smtplib|body\s*:)/i;
export const CODE_RUNS =
  /\b(subprocess|os\.system|os\.popen|os\.exec\w*|child_process|execSync|spawnSync|spawn\s*\(|shell_exec|passthru|system\s*\(|Deno\.Command|pty\.|eval\s*\(|exec\s*\()/;
