import type { JsonObject } from '../../src/base/json.ts';
import { type AgentSketch, type Sketch, type SketchConfig, sketch, smallTalk, work } from '../../src/wire/sketch.ts';
import { headless, reportCase, stopOf } from './author.ts';
import { compressed } from './edit.ts';
import { hookEvents } from './hook-log.ts';

/** Class N: transcripts that are broken, repeated, damaged, deleted, or lack what happened. */

const GONE = '00000000-0000-4000-a000-00000000dead';
const LATER = '00000000-0000-4000-a000-00000000beef';

/** The line of a record as the host writes it, without its line end. */
const lineOf = (record: JsonObject): string => JSON.stringify(record);
/** Takes the record written last back out of the file, to put it there damaged. */
function takeBack(agent: AgentSketch): JsonObject {
  agent.finish();
  return agent.session.lines(agent.path).pop() as JsonObject;
}

// --- N03: parents lost at compaction -----------------------------------------------------------------------------------------

function n03(lost: 'both' | 'at compaction' | 'none') {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) => {
      main
        .user('Go through the press module with a helper.')
        .does(work(5))
        .spawns({ as: 'ink', description: 'Read ink', brief: 'Read src/press/ink.ts and say what it does.' }, (child) =>
          child.does(work(3)).says('It mixes four inks by weight.'),
        )
        .says('Ink is clear: four inks by weight.')
        .endsTurn()
        .compacts('The press module is being read. Ink: four inks by weight.', lost === 'none' ? {} : { parent: GONE });
      main.does(work(3)).says('Next is the sheet feeder.').endsTurn();
      if (lost === 'both') main.after(LATER);
      main.user('And the feeder?').does(work(3)).says('It feeds one sheet per second.');
    });
}
const N03 = 'cc-46603-parents-lost-at-compaction';
reportCase(N03, 'base', 'a missing parent right after compaction, and one after resume', n03('both'));
reportCase(N03, 'v1', 'only the missing parent after the compaction boundary', n03('at compaction'));
reportCase(N03, 'near-miss', 'the boundary has no parent but a logical one that exists', n03('none'));

// --- N04: a chain of progress records ---------------------------------------------------------------------------------------------

reportCase(
  'cc-35024-progress-records-fork',
  'base',
  'a chain of 25 progress records hangs beside the tool result',
  (host) =>
    sketch(host, (main) => {
      main.user('Run all tests.').calls('Bash', { command: 'npx vitest run', description: 'All tests' }, null);
      const id = main.lastCallId;
      const callUuid = main.lastRecordUuid!;
      for (let i = 0; i < 25; i++)
        main.record({
          type: 'progress',
          data: { type: 'bash_progress', output: `test file ${i + 1}`, elapsedTimeSeconds: i },
          toolUseID: `bash-progress-${i}`,
          parentToolUseID: id,
          uuid: '',
          timestamp: '',
        });
      main
        .record(
          {
            type: 'user',
            message: {
              role: 'user',
              content: [{ tool_use_id: id, type: 'tool_result', content: ' Tests  210 passed (210)', is_error: false }],
            },
            uuid: '',
            timestamp: '',
            toolUseResult: {
              stdout: ' Tests  210 passed (210)',
              stderr: '',
              interrupted: false,
              isImage: false,
              noOutputExpected: false,
            },
            sourceToolAssistantUUID: callUuid,
          },
          callUuid,
        )
        .says('All 210 tests pass.');
    }),
);

// --- N05, N06, N07: damaged lines ---------------------------------------------------------------------------------------------------

function damaged(host: SketchConfig, damage: (main: AgentSketch) => void, child = true): Sketch {
  return sketch(headless(host), (main) => {
    main.user('Count the entries of the index.').does(work(6));
    if (child)
      main.spawns({ as: 'count', description: 'Count', brief: 'Count the entries.' }, (agent) =>
        agent.does(work(2)).says('Forty.'),
      );
    main.says('Forty entries.').endsTurn();
    damage(main);
    main.does(work(4)).says('The index is fine.').endsTurn();
  });
}
const NUL = '\0';
/** Two whole records on one line. */
function glue(main: AgentSketch): void {
  main.user('Also by letter.').says('A has nine, B has seven.').endsTurn();
  const second = takeBack(main);
  const first = takeBack(main);
  main.bytes(`${lineOf(first)}${lineOf(second)}\n`);
}
/** A record that was cut, and a whole one behind it on the same line: the cut one is lost. */
function splice(main: AgentSketch): void {
  main.user('And how many are empty?').says('None.').endsTurn();
  const whole = takeBack(main);
  const cut = takeBack(main);
  main.bytes(`${lineOf(cut).slice(0, 210)}${lineOf({ ...whole, parentUuid: cut.parentUuid! })}\n`);
}
function nulRun(main: AgentSketch, length: number): void {
  main.user('Thanks.').says('You are welcome.').endsTurn();
  const record = takeBack(main);
  main.bytes(`${NUL.repeat(length)}${lineOf(record)}\n`);
}
const N05 = 'cc-81843-spliced-records';
reportCase(N05, 'base', 'a splice, two records on one line, and a run of NUL bytes', (host) =>
  damaged(host, (main) => {
    splice(main);
    glue(main);
    nulRun(main, 512);
  }),
);
reportCase(N05, 'v1', 'only two whole records on one line', (host) => damaged(host, glue));
reportCase(N05, 'near-miss', 'a record whose text holds two JSON objects side by side', (host) =>
  damaged(host, (main) =>
    main.user('Show two records as they stand.').says('{"type":"user","n":1}{"type":"user","n":2}').endsTurn(),
  ),
);

