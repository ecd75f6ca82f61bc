import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildCase } from '../../../src/case/build.ts';
import { DETECTORS } from '../../../src/detectors/index.ts';
import { ORDER_VERBS } from '../../../src/flows/acted/verbs.ts';
import { DEFAULT_POLICY } from '../../../src/flows/policy/policy.ts';
import { AUTHORITY_WORDS } from '../../../src/flows/shape/authority.ts';
import { traceFlows } from '../../../src/flows/trace.ts';
import { SEVERITIES } from '../../../src/result/finding.ts';
import { inputsOf } from '../../wire/sketched.ts';

interface Kept {
  readonly name: string;
  readonly isRight: boolean;
  readonly words: readonly string[];
}

/**
 * Each report of classes A, B, F and G again, without the words that only it has: a word of the lexicons that stands in this report's cases
 * and in no other report's is made a nonsense word in its transcript, which is the same as leaving it out of the lexicon. A report that is
 * still found stands on words that others share.
 */
export function leaveOut(corpus: string): Kept[] {
  const cases = readdirSync(corpus)
    .filter((name) => !name.startsWith('recording-'))
    .flatMap((name) => read(join(corpus, name), name));
  const lexicon = vocabulary();
  const users = new Map<string, Set<string>>();
  for (const one of cases) {
    for (const word of new Set(one.text.toLowerCase().match(/[\p{L}'-]{4,}/gu) ?? [])) {
      if (!lexicon.has(word)) continue;
      const list = users.get(word) ?? new Set();
      list.add(one.report);
      users.set(word, list);
    }
  }
  const kept: Kept[] = [];
  for (const one of cases) {
    const wanted = one.must.filter(({ id }) => FORGERY.has(id));
    if (!/^[ABFG]\d/.test(one.report) || wanted.length === 0) continue;
    const own = [...users]
      .filter(([, list]) => list.size === 1 && list.has(one.report))
      .map(([word]) => word)
      .sort();
    const claims = analyse(one.files.map(({ path, bytes }) => ({ path, bytes: without(bytes, own) })));
    const isRight = wanted.every(({ id, least }) =>
      claims.some((claim) => claim.detector === id && SEVERITIES.indexOf(claim.severity) >= SEVERITIES.indexOf(least)),
    );
    kept.push({ name: one.name, isRight, words: own });
  }
  return kept;
}

const FORGERY = new Set(DETECTORS.filter((detector) => detector.group === 'forgery').map((detector) => detector.id));

function vocabulary(): Set<string> {
  const sources = [
    ...Object.values(ORDER_VERBS).flatMap((byLanguage) => Object.values(byLanguage)),
    ...AUTHORITY_WORDS,
  ];
  return new Set(
    sources.flatMap(
      (source) =>
        source
          .toLowerCase()
          .replace(/\\[a-z]/g, ' ')
          .match(/[\p{L}'-]{4,}/gu) ?? [],
    ),
  );
}

function without(bytes: Uint8Array, words: readonly string[]): Uint8Array {
  if (words.length === 0) return bytes;
  const pattern = new RegExp(`(?<![\\p{L}_/.-])(?:${words.join('|')})(?![\\p{L}_/.-])`, 'giu');
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replace(pattern, (word) => 'q'.repeat(word.length)));
}

function analyse(files: readonly { path: string; bytes: Uint8Array }[]) {
  return inputsOf(files).flatMap((input) => {
    const analysed = buildCase(input);
    const investigation = { case: analysed, flows: traceFlows(analysed, DEFAULT_POLICY) };
    return DETECTORS.filter((detector) => detector.group === 'forgery').flatMap((detector) => [
      ...detector.detect(investigation),
    ]);
  });
}

interface CorpusCase {
  readonly name: string;
  readonly report: string;
  readonly must: readonly { id: string; least: (typeof SEVERITIES)[number] }[];
  readonly files: readonly { path: string; bytes: Uint8Array }[];
  readonly text: string;
}

function read(folder: string, name: string): CorpusCase[] {
  const manifest = JSON.parse(readFileSync(join(folder, 'case.json'), 'utf8')) as { report?: string; must?: string[] };
  if (manifest.report === undefined) return [];
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.startsWith('projects') && /\.jsonl?$/.test(path))
    .map((path) => ({ path: path.replaceAll('\\', '/'), bytes: new Uint8Array(readFileSync(join(folder, path))) }));
  const must = (manifest.must ?? []).flatMap((wish) => {
    const match = /^([a-z-]+)>=([a-z]+)/.exec(wish);
    const least = SEVERITIES.find((severity) => severity === match?.[2]);
    return match === null || least === undefined ? [] : [{ id: match[1]!, least }];
  });
  return [
    {
      name,
      report: manifest.report,
      must,
      files,
      text: files.map(({ bytes }) => new TextDecoder().decode(bytes)).join('\n'),
    },
  ];
}
