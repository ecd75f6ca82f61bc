import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { findSecrets } from '../../src/cli/redaction.ts';
import { paintFor } from '../../src/report/colour.ts';
import { explain } from '../../src/report/explain.ts';
import { html } from '../../src/report/html/render.tsx';
import { jsonText } from '../../src/report/json.ts';
import { markdown } from '../../src/report/markdown.ts';
import { redactReport } from '../../src/report/redact/redact.ts';
import { sarif } from '../../src/report/sarif.ts';
import { timesketch } from '../../src/report/timesketch.ts';
import { caseResult, decision, event, evidence, finding, flow, report } from './sample.ts';

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const ALNUM = UPPER + LOWER + DIGITS;
const HEX = '0123456789abcdef';

/** Made from a seed by a hash, so that no secret-like text stands in this file. */
function made(seed: string, length: number, alphabet = ALNUM): string {
  let text = '';
  for (let round = 0; text.length < length; round += 1) {
    for (const byte of createHash('sha256').update(`${seed}${round}`).digest())
      text += alphabet[byte % alphabet.length];
  }
  return text.slice(0, length);
}

/** Kind → a text that holds such a secret, and the secret itself. */
const KINDS: Record<string, (seed: string) => [text: string, secret: string]> = {
  'aws access key': (s) => alone(`AKIA${made(s, 16, `${UPPER}234567`)}`),
  'aws session key': (s) => alone(`ASIA${made(s, 16, `${UPPER}234567`)}`),
  'aws secret key': (s) => assigned('aws_secret_access_key = "', made(s, 40), '"'),
  'github personal': (s) => alone(`ghp_${made(s, 36)}`),
  'github oauth': (s) => alone(`gho_${made(s, 36)}`),
  'github app': (s) => alone(`ghs_${made(s, 36)}`),
  'github refresh': (s) => alone(`ghr_${made(s, 36)}`),
  'github fine-grained': (s) => alone(`github_pat_${made(s, 22)}_${made(`${s}b`, 59)}`),
  'gitlab personal': (s) => alone(`glpat-${made(s, 20)}`),
  'gitlab deploy': (s) => alone(`gldt-${made(s, 20)}`),
  'slack bot': (s) => alone(`xoxb-${made(s, 12, DIGITS)}-${made(`${s}b`, 12, DIGITS)}-${made(`${s}c`, 24)}`),
  'slack user': (s) => alone(`xoxp-${made(s, 12, DIGITS)}-${made(`${s}b`, 12, DIGITS)}-${made(`${s}c`, 32)}`),
  'slack webhook': (s) =>
    alone(`https://hooks.slack.com/services/T${made(s, 8)}/B${made(`${s}b`, 8)}/${made(`${s}c`, 24)}`),
  'anthropic key': (s) => alone(`sk-ant-api03-${made(s, 93)}AA`),
  'openai key': (s) => alone(`sk-proj-${made(s, 48)}`),
  'openai legacy': (s) => alone(`sk-${made(s, 48)}`),
  'stripe secret': (s) => alone(`sk_live_${made(s, 24)}`),
  'stripe restricted': (s) => alone(`rk_live_${made(s, 24)}`),
  'google api': (s) => alone(`AIza${made(s, 35)}`),
  'google oauth': (s) => alone(`ya29.${made(s, 60)}`),
  npm: (s) => alone(`npm_${made(s, 36)}`),
  pypi: (s) => alone(`pypi-AgEIcHlwaS5vcmc${made(s, 70)}`),
  huggingface: (s) => alone(`hf_${made(s, 34)}`),
  sendgrid: (s) => alone(`SG.${made(s, 22)}.${made(`${s}b`, 43)}`),
  digitalocean: (s) => alone(`dop_v1_${made(s, 64, HEX)}`),
  telegram: (s) => alone(`1${made(s, 8, DIGITS)}:AA${made(`${s}b`, 33)}`),
  'azure account key': (s) => assigned('DefaultEndpointsProtocol=https;AccountKey=', `${made(s, 86)}==`, ';'),
  jwt: (s) => alone(`eyJ${made(s, 20)}.eyJ${made(`${s}b`, 40)}.${made(`${s}c`, 43)}`),
  'postgres url': (s) => assigned('postgres://app:', made(s, 16), '@db.internal:5432/main'),
  'redis url': (s) => assigned('redis://user:', made(s, 16), '@cache.internal:6379'),
  'https url': (s) => assigned('https://deploy:', made(s, 16), '@git.internal/repo.git'),
  'mongodb url': (s) => assigned('mongodb+srv://root:', made(s, 16), '@cluster.internal/x'),
  'password in yaml': (s) => assigned('  password: ', `${made(s, 17)}7x`, ''),
  'api key in json': (s) => assigned('{"api_key": "', `${made(s, 31)}4`, '"}'),
  'client secret in env': (s) => assigned('CLIENT_SECRET=', `${made(s, 39)}9`, ''),
  'token in shell': (s) => assigned('export DEPLOY_TOKEN="', `${made(s, 31)}2`, '"'),
  'bearer header': (s) => assigned('Authorization: Bearer ', `${made(s, 39)}5`, ''),
  'rsa private key': (s) => alone(pem('RSA PRIVATE KEY', s)),
  'openssh private key': (s) => alone(pem('OPENSSH PRIVATE KEY', s)),
  'ec private key': (s) => alone(pem('EC PRIVATE KEY', s)),
};