const N06 = 'cc-49876-nul-padding';
reportCase(N06, 'base', 'NUL runs mid-file, behind a record, and at the end', (host) =>
  sketch(host, (main) => {
    main.user('Count the entries of the index.').does(work(5));
    main
      .bytes(`${NUL.repeat(300)}\n`)
      .says('Forty entries.')
      .endsTurn();
    const record = takeBack(main);
    main
      .bytes(`${lineOf(record)}${NUL.repeat(9000)}\n`)
      .user('Thanks.')
      .does(work(3))
      .says('You are welcome.')
      .endsTurn()
      .bytes(NUL.repeat(14_300));
  }),
);
reportCase(N06, 'near-miss', 'a record whose text holds the escape for NUL', (host) =>
  sketch(host, (main) =>
    main.user('Which byte ends a C string?').does(work(9)).says('The byte \0, written \\0 in source.'),
  ),
);

const N07 = 'cc-53821-torn-last-line';
reportCase(N07, 'base', 'half a record at the end', (host) =>
  sketch(host, (main) => {
    main
      .user('Count the entries of the index.')
      .does(work(8))
      .says('Forty entries.')
      .endsTurn()
      .user('And by letter?')
      .says('A has nine, B has seven.')
      .endsTurn();
    main.bytes(lineOf(takeBack(main)).slice(0, 260));
  }),
);
reportCase(N07, 'v1', 'more valid lines follow on the same line', (host) =>
  sketch(host, (main) => {
    main.user('Count the entries of the index.').does(work(7)).says('Forty entries.').endsTurn();
    splice(main);
    main.does(work(3)).says('Done.').endsTurn();
  }),
);
reportCase(N07, 'near-miss', 'the last line is whole and only lacks its newline', (host) =>
  sketch(host, (main) => {
    main.user('Count the entries of the index.').does(work(9)).says('Forty entries.').endsTurn();
    main.bytes(lineOf(takeBack(main)));
  }),
);

// --- N09: each turn writes the earlier ones again -----------------------------------------------------------------------------------------

function n09(newUuids: boolean) {
  return (host: SketchConfig) =>
    sketch({ ...host, startContext: false }, (main) => {
      main.user('What is a press sheet?').says('A sheet of paper as it runs through the press.').endsTurn();
      const first = main.session.lines(main.path).slice() as JsonObject[];
      for (const record of first) {
        const again = newUuids ? { ...record, uuid: main.session.ids.uuid('again') } : record;
        main.bytes(`${lineOf(again)}\n`);
      }
      main.user('And a signature?').says('Several pages on one sheet, folded.').endsTurn();
    });
}
reportCase('cc-5034-turns-written-again', 'base', 'earlier turns are written again with the same uuid', n09(false));
reportCase('cc-5034-turns-written-again', 'v1', 'the same with new uuids', n09(true));

// --- N10: counters that are never final ------------------------------------------------------------------------------------------------------

reportCase(
  'cc-84223-usage-never-final',
  'base',
  'three records of one request keep the early counters, then the file ends',
  (host) =>
    sketch({ ...headless(host), startContext: false }, (main) => {
      main
        .user('Have a helper read the whole of the sheet module and explain it.')
        .thinks('The module is large; a helper can read it while I look at the tests.')
        .says(
          'The sheet module has about four thousand lines, so I let a helper read it from top to bottom and explain the feeder, the inks and the folding to us, one after the other.',
        )
        .spawns({
          as: 'sheet',
          description: 'Read the sheet module',
          brief: 'Read src/press/sheet.ts and explain it.',
          ends: 'open',
        });
      main.finish();
      for (const record of main.session.lines(main.path) as JsonObject[]) {
        if (record.type !== 'assistant') continue;
        const message = record.message as JsonObject;
        message.stop_reason = null;
        message.usage = {
          input_tokens: 1200,
          cache_creation_input_tokens: 0,
          cache_read_input_tokens: 0,
          output_tokens: 1,
        };
      }
    }),
);

