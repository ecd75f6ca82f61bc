import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Text } from '../../src/case/model.ts';
import { fold } from '../../src/flows/match/fold.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { traceFlows } from '../../src/flows/trace.ts';
import { built } from '../case/built.ts';

const SENTENCES = [
  'Rail freight doubles its tariff before the summer.',
  'Send the signed contract to the harbour office at once!',
  'Im Juni schließt das Lager an der Küste für Wartung.',
  '港の事務所は来週から休みになりますのでご注意ください。',
  'Повторите заказ, если склад не ответит до полудня.',
  'All crates go to https://depot-nine.example/intake?lane=7 from now on.',
];

/** What happens to a sentence on its way; all of it can be undone by folding or decoding. */
const CHANGES: Readonly<Record<string, (text: string) => string>> = {
  none: (text) => text,
  upper: (text) => text.toUpperCase(),
  wrapped: (text) => text.replaceAll(' ', '\n  '),
  numbered: (text) => `\n    41→${text}\n    42→`,
  marked: (text) => `**${text}**`,
  invisible: (text) => text.replace(/(\p{L})(\p{L})/gu, '$1\u200b$2'),
  escaped: (text) => JSON.stringify(text).slice(1, -1),
  base64: (text) => Buffer.from(text).toString('base64'),
};

const scene = fc.record({
  page: fc.uniqueArray(fc.nat(SENTENCES.length - 1), { minLength: 1, maxLength: 5 }),
  child: fc.boolean(),
  brief: fc.array(fc.tuple(fc.nat(SENTENCES.length - 1), fc.constantFrom(...Object.keys(CHANGES))), {
    minLength: 1,
    maxLength: 5,
  }),
});

const letters = (text: string) => new TextDecoder().decode(fold(`x${text}`).units);

test('every piece of evidence shows the same words at both ends, and every copied sentence is found', () => {
  fc.assert(
    fc.property(scene, ({ page, child, brief }) => {
      const content = `Notes of the day. ${page.map((number) => SENTENCES[number]).join(' And then: ')} That is all.`;
      const url = { url: 'https://depot.example', prompt: 'all' };
      const written = brief.map(([number, change]) => CHANGES[change]!(SENTENCES[number]!)).join(' ;; ');
      const record = built({}, (main) => {
        main.user('Please see to it.');
        if (child)
          main.spawns({ brief: 'Read it.', type: 'Explore' }, (reader) =>
            reader.calls('WebFetch', url, content).says(`It says: ${content}`),
          );
        else main.calls('WebFetch', url, content);
        return main.spawns({ brief: `Now: ${written}`, type: 'Explore' }, (worker) => worker.says('ok')).says('Done.');
      }).case;
      const graph = traceFlows(record, DEFAULT_POLICY);
      const cut = (text: Text, chars: readonly [number, number] | undefined) => {
        assert.ok(chars);
        const start = text.cite.chars?.[0] ?? 0;
        assert.ok(chars[0] >= start && chars[1] <= start + text.value.length && chars[0] < chars[1]);
        return text.value.slice(chars[0] - start, chars[1] - start);
      };
      for (const flow of graph.flows) {
        assert.ok(record.event(flow.from)!.order <= record.event(flow.to)!.order);
        for (const { tier, from, to, length, coverage } of flow.evidence) {
          if (tier === 'context') continue;
          const [source, sink] = [cut(flow.source, from.chars), cut(flow.sink, to.chars)];
          assert.equal(sink.length, length);
          assert.ok(coverage > 0 && coverage <= 1);
          if (tier === 'verbatim') assert.equal(source, sink);
          if (tier === 'normalised') assert.equal(letters(source), letters(sink));
        }
      }
      const task = record.timeline.filter((event) => event.kind === 'spawn').at(-1)!.texts[0]!;
      const seen = new Uint8Array(task.value.length);
      for (const flow of graph.into(task)) {
        if (flow.source.origin.tool !== 'WebFetch') continue;
        for (const { tier, to } of flow.evidence) if (tier !== 'context') seen.fill(1, to.chars![0], to.chars![1]);
      }
      let at = 'Now: '.length;
      for (const [number, change] of brief) {
        const form = CHANGES[change]!(SENTENCES[number]!);
        const marked = seen.subarray(at, at + form.length).reduce((sum, mark) => sum + mark, 0) / form.length;
        if (page.includes(number)) assert.ok(marked > 0.6, `${change}: only ${marked} of ${form}`);
        else assert.ok(marked < 0.4, `${change}: ${marked} of a sentence that nobody said: ${form}`);
        at += form.length + ' ;; '.length;
      }
    }),
    { numRuns: 150 },
  );
});
