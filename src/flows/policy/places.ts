import { globs } from '../../base/glob.ts';
import { cleanPath } from './paths.ts';

/** Files that mean something to the host or to the machine, by their path. Data, matched anywhere in a path. */

const SETTINGS = [
  '**/.claude/settings*.json',
  '**/.claude/hooks/**',
  '**/.claude.json',
  '**/.mcp.json',
  '**/managed-settings.json',
  '**/.git/hooks/**',
  '**/.husky/**',
  '**/.git/config',
  '**/.gitconfig',
  '**/.ssh/authorized_keys',
  '**/.ssh/config',
  '**/etc/sudoers',
  '**/etc/sudoers.d/**',
  '**/.vscode/settings.json',
  '**/.vscode/tasks.json',
  '**/.cursor/mcp.json',
];
const START_UP = [
  '**/.bashrc',
  '**/.bash_profile',
  '**/.profile',
  '**/.zshrc',
  '**/.zshenv',
  '**/crontab',
  '**/etc/cron*/**',
  '**/.config/autostart/**',
  '**/LaunchAgents/**',
  '**/systemd/**',
  '**/.github/workflows/**',
  '**/.gitlab-ci.yml',
];
const INSTRUCTIONS = [
  '**/CLAUDE.md',
  '**/CLAUDE.local.md',
  '**/AGENTS.md',
  '**/GEMINI.md',
  '**/.claude/rules/**',
  '**/.claude/commands/**',
  '**/.claude/agents/**',
  '**/.claude/skills/**',
  '**/.claude/output-styles/**',
  '**/SKILL.md',
  '**/.cursorrules',
  '**/.cursor/rules/**',
  '**/.github/copilot-instructions.md',
];
const MEMORY = [
  '**/MEMORY.md',
  '**/.claude/**/memory/**',
  '**/.claude/agent-memory*/**',
  '**/memory/*.md',
  '**/memories/**',
  '**/.memory/**',
];

/** Answers that are kept of each list: a case names the same few paths again and again. */
const MOST_KNOWN = 2048;

const anywhere = (list: readonly string[]): ((path: string) => boolean) => {
  const matches = globs(list);
  const known = new Map<string, boolean>();
  return (path) => {
    let answer = known.get(path);
    if (answer === undefined) {
      const clean = cleanPath(path);
      answer = matches(clean.startsWith('/') ? clean.slice(1) : clean);
      if (known.size >= MOST_KNOWN) known.clear();
      known.set(path, answer);
    }
    return answer;
  };
};

/** Writing there changes what an agent or a program may do, or what runs by itself. */
export const isSettingsPath = anywhere(SETTINGS);
export const isStartUpPath = anywhere(START_UP);
/** Loaded into the context of later sessions as instructions. */
export const isInstructionPath = anywhere(INSTRUCTIONS);
/** Loaded or looked up by later sessions as what is known. */
export const isMemoryPath = anywhere(MEMORY);

/** Whether what is written there speaks to later sessions by itself. */
export function isPersistentPath(path: string): boolean {
  return isInstructionPath(path) || isMemoryPath(path);
}

const SECRET = [
  '**/.env',
  '**/.env.*',
  '**/*.env',
  '**/.envrc',
  '**/.netrc',
  '**/_netrc',
  '**/.pgpass',
  '**/.my.cnf',
  '**/.npmrc',
  '**/.pypirc',
  '**/.git-credentials',
  '**/.aws/credentials',
  '**/.aws/config',
  '**/.azure/**',
  '**/gcloud/**/*credential*',
  '**/application_default_credentials.json',
  '**/.kube/config',
  '**/.docker/config.json',
  '**/.config/gh/hosts.yml',
  '**/.ssh/id_*',
  '**/.ssh/*_key',
  '**/id_rsa',
  '**/id_ed25519',
  '**/id_ecdsa',
  '**/*.pem',
  '**/*.key',
  '**/*.p12',
  '**/*.pfx',
  '**/*.jks',
  '**/*.keystore',
  '**/*.kdbx',
  '**/.gnupg/**',
  '**/etc/shadow',
  '**/secrets.*',
  '**/*.secret',
  '**/*secrets*.{json,yaml,yml,toml,env,txt}',
  '**/credentials',
  '**/credentials.*',
  '**/*credentials*.{json,yaml,yml,csv,txt}',
  '**/service-account*.json',
  '**/.vault-token',
  '**/.htpasswd',
  '**/*.tfstate',
  '**/.claude/.credentials.json',
  '**/Cookies',
  '**/Login Data',
  '**/*.wallet',
  '**/wallet.dat',
];
/** Samples and public halves carry no secret although their names look alike. */
const SAMPLE = [
  '**/*.pub',
  '**/*.{example,sample,template,dist,tpl}',
  '**/.env.{example,sample,template,dist,defaults,test,schema}',
  '**/*.{example,sample,template}.*',
  '**/{credentials,secrets}.{ts,js,tsx,jsx,py,go,rs,java,rb,md,test.ts,spec.ts}',
];

const looksSecret = anywhere(SECRET);
const looksSample = anywhere(SAMPLE);

/** Credential stores, keys and environment files, samples excepted. */
export function isSecretPath(path: string): boolean {
  return looksSecret(path) && !looksSample(path);
}