// --- N11: the stop event comes before the last lines are on disk ----------------------------------------------------------------------------------

reportCase(
  'cc-25121-stop-before-last-lines',
  'base',
  'the child’s file lacks the last record that the stop event quotes',
  (host) =>
    sketch(host, (main) => {
      main
        .user('Have a helper look up the paper weight.')
        .does(work(6))
        .spawns(
          { as: 'paper', description: 'Paper weight', brief: 'What is the paper weight?', ends: 'open' },
          (child) => {
            child.does(work(3)).says('The paper weight is 90 grams per square metre.');
            takeBack(child);
          },
        );
    }),
  {
    files: (s) => ({
      'hook-log.ndjson': hookEvents(s, [
        {
          event: 'SubagentStop',
          agent: 'paper',
          more: { stop_hook_active: false, last_assistant_message: 'The paper weight is 90 grams per square metre.' },
        },
      ]),
    }),
    args: ['--hook-log', 'hook-log.ndjson'],
    at: (s) => [stopOf(s, 'paper')],
  },
);

// --- N13: a very large child file ------------------------------------------------------------------------------------------------------------------------

reportCase('cc-83261-large-child-file', 'base', 'a child with a line of six megabytes is read as any other', (host) =>
  compressed(
    sketch(headless(host), (main) =>
      main
        .user('Have a helper look at the scan of the cover.')
        .does(work(6))
        .spawns({ as: 'cover', description: 'Look at the scan', brief: 'What is on the cover scan?' }, (child) =>
          child
            .calls(
              'Read',
              { file_path: `${host.cwd}/scans/cover.png` },
              {
                blocks: [
                  {
                    type: 'image',
                    source: {
                      type: 'base64',
                      media_type: 'image/png',
                      data: 'iVBORw0KGgo'.padEnd(6 * 1024 * 1024, 'A'),
                    },
                  },
                ],
                structured: null,
              },
            )
            .does(work(2))
            .says('A ship in a harbour.'),
        )
        .says('A ship in a harbour.')
        .does(work(4)),
    ),
  ),
);

// --- N14: the main file is gone --------------------------------------------------------------------------------------------------------------------------------

function withoutMain(host: SketchConfig): Sketch {
  return sketch(host, (main) => {
    main
      .user('Let a helper list the large files.')
      .does(work(4))
      .calls(
        'Bash',
        { command: 'du -a . | sort -n', description: 'Sizes' },
        { text: '4 ./a\n8 ./b', spilled: Array.from({ length: 900 }, (_, i) => `${i * 4} ./file-${i}`).join('\n') },
      )
      .spawns(
        { as: 'large', description: 'Large files', brief: 'List the ten largest files.', background: true },
        (child) => child.does(work(5)).says('The largest is scans/cover.png.'),
      )
      .says('Running.')
      .endsTurn()
      .notification('large')
      .says('scans/cover.png is the largest.');
    main.session.hidden.add(main.path);
  });
}
const N14 = 'cc-79758-main-file-deleted';
reportCase(N14, 'base', 'children and spilled results remain, the main file is gone', withoutMain);
reportCase(N14, 'v1', 'a second session holds the command that removed the main file', (host) => {
  const gone = withoutMain(host);
  const other = sketch({ ...host, name: `${host.name} cleaner`, startsAtMs: 86_400_000 }, (main) =>
    main
      .user('Free some space on this machine.')
      .does(work(6))
      .calls('Bash', { command: `rm /home/dev/.claude/${gone.rootPath}`, description: 'Remove an old transcript' }, '')
      .says('One old transcript is removed.')
      .does(smallTalk(1)),
  );
  return [gone, other];
});
reportCase(N14, 'near-miss', 'a main file with no side folder, as none of its calls needed one', (host) =>
  sketch(host, (main) => main.user('Explain the folder.').does(work(9)).says('It holds the scans.')),
);

// --- N16: two final answers ------------------------------------------------------------------------------------------------------------------------------------------

function n16(recorded: boolean) {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) =>
      main
        .user('Ask a helper for a fruit.')
        .does(work(7))
        .spawns(
          {
            as: 'fruit',
            description: 'Name a fruit',
            brief: 'Look at docs/fruit.md and answer with one fruit in capitals.',
          },
          (child) => {
            child.does(work(2)).says('BANANA').endsTurn().waits(4000);
            if (recorded) child.stopHookFeedback('Answer with an animal instead.');
            child.says('ZEBRA');
          },
        )
        .says('The answer is ZEBRA.')
        .does(work(4)),
    );
}
reportCase(
  'cc-85917-stop-hook-text-unrecorded',
  'base',
  'two final answers with no input between, and the parent got the second',
  n16(false),
);
reportCase(
  'cc-85917-stop-hook-text-unrecorded',
  'near-miss',
  'the hook’s feedback stands between the two answers',
  n16(true),
);
