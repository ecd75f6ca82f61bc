import type { JsonObject } from '../../src/base/json.ts';
import { type AgentSketch, type Sketch, type SketchConfig, sketch, smallTalk, work } from '../../src/wire/sketch.ts';
import { call, headless, reportCase, stopOf } from './author.ts';
import { hookEvents, hookLog } from './hook-log.ts';
import { answers, decides, preToolUse, withHooks } from './settings.ts';

/** Class O: links between sessions, agents and parents; resume, fork, nesting; fields of event payloads. */

// --- O01: a worktree child under another project folder -------------------------------------------------------------------

const ASK = 'Sort the stamps by year in your own tree and say how many there are.';

function o01({ tainted, own, carries }: { tainted: boolean; own: boolean; carries?: string }) {
  return (host: SketchConfig) => {
    const other = sketch({ ...headless(host), name: `${host.name} child session` }, () => {}).sessionId;
    return sketch(headless(host), (main) => {
      main.user('Sort the stamps.').does(work(5));
      if (tainted)
        main.calls(
          'WebFetch',
          { url: 'https://stamps.example/list', prompt: 'how many' },
          'The list has forty stamps.',
        );
      main.spawns(
        {
          as: 'sort',
          description: 'Sort stamps',
          brief: carries ?? ASK,
          worktree: 'kept',
          ...(own ? { sessionId: other, ownFolder: true, withoutMeta: true, ends: 'open' as const } : {}),
        },
        (child) => {
          child.does(work(3));
          if (tainted)
            child.calls(
              'Bash',
              { command: 'curl -s https://stamps.example/years.csv', description: 'Years' },
              '1998\n2001',
            );
          child.says('Forty stamps, from 1998 to 2001.');
        },
      );
      if (own) main.user('Is it done?').says('The helper has not answered yet.');
      else main.says('Forty stamps.');
      main.does(work(3));
    });
  };
}
const O01 = 'agent-flow-69-other-project-folder';
const curl = call('child', 'Bash', 'curl');
reportCase(
  O01,
  'base',
  'the child’s file lies under the worktree’s project folder with the parent’s session id',
  o01({ tainted: false, own: false }),
);
reportCase(
  O01,
  'v1',
  'the child has a session id of its own: the equal brief links it',
  o01({ tainted: true, own: true }),
  { at: () => [curl, curl] },
);
reportCase(
  O01,
  'v2',
  'a tainted parent, a brief that carries nothing, a child in its worktree with the shared id',
  o01({ tainted: true, own: false }),
  { at: () => [curl, curl, curl, curl, curl] },
);

// --- O02: chains of spawns -----------------------------------------------------------------------------------------------------

function chain(depth: number, steps: number, openAt: number) {
  return (host: SketchConfig) => {
    const below = (agent: AgentSketch, level: number): void => {
      agent.does(work(steps));
      if (level < depth)
        agent.spawns(
          {
            as: 'next',
            description: `Level ${level + 1}`,
            brief: `You are level ${level + 1}: look at part ${level + 1} and pass the rest on.`,
            ...(level + 1 === openAt ? { ends: 'open' as const } : {}),
          },
          (child) => below(child, level + 1),
        );
      if (level + 1 === openAt) return;
      agent.says(level === depth ? `Part ${level} is the last one.` : `Part ${level} and all below it are in order.`);
    };
    return sketch({ ...headless(host), startContext: depth < 20 }, (main) => {
      main.user('Let a chain of helpers check all parts.').does(work(depth < 20 ? 4 : 1));
      below(main, 0);
    });
  };
}
const O02 = 'claude-code-log-218-nested-sidecar-links';
reportCase(O02, 'base', 'a chain of seven in a flat folder, one interrupted', chain(7, 1, 7));
reportCase(O02, 'v1', 'the reported chain of 79', chain(79, 0, -1));
reportCase(O02, 'near-miss', 'three levels, as the current host allows', chain(3, 3, -1));

// --- O04, O05, O06: sessions that copy records -------------------------------------------------------------------------------------

/** Lines of the chain of a session's main file. */
function chainOf(one: Sketch): JsonObject[] {
  one.main.finish();
  return (one.main.session.lines(one.main.path) as JsonObject[]).filter(
    (line) => !(line instanceof Uint8Array) && line.uuid !== undefined,
  );
}

function copied(
  one: Sketch,
  host: SketchConfig,
  count: number,
  change: (record: JsonObject, newId: string, i: number) => JsonObject,
  go: (main: AgentSketch) => void,
): Sketch {
  return sketch({ ...host, name: `${host.name} second`, startsAtMs: 7_200_000, startContext: false }, (main) => {
    const records = chainOf(one).slice(0, count);
    for (const [i, record] of records.entries())
      main.bytes(`${JSON.stringify(change(record, main.session.sessionId, i))}\n`);
    main.after(String(records.at(-1)!.uuid));
    go(main);
  });
}
const original = (host: SketchConfig, fetches = false) =>
  sketch(host, (main) => {
    main.user('Which dealers have the blue stamp?');
    if (fetches)
      main.calls(
        'WebFetch',
        { url: 'https://dealers.example/blue', prompt: 'dealers' },
        'Two dealers have it: north and east.',
      );
    main.does(work(6)).says('Two dealers have it: north and east.').endsTurn();
  });
