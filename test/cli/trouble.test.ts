import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { OPTIONS } from '../../src/cli/options.ts';
import { INTEGRITY_ORDER } from '../../src/flows/model.ts';
import { corpus, makeScratch, run } from './run.ts';

/** Mistakes that a newcomer makes: each answer says what, where, and what to type next. */
const { folder, remove } = makeScratch();
after(remove);
mkdirSync(join(folder, 'empty'));
mkdirSync(join(folder, 'papers-only'));
writeFileSync(join(folder, 'papers-only', 'notes.json'), '{"foo":1}\n');
writeFileSync(join(folder, 'bad.yaml'), 'sorces: []\n');
const SEED = join(corpus, 'seed-three-agents-row-orders');

const MISTAKES: [args: string[], code: number, says: RegExp][] = [
  [['scan', 'nowhere'], 3, /nowhere: no such file or directory\nhelp: find \. -name '\*\.jsonl' lists/],
  [['scan', 'emtpy'], 3, /emtpy: no such file or directory\nhelp: did you mean empty\?/],
  [['scan', 'none/at/all'], 3, /none\/at\/all: no such file or directory\nhelp: find \. -name/],
  [['scan', SEED.slice(0, -1)], 3, /help: did you mean .*seed-three-agents-row-orders\?/],
  [['scna', SEED], 3, /help: did you mean the command 'scan'\?/],
  [['scan', 'empty'], 0, /no Claude Code transcripts under empty\nhelp: transcripts are \.jsonl .* find empty -name/],
  [['scan', 'papers-only'], 0, /no Claude Code transcripts under papers-only.*\nhelp: transcripts are \.jsonl/],
  [
    ['report', 'papers-only/notes.json'],
    0,
    /\(1 other file skipped\)\nhelp: .* a saved report is what scan --format json/,
  ],
  [
    ['scan', SEED, '--session', 'zzz'],
    0,
    /no session under .* fits --session zzz\nhelp: aftertaint tree .* lists all sessions/,
  ],
  [['explain', SEED], 2, /which finding\? '.*' is a path\nhelp: aftertaint explain FINDING /],
  [['explain', 'first'], 2, /no path was given\nhelp: name transcripts.*: aftertaint explain first ~/],
  [['trace'], 2, /missing required argument 'text'\nhelp: aftertaint trace --help/],
  [
    ['scan', SEED, '--fromat', 'json'],
    2,
    /unknown option '--fromat'\n\(Did you mean --format\?\)\n+help: aftertaint scan --help/,
  ],
  [['scan', SEED, '--format', 'sarf'], 2, /'sarf' is no format of 'scan'\nhelp: did you mean sarif\? one of table, /],
  [['tree', SEED, '--format', 'sarif'], 2, /'sarif' is no format of 'tree'\nhelp: one of table, json/],
  [['scan', SEED, '--fail-on', 'hgih'], 2, /'hgih' is none of info, .*\nhelp: did you mean high\?/],
  [['scan', SEED, '--jobs', 'zero'], 2, /'zero' is no whole number above 0\nhelp: /],
  [['scan', SEED, '--redact', 'all'], 2, /'all' is none of secrets, content, none\nhelp: /],
  [['scan', SEED, '--since', 'yesterday'], 2, /'yesterday' is no ISO time\nhelp: write 2026-11-30/],
  [
    ['scan', SEED, '--detector', 'forged-authorty'],
    2,
    /no detector or group is called 'forged-authorty'\nhelp: did you mean forged-authority\?/,
  ],
  [['scan', SEED, '--gate', 'taintfloor'], 2, /no gate is called 'taintfloor', did you mean taint-floor\?/],
  [['scan', SEED, '--policy', 'nope.yaml'], 2, /policy nope\.yaml: cannot be read \(ENOENT\)\nhelp: check --policy/],
  [['scan', SEED, '--policy', 'bad.yaml'], 2, /bad\.yaml:1: unknown key 'sorces'; did you mean 'sources'\?/],
  [
    ['scan', SEED, '--baseline', 'nope.json'],
    2,
    /nope\.json is no saved report\nhelp: aftertaint scan PATHS --format json/,
  ],
  [['flows', SEED, '--from', 'outsde'], 2, /--from: 'outsde' is none of .*\nhelp: did you mean outside\?/],
  [['flows', SEED, '--channel', 'spwan'], 2, /'spwan' is none of .*\nhelp: did you mean spawn\?/],
  [
    ['explain', 'F-zzzzzzzz', SEED],
    2,
    /no finding is called 'F-zzzzzzzz' in .*\nhelp: .*aftertaint scan .* lists all 3; 'first' is the worst/,
  ],
  [
    ['explain', 'first', join(corpus, 'seed-taint-floor-steps')],
    2,
    /there is no finding in .*\nhelp: aftertaint scan /,
  ],
  [['show', 'root:9999', SEED], 2, /nothing is at 'root:9999'\nhelp: name <path>:<line>/],
  [['verify', 'nowhere'], 2, /nowhere does not exist\nhelp: aftertaint scan PATHS --format json/],
  [['verify', SEED], 2, /is no saved report\nhelp: aftertaint scan PATHS --format json/],
  [['merge', 'nowhere'], 2, /nowhere does not exist\nhelp: /],
  [['schema', 'repotr'], 2, /no schema is called 'repotr'\nhelp: did you mean report\?/],
  [['completion', 'tcsh'], 2, /no completion for 'tcsh'\nhelp: one of bash, zsh, fish/],
  [['detectors', 'chain-brake'], 2, /no detector is called 'chain-brake'\nhelp: did you mean chain-break\?/],
  [['check', 'nowhere'], 2, /nowhere does not exist\nhelp: aftertaint check corpus/],
  [['collect', SEED], 2, /where to\?\nhelp: aftertaint collect PATHS -o DIR/],
  [['carve', 'first', SEED], 2, /where to\?\nhelp: aftertaint carve FINDING PATHS -o DIR/],
  [['scan', SEED, '-o', join(SEED, 'x')], 2, /lies inside the evidence .*\nhelp: evidence is never written to/],
];

for (const [args, code, says] of MISTAKES) {
  test(`mistake: ${args.map((arg) => arg.replace(corpus, 'corpus')).join(' ')}`, async () => {
    const told = await run(args, { cwd: folder });
    assert.match(told.stderr, says);
    assert.equal(told.code, code);
    assert.ok(!/\n {4}at /.test(told.stderr), 'a stack');
    if (code === 2) assert.equal(told.stdout, '');
  });
}

test('the words of flows that the command line takes are those of the tracer', () => {
  assert.deepEqual(OPTIONS.from.choices, INTEGRITY_ORDER);
});
