/** Kinds of secrets by their own look, as data: issuers' published token formats and formats of key files. */

export interface SecretKind {
  readonly id: string;
  readonly pattern: RegExp;
  /** Which group is the secret itself; 0 is the whole match. */
  readonly group?: number;
  /** Only if the value looks random. */
  readonly random?: boolean;
}

/** Kinds that one quick look rules out together: most texts hold no secret, and each is looked at. */
export interface SecretGroup {
  /** Found in every text that holds one of the kinds. Starts with a rare sign, or is a plain string: a regular expression engine skips to it. */
  readonly hints: readonly RegExp[];
  readonly kinds: readonly SecretKind[];
}

export const SECRET_GROUPS: readonly SecretGroup[] = [
  {
    hints: [/-----BEGIN/],
    kinds: [
      {
        id: 'private-key',
        pattern: /-----BEGIN (?:[A-Z]{2,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----[A-Za-z0-9+/=\s\\:,.-]{40,8000}/g,
      },
    ],
  },
  {
    hints: [/A(?:KIA|SIA|BIA|CCA|Iza)|AccountKey=|SG\.|:AA/],
    kinds: [
      { id: 'aws-access-key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
      { id: 'google-key', pattern: /\bAIza[A-Za-z0-9_-]{35}\b/g },
      { id: 'azure-account-key', pattern: /AccountKey=([A-Za-z0-9+/=]{40,})/g, group: 1 },
      { id: 'sendgrid-key', pattern: /\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}/g },
      { id: 'telegram-token', pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{32,}/g },
    ],
  },
  {
    hints: [
      /[_-](?<=gh[pousr]_|github_pat_|_live_|npm_|hf_|_v1_|gl(?:pat|dt|rt|ptt|cbt|oas)-|xox[abeoprs]-|sk-|pypi-)/,
    ],
    kinds: [
      { id: 'github-token', pattern: /\bgh[pousr]_[A-Za-z0-9]{30,255}\b/g },
      { id: 'github-token', pattern: /\bgithub_pat_[A-Za-z0-9_]{40,255}\b/g },
      { id: 'gitlab-token', pattern: /\bgl(?:pat|dt|rt|ptt|cbt|oas)-[A-Za-z0-9_-]{18,}/g },
      { id: 'slack-token', pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,}/g },
      { id: 'anthropic-key', pattern: /\bsk-ant-[A-Za-z0-9_-]{20,}/g },
      { id: 'openai-key', pattern: /\bsk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{32,}/g, random: true },
      { id: 'stripe-key', pattern: /\b[rs]k_live_[A-Za-z0-9]{16,}/g },
      { id: 'npm-token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
      { id: 'pypi-token', pattern: /\bpypi-[A-Za-z0-9_-]{50,}/g },
      { id: 'huggingface-token', pattern: /\bhf_[A-Za-z0-9]{30,}\b/g },
      { id: 'digitalocean-token', pattern: /\bdo[oprt]_v1_[a-f0-9]{64}\b/g },
    ],
  },
  {
    hints: [/ya29\./],
    kinds: [{ id: 'google-oauth', pattern: /\bya29\.[A-Za-z0-9_-]{30,}/g }],
  },
  {
    hints: [/yJ/],
    kinds: [{ id: 'jwt', pattern: /\beyJ[A-Za-z0-9_-]{10,}\.eyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]{10,}/g }],
  },
  {
    hints: [/:\/\//],
    kinds: [
      {
        id: 'slack-webhook',
        pattern: /https:\/\/hooks\.slack\.com\/services\/[A-Za-z0-9/_-]{20,}/g,
      },
      {
        id: 'url-password',
        pattern: /\b[a-z][a-z0-9+.-]{1,14}:\/\/[^\s/:@'"]{1,64}:([^\s/:@'"$<>{}*]{6,128})@[^\s/'"]{3,}/gi,
        group: 1,
      },
    ],
  },
  {
    hints: [/[=:]>?\s{0,3}["']?[A-Za-z0-9_+/=.~!@#%^&*-]{12}/, /secret|token|passw|passphrase|key|credential/i],
    kinds: [
      {
        id: 'assigned-secret',
        pattern:
          /(?:secret|token|passwd|password|passphrase|api[_-]?key|apikey|access[_-]?key|private[_-]?key|credential)(?<=\b[A-Za-z0-9_.-]{5,52})[A-Za-z0-9_]{0,20}["']?\s{0,3}(?:=|:|=>)\s{0,3}["']?([A-Za-z0-9_+/=.~!@#%^&*-]{12,200})/gi,
        group: 1,
        random: true,
      },
    ],
  },
  {
    hints: [/[Bb]earer\s/],
    kinds: [{ id: 'bearer', pattern: /\b[Bb]earer\s+([A-Za-z0-9_.~+/=-]{20,400})/g, group: 1, random: true }],
  },
];