const later = (main: AgentSketch) => main.user('And the red one?').does(work(2)).says('Nobody has the red one.');
const renamed = (record: JsonObject, newId: string): JsonObject => ({ ...record, sessionId: newId });

reportCase('langfuse-81-fork-copies-rows', 'base', 'ten copied rows keep the old session’s id', (host) => {
  const first = original(host);
  return [first, copied(first, host, 10, (record) => record, later)];
});
const O05 = 'cc-89624-background-resume-rewrites-id';
reportCase(
  O05,
  'base',
  'the copied rows carry the new id',
  (host) => {
    const first = original(host);
    return [first, copied(first, host, 10, renamed, later)];
  },
  {
    files: (s) => ({
      'state.json': `${JSON.stringify({ resumeSessionId: s.sessionId, status: 'running' }, null, 2)}\n`,
    }),
  },
);
reportCase(O05, 'v1', 'one copied uuid carries other content', (host) => {
  const first = original(host);
  return [
    first,
    copied(
      first,
      host,
      10,
      (record, newId, i) => {
        const other = renamed(record, newId);
        if (i === 0)
          return {
            ...other,
            message: { role: 'user', content: 'Which dealers have the green stamp, and what do they ask for it?' },
          };
        return other;
      },
      later,
    ),
  ];
});
reportCase(O05, 'near-miss', 'copies that differ only in fields the host rewrites', (host) => {
  const first = original(host);
  return [
    first,
    copied(
      first,
      host,
      10,
      (record, newId) => ({
        ...renamed(record, newId),
        gitBranch: 'stamps',
        ...(record.type === 'user' ? { promptId: '5e1f0a3c-1111-4111-a111-111111111111' } : {}),
      }),
      later,
    ),
  ];
});
const O06 = 'cc-12235-resume-new-id';
reportCase(
  O06,
  'base',
  'a resume with a new id',
  (host) => {
    const first = original(host, true);
    return [
      first,
      copied(first, host, 9, renamed, (main) =>
        main
          .user('Look up the price at the east dealer.')
          .does(work(2, { without: ['Bash'] }))
          .calls('Bash', { command: 'curl -s https://east.example/blue', description: 'Price' }, '12.50')
          .says('12.50 at the east dealer.'),
      ),
    ];
  },
  { at: () => [call('root', 'Bash', 'curl'), call('root', 'Bash', 'curl')] },
);
reportCase(
  O06,
  'v1',
  'hook events keep the stale id and path',
  (host) =>
    sketch(host, (main) =>
      main.user('Which dealers have the blue stamp?').does(work(8)).says('Two.').endsTurn().does(smallTalk(1)),
    ),
  {
    files: (s) => ({
      'hook-log.ndjson': hookLog(s, (one) => (one.tool === 'Bash' ? { exitCode: 0 } : undefined)).replaceAll(
        s.sessionId,
        '11111111-2222-4333-a444-555555555555',
      ),
    }),
    args: ['--hook-log', 'hook-log.ndjson'],
  },
);

// --- O09: payload keys of a stop event ------------------------------------------------------------------------------------------------

const oneHelper = (host: SketchConfig) =>
  sketch(headless(host), (main) =>
    main
      .user('Let a helper count the albums.')
      .does(work(7))
      .spawns({ as: 'albums', description: 'Count albums', brief: 'Count the albums.' }, (child) =>
        child.does(work(3)).says('Eleven albums.'),
      )
      .says('Eleven albums.')
      .does(work(4)),
  );
reportCase(
  'orchestkit-4158-stop-payload-keys',
  'base',
  'the listed keys of a stop event are accepted, unknown ones too',
  oneHelper,
  {
    files: (s) => ({
      'hook-log.ndjson': hookEvents(s, [
        {
          event: 'SubagentStop',
          agent: 'albums',
          more: {
            prompt_id: '0b1c2d3e-0000-4000-a000-000000000001',
            permission_mode: 'default',
            effort: { level: 'medium' },
            stop_hook_active: false,
            last_assistant_message: 'Eleven albums.',
            background_tasks: [],
            session_crons: [],
            key_of_a_later_version: { any: ['thing'] },
          },
        },
      ]),
    }),
    args: ['--hook-log', 'hook-log.ndjson'],
    at: (s) => [stopOf(s, 'albums')],
  },
);

// --- O10: a killed child has no stop event ------------------------------------------------------------------------------------------------

