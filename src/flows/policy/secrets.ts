/** Kinds of secrets by their own look, as data: issuers' published token formats and formats of key files. */

export interface SecretKind {
  readonly id: string;
  /** A word that every match holds: looked for first, so that a text without it costs one scan. */
  readonly needle: string;
  readonly pattern: RegExp;
  /** Which group is the secret itself; 0 is the whole match. */
  readonly group?: number;
  /** Only if the value looks random. */
  readonly random?: boolean;
}

export const SECRET_KINDS: readonly SecretKind[] = [
  {
    id: 'private-key',
    needle: '-----BEGIN',
    pattern: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.-]{40,8000}/g,
  },
  { id: 'aws-access-key', needle: 'A', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  { id: 'github-token', needle: 'gh', pattern: /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g },
  { id: 'github-token', needle: 'github_pat_', pattern: /\bgithub_pat_[A-Za-z0-9_]{40,255}\b/g },
  { id: 'gitlab-token', needle: 'gl', pattern: /\bgl(?:pat|dt|rt|ptt|cbt|oas)-[A-Za-z0-9_-]{18,}/g },
  { id: 'slack-token', needle: 'xox', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
  {
    id: 'slack-webhook',
    needle: 'hooks.slack.com',
    pattern: /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{20,}/g,
  },
  { id: 'anthropic-key', needle: 'sk-ant-', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
  { id: 'openai-key', needle: 'sk-', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}/g, random: true },
  { id: 'stripe-key', needle: '_live_', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,}/g },
  { id: 'google-key', needle: 'AIza', pattern: /\bAIza[A-Za-z0-9_-]{35}\b/g },
  { id: 'google-oauth', needle: 'ya29.', pattern: /\bya29\.[A-Za-z0-9_-]{30,}/g },
  { id: 'npm-token', needle: 'npm_', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { id: 'pypi-token', needle: 'pypi-', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
  { id: 'huggingface-token', needle: 'hf_', pattern: /\bhf_[A-Za-z0-9]{30,}\b/g },
  { id: 'sendgrid-key', needle: 'SG.', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
  { id: 'digitalocean-token', needle: 'do', pattern: /\bdo[oprt]_v1_[a-f0-9]{64}\b/g },
  { id: 'telegram-token', needle: ':AA', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g },
  { id: 'azure-account-key', needle: 'AccountKey=', pattern: /AccountKey=([A-Za-z0-9+/=]{40,})/g, group: 1 },
  { id: 'jwt', needle: 'eyJ', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g },
  {
    id: 'url-password',
    needle: '://',
    pattern: /\b[a-z][a-z0-9+.-]{1,14}:\/\/[^\s/:@'"]{1,64}:([^\s/:@'"$<>{}*]{6,128})@[^\s/'"]{3,}/gi,
    group: 1,
  },
  {
    id: 'assigned-secret',
    needle: '',
    pattern:
      /\b[A-Za-z0-9_.-]{0,40}(?:secret|token|passwd|password|passphrase|api[_-]?key|apikey|access[_-]?key|private[_-]?key|credential)[A-Za-z0-9_]{0,20}["']?\s{0,3}(?:=|:|=>)\s{0,3}["']?([A-Za-z0-9_+/=.~!@#%^&*-]{12,200})/gi,
    group: 1,
    random: true,
  },
  { id: 'bearer', needle: 'earer ', pattern: /\b[Bb]earer\s+([A-Za-z0-9_.~+/=-]{20,400})/g, group: 1, random: true },
];