function alone(secret: string): [string, string] {
  return [`it says ${secret} there`, secret];
}

function assigned(before: string, secret: string, after: string): [string, string] {
  return [`${before}${secret}${after}`, secret];
}

function pem(kind: string, seed: string): string {
  const lines = Array.from({ length: 6 }, (_, index) => made(`${seed}${index}`, 64));
  return `-----BEGIN ${kind}-----\n${lines.join('\n')}\n-----END ${kind}-----`;
}

const NEAR_MISSES: Record<string, string> = {
  'a commit id': '3f786850e387550fdab836ed7e6dc881de23001b',
  'a uuid': '11111111-aaaa-4bbb-8ccc-000000000001',
  'a placeholder': 'export API_KEY=your_api_key_here',
  'a variable': 'password: $DATABASE_PASSWORD',
  'the aws sample': 'AKIAIOSFODNN7EXAMPLE',
  'a token count': 'max_tokens: 4096, token usage 123456789012',
  'a public key': `-----BEGIN PUBLIC KEY-----\n${made('public', 64)}\n-----END PUBLIC KEY-----`,
  'a url without password': 'https://user@git.internal/repo.git',
  'a sentence': 'the secret of a good password is its length',
};

function reportWith(text: string) {
  return report(
    caseResult({
      timeline: [event(1, { summary: text }), event(2, { summary: `again: ${text}` })],
      findings: [
        finding('F-00000001', { message: `story: ${text}`, details: [text], evidence: [evidence(text, text)] }),
      ],
      flows: [flow('W-1', text, `carried ${text}`)],
      replays: [decision(1, { summary: text, reason: text })],
    }),
  );
}

test('forty kinds of secrets are hidden, everywhere, under one ordinal', async () => {
  assert.equal(Object.keys(KINDS).length, 40);
  const missed: string[] = [];
  for (const [kind, make] of Object.entries(KINDS)) {
    const [text, secret] = make(kind);
    const clean = JSON.stringify(await redactReport(reportWith(text), 'secrets', findSecrets));
    if (clean.includes(JSON.stringify(secret).slice(1, -1)) || !clean.includes('SECRET-1')) missed.push(kind);
  }
  assert.deepEqual(missed, []);
});

test('near misses stay readable', async () => {
  for (const [what, text] of Object.entries(NEAR_MISSES)) {
    const clean = JSON.stringify(await redactReport(reportWith(text), 'secrets', findSecrets));
    if (what !== 'the aws sample') assert.ok(!clean.includes('SECRET-'), `${what}: ${text}`);
  }
});

test('no planted secret, encoded form or digest of one is in any output; flows stay followable', async () => {
  const kinds = Object.keys(KINDS);
  await fc.assert(
    fc.asyncProperty(fc.nat(kinds.length - 1), fc.nat(1_000_000), fc.nat(7), async (index, seed, clothes) => {
      const [plain, secret] = KINDS[kinds[index]!]!(String(seed));
      const dressed = [
        plain,
        Buffer.from(plain).toString('base64'),
        Buffer.from(plain).toString('hex'),
        Buffer.from(plain).toString('base64url'),
        encodeURIComponent(plain),
        [...plain].reverse().join(''),
        [...plain].map((c) => `%${c.codePointAt(0)!.toString(16).padStart(2, '0')}`).join(''),
        `x${Buffer.from(`yy${plain}`).toString('base64')}`.slice(1),
      ][clothes]!;
      const original = reportWith(`${dressed}`);
      const digest = createHash('sha256').update(secret).digest('hex');
      original.cases[0]!.findings[0]!.evidence[0]!.sha256 = digest;
      const clean = await redactReport(original, 'secrets', findSecrets);
      const outputs = [
        jsonText(clean),
        sarif(clean),
        markdown(clean),
        timesketch(clean),
        explain(clean.cases[0]!.findings[0]!, clean.cases[0], { paint: paintFor(false) }),
        await html(clean, { argv: [] }),
      ];
      for (const output of outputs) {
        for (const form of [
          secret,
          Buffer.from(secret).toString('hex'),
          [...secret].reverse().join(''),
          digest,
          dressed,
        ]) {
          assert.ok(
            !output.includes(form),
            `${kinds[index]} as ${clothes}: ${JSON.stringify(form)} in ${output.slice(Math.max(0, output.indexOf(form) - 200), output.indexOf(form) + form.length + 100)}`,
          );
        }
      }
      assert.ok(outputs[0]!.split('SECRET-1').length > 4, 'the same ordinal at both ends');
    }),
    { numRuns: 40, seed: 7 },
  );
});

test('level content keeps places and drops words', async () => {
  const clean = JSON.stringify(await redactReport(reportWith('the quick brown fox'), 'content', findSecrets));
  assert.ok(!clean.includes('brown fox'));
  assert.ok(clean.includes('"line":3'));
});
