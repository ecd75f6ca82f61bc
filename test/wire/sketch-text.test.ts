import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildCase } from '../../src/case/build.ts';
import { parseSketch, SketchSyntaxError, sketch } from '../../src/wire/sketch.ts';
import { inputOf } from './sketched.ts';

const TEXT = `
# a small story
host 2.1.332
headless
cwd /home/dev/atlas
user: Look at the vendor page,
| then let somebody summarise it.
says: I look.
WebFetch https://vendor.example/intel prompt="all of it" => Prices rise in May.
Bash "git status" => !error Exit code 128
agent reader type=Explore: Summarise: Prices rise in May.
  Read repos/intel.md => Vendor notes.
  | Second line.
  says: Prices rise.
agent slow background: Count the pages.
  work 2
  says: Nine.
end
notify slow
mcp__notes__add {"title": "prices", "tags": ["may"]} => added
says: Done: prices rise in May.
`;

test('the text format gives the same case as its statements say', () => {
  const { config, script } = parseSketch(TEXT);
  const one = sketch(config, script);
  const found = buildCase(inputOf(one));
  assert.equal(found.agents.agents.length, 3);
  assert.deepEqual(
    found.agents.agents.slice(1).map((agent) => agent.type),
    ['Explore', 'general-purpose'],
  );
  const prompt = found.timeline.find((event) => event.kind === 'prompt')!;
  assert.equal(prompt.texts[0]!.value, 'Look at the vendor page,\nthen let somebody summarise it.');
  const calls = found.timeline.flatMap((event) => (event.kind === 'tool-call' ? [event] : []));
  assert.deepEqual(calls.find((call) => call.toolName === 'WebFetch')!.input, {
    url: 'https://vendor.example/intel',
    prompt: 'all of it',
  });
  assert.deepEqual(calls.find((call) => call.toolName === 'Read')!.input, {
    file_path: '/home/dev/atlas/repos/intel.md',
  });
  assert.deepEqual(calls.find((call) => call.toolName === 'mcp__notes__add')!.input, {
    title: 'prices',
    tags: ['may'],
  });
  const failed = found.timeline.filter((event) => event.kind === 'tool-result' && event.isError);
  assert.equal(failed.length, 1);
});

test('mistakes name their line and what was wanted', () => {
  const wrong: [string, RegExp][] = [
    ['host new\nuser: hi', /line 1: 'host' wants a version/],
    ['layout flat\nuser: hi', /line 1: 'layout' wants one of/],
    ['user: hi\nsay: hello', /line 2: 'say' is neither a statement nor the name of a tool/],
    ['user: hi\nwait soon', /line 2: 'wait' wants a time/],
    ['user: hi\n  says: too far in', /line 2: only 'agent' and 'send' have a block/],
    ['  user: hi', /line 1: indented/],
    ['| text', /line 1: a '\|' line/],
    ['user: hi\nagent : brief', /line 2: 'agent' wants a name/],
    ['user: hi\nBash ls => !denied nobody', /line 2: '!denied' is no result/],
    ['user: hi\nmcp__a__b word', /line 2: write key=value/],
    ['user: hi\nmcp__a__b {"a": }', /line 2: the input in braces/],
    ['user: hi\nagent a: b\n  says: x\n    says: y', /line 4/],
  ];
  for (const [text, message] of wrong) {
    assert.throws(
      () => parseSketch(text),
      (error) => error instanceof SketchSyntaxError && message.test(error.message),
      text,
    );
  }
});
