import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';

/** Texts are joined for one run of the linter; no rule's match crosses this line. */
const SEPARATOR = '\n\n\0\n\n';
const CHUNK_UNITS = 1_000_000;

/** Secrets that the linter's recommended rules find, as values. */
export async function secretlintValues(texts: readonly string[]): Promise<string[]> {
  const values = new Set<string>();
  let chunk: string[] = [];
  let size = 0;
  const flush = async () => {
    if (chunk.length === 0) return;
    for (const value of await lint(chunk.join(SEPARATOR))) values.add(value);
    chunk = [];
    size = 0;
  };
  for (const text of texts) {
    chunk.push(text);
    size += text.length;
    if (size > CHUNK_UNITS) await flush();
  }
  await flush();
  return [...values];
}

async function lint(content: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: 'evidence.txt', content, ext: '.txt', contentType: 'text' },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: '@secretlint/secretlint-rule-preset-recommend', rule: creator }] },
    },
  });
  return messages.flatMap(({ range: [start, end] }) => (end > start ? [content.slice(start, end)] : []));
}