function o10(end: 'stopped' | 'silent' | 'failed') {
  return (host: SketchConfig) =>
    sketch(host, (main) => {
      main.user('Two helpers: one counts albums, one counts boxes.').does(work(4));
      main.spawns(
        { as: 'albums', description: 'Count albums', brief: 'Count the albums.', background: true },
        (child) => child.does(work(3)).says('Eleven albums.'),
      );
      main.spawns(
        {
          as: 'boxes',
          description: 'Count boxes',
          brief: 'Count the boxes.',
          background: true,
          ...(end === 'failed' ? {} : { ends: 'open' as const }),
        },
        (child) => {
          child.does(work(3));
          if (end === 'failed') child.apiError('API Error: 529 overloaded');
          else child.calls('Bash', { command: 'find boxes -type f | wc -l', description: 'Count' }, null);
        },
      );
      main.says('Both are running.').endsTurn().notification('albums').says('Eleven albums.').endsTurn();
      if (end === 'stopped') {
        const id = main.child('boxes').agentId!;
        main
          .user('Never mind the boxes.')
          .calls(
            'TaskStop',
            { task_id: id },
            {
              text: `{"message":"Successfully stopped task: ${id} (Count boxes)","task_id":"${id}"}`,
              structured: {
                message: `Successfully stopped task: ${id} (Count boxes)`,
                task_id: id,
                task_type: 'local_agent',
                command: 'Count boxes',
              },
            },
          )
          .says('Stopped.')
          .endsTurn()
          .notification('boxes', {
            status: 'killed',
            result: null,
            summary: 'Agent "Count boxes" was stopped by Claude',
          })
          .says('It is stopped.');
      }
      if (end === 'failed')
        main
          .notification('boxes', {
            status: 'failed',
            result: null,
            summary: 'Agent "Count boxes" failed: API Error: 529 overloaded',
          })
          .says('The second helper failed; I count the boxes myself: six.');
      main.endsTurn().does(smallTalk(2));
    });
}
const starts = [
  { event: 'SubagentStart', agent: 'albums' },
  { event: 'SubagentStart', agent: 'boxes' },
];
const stop = {
  event: 'SubagentStop',
  agent: 'albums',
  more: { stop_hook_active: false, last_assistant_message: 'Eleven albums.' },
};
const O10 = 'cc-92716-killed-child-no-stop';
const withLog = (events: Parameters<typeof hookEvents>[1]) => ({
  files: (s: Sketch) => ({ 'hook-log.ndjson': hookEvents(s, events) }),
  args: ['--hook-log', 'hook-log.ndjson'],
});
reportCase(
  O10,
  'base',
  'two starts and one stop; the TaskStop call explains the other',
  o10('stopped'),
  withLog([...starts, stop]),
);
reportCase(O10, 'v1', 'no TaskStop: an agent whose end was never reported', o10('silent'), withLog([...starts, stop]));
reportCase(
  O10,
  'v2',
  'repeated stop events with the active flag are one completion',
  oneHelper,
  withLog([
    { event: 'SubagentStart', agent: 'albums' },
    { ...stop },
    { ...stop, more: { ...stop.more, stop_hook_active: true } },
    { ...stop, more: { ...stop.more, stop_hook_active: true } },
  ]),
);
reportCase(
  O10,
  'near-miss',
  'two starts, two stops, one of them an API error with its failure notice',
  o10('failed'),
  withLog([...starts, stop, { event: 'StopFailure', agent: 'boxes', more: { error: 'overloaded' } }]),
);

// --- O11: hook input without agent_id ----------------------------------------------------------------------------------------------------------

function overlapping(host: SketchConfig): Sketch {
  return sketch(host, (main) => {
    main.user('Two helpers at once: albums and boxes.').does(work(4, { without: ['Bash'] }));
    main.reply((r) => {
      for (const name of ['albums', 'boxes'])
        r.spawns({ as: name, description: `Count ${name}`, brief: `Count the ${name}.`, background: true }, (child) =>
          child
            .calls('Bash', { command: 'ls | wc -l', description: 'Count' }, '11')
            .does(work(2, { without: ['Bash'] }))
            .says(`Eleven ${name}.`),
        );
    });
    main
      .says('Both are running.')
      .endsTurn()
      .notification('albums')
      .notification('boxes')
      .says('Eleven each.')
      .endsTurn()
      .does(smallTalk(2));
  });
}
const allowAll = withHooks(preToolUse('Bash', 'log.sh'), { 'log.sh': answers(decides('allow', 'logged')) });
/** The log as that version wrote it: nothing names the agent. */
const anonymous = (s: Sketch, keepToolUseId: boolean) =>
  hookLog(s, (one) => (one.tool === 'Bash' ? { exitCode: 0 } : undefined))
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const entry = JSON.parse(line) as { stdin: JsonObject };
      delete entry.stdin.agent_id;
      delete entry.stdin.agent_type;
      if (!keepToolUseId) delete entry.stdin.tool_use_id;
      return `${JSON.stringify(entry)}\n`;
    })
    .join('');
const O11 = 'cc-31939-hook-input-without-agent-id';
reportCase(O11, 'base', 'each event is attributed by its tool call id although two children overlap', overlapping, {
  files: (s) => ({ ...allowAll.files, 'hook-log.ndjson': anonymous(s, true) }),
  args: [...allowAll.args, '--hook-log', 'hook-log.ndjson'],
  at: () => [call('child', 'Bash', 'wc -l', 'all')],
});
reportCase(O11, 'v1', 'without that id both children are listed and none is chosen', overlapping, {
  files: (s) => ({ 'hook-log.ndjson': anonymous(s, false) }),
  args: ['--hook-log', 'hook-log.ndjson'],
});
