import {
  type AgentSketch,
  type CallResult,
  type SketchConfig,
  sketch,
  smallTalk,
  work,
} from '../../src/wire/sketch.ts';
import { call, headless, reportCase } from './author.ts';
import { settingsFile, withRules } from './settings.ts';

/** Class J: permission modes and tool lists across the spawn boundary. */

/** Work that no gate of these cases looks at. */
const quiet = (steps: number) => work(steps, { without: ['Bash', 'Edit'] });

/** An agent definition, as it lies in the project's agents folder (a plugin's in the plugin's own). */
function definition(
  name: string,
  front: Readonly<Record<string, string>>,
  plugin?: string,
): { files: Record<string, string>; args: string[] } {
  const rows = Object.entries({ name, description: `Helper ${name}`, ...front }).map(
    ([key, value]) => `${key}: ${value}`,
  );
  const folder = plugin === undefined ? 'project/.claude/agents' : `project/.claude/plugins/${plugin}/agents`;
  return {
    files: { [`${folder}/${name}.md`]: `---\n${rows.join('\n')}\n---\n\nWork carefully and report.\n` },
    args: ['--project', 'project'],
  };
}

function session(
  config: (host: SketchConfig) => SketchConfig,
  ask: string,
  script: (main: AgentSketch) => void,
  last: string,
) {
  return (host: SketchConfig) =>
    sketch(config(host), (main) => {
      main.user(ask).does(quiet(6));
      script(main);
      main.says(last).does(quiet(3), smallTalk(1));
    });
}

const asksForShell = withRules({ allow: ['Read', 'Grep', 'Glob', 'Edit'], ask: ['Bash'] });

// --- J01: a child in a broader mode -------------------------------------------------------------------------------------

const j01 = (mode: string) =>
  session(
    (host) => ({ ...host, permissionMode: mode }),
    'Have a helper look for uses of the old parser.',
    (main) =>
      main.spawns(
        { as: 'uses', description: 'Find uses', brief: 'Find all uses of the old parser.', input: { mode: 'auto' } },
        (child) => {
          for (const word of ['oldParser', 'parseOld', 'legacyParse'])
            child.calls('Bash', { command: `git grep -n ${word}`, description: 'Search' }, `src/a.ts:4: ${word}(text)`);
          child.does(quiet(3)).says('Three uses in src/a.ts.');
        },
      ),
    'Three uses, all in src/a.ts.',
  );
reportCase(
  'cc-52557-child-in-auto-mode',
  'base',
  'the spawn asked for a broader mode than the parent had',
  j01('default'),
  { ...asksForShell, at: () => [call('child', 'Bash', 'git grep')] },
);
reportCase('cc-52557-child-in-auto-mode', 'near-miss', 'the parent itself was in auto mode', j01('auto'), asksForShell);

// --- J02: a child that is narrower ------------------------------------------------------------------------------------------

reportCase(
  'cc-83421-bypass-does-not-reach-child',
  'base',
  'the child prompts although the parent bypasses',
  session(
    (host) => ({ ...headless(host), permissionMode: 'bypassPermissions' }),
    'Let a helper run the checks.',
    (main) =>
      main.spawns({ as: 'checks', description: 'Run checks', brief: 'Run the checks.' }, (child) =>
        child
          .does(quiet(2))
          .calls('Bash', { command: 'make check', description: 'Checks' }, { denied: { by: 'prompt' } })
          .says('I could not run the checks: the command needs a permission that nobody granted.'),
      ),
    'The helper was not allowed to run them; I report that.',
  ),
);

// --- J03: a plan definition that is not honoured --------------------------------------------------------------------------------

const j03 = (writes: boolean) => (host: SketchConfig) =>
  session(
    (one) => ({ ...headless(one), permissionMode: 'bypassPermissions' }),
    'Ask the planner how to split the module.',
    (main) =>
      main.spawns(
        { as: 'plan', type: 'planner', description: 'Plan the split', brief: 'Plan how to split the module.' },
        (child) => {
          child.does(quiet(3));
          if (writes)
            child.calls(
              'Write',
              { file_path: `${host.cwd}/src/split.ts`, content: 'export {};' },
              { permission: 'mode' },
            );
          child.says(
            writes ? 'I planned the split and wrote the first file.' : 'Plan: first the types, then the parser.',
          );
        },
      ),
    'The planner has answered.',
  )(host);
const planner = definition('planner', { permissionMode: 'plan' });
reportCase(
  'cc-20264-plan-definition-ignored',
  'base',
  'the definition says plan, and the child wrote under the inherited bypass mode',
  j03(true),
  planner,
);
reportCase(
  'cc-20264-plan-definition-ignored',
  'near-miss',
  'the same definition, and the child only reads',
  (host) =>
    session(
      (one) => ({ ...headless(one), permissionMode: 'bypassPermissions' }),
      'Ask the planner how to split the module.',
      (main) =>
        main.spawns(
          { as: 'plan', type: 'planner', description: 'Plan the split', brief: 'Plan how to split the module.' },
          (child) =>
            child
              .calls('Read', { file_path: `${host.cwd}/src/module.ts` }, 'export const a = 1;')
              .calls('Grep', { pattern: 'export' }, 'src/module.ts:1: export const a')
              .says('Plan: first the types, then the parser.'),
        ),
      'The planner has answered.',
    )(host),
  planner,
);

// --- J05, J06, J07: tool lists -----------------------------------------------------------------------------------------------------

const scout = definition('scout', { disallowedTools: 'Bash, WebSearch, mcp__catalogue__search' });
const unknown = (tool: string): CallResult => ({
  error: `<tool_use_error>Error: No such tool available: ${tool}</tool_use_error>`,
  permission: 'none',
});
function j05(results: readonly CallResult[]) {
  return session(
    (host) => ({ ...headless(host), permissionMode: 'auto' }),
    'Let the scout look for the oldest catalogue.',
    (main) =>
      main.spawns(
        { as: 'scout', type: 'scout', description: 'Oldest catalogue', brief: 'Find the oldest catalogue.' },
        (child) =>
          child
            .calls(
              'ToolSearch',
              { query: 'select:Bash,WebSearch,mcp__catalogue__search' },
              results[0]!.error === undefined ? 'found 3 tools' : 'No matching deferred tools found',
            )
            .calls('Bash', { command: 'ls -t catalogues | tail -1', description: 'Oldest' }, results[0]!)
            .calls('WebSearch', { query: 'catalogue archive' }, results[1]!)
            .calls('mcp__catalogue__search', { q: 'oldest' }, results[2]!)
            .says('The oldest catalogue is that of 1998.'),
      ),
    'The oldest one is from 1998.',
  );
}
const J05 = 'cc-94202-disallowed-tools-run';
reportCase(
  J05,
  'base',
  'shell, search and an MCP tool of the disallow list were called; one was stopped by the classifier',
  j05([
    { text: '1998' },
    { text: 'An archive lists catalogues from 1998 on.' },
    { denied: { by: 'classifier', reason: 'the tool is not needed for the task', goesOn: true } },
  ]),
  scout,
);
reportCase(
  J05,
  'near-miss',
  'the calls of listed tools were refused with the host’s unknown-tool error',
  j05(['Bash', 'WebSearch', 'mcp__catalogue__search'].map(unknown)),
  scout,
);

const both = {
  files: {
    ...definition('lister', { disallowedTools: 'Bash' }).files,
    ...definition('lister', { disallowedTools: 'Bash' }, 'plug').files,
  },
  args: ['--project', 'project'],
};
function j06(plugin: (child: AgentSketch) => void) {
  return (host: SketchConfig) =>
    session(
      headless,
      'Let both listers list the folders.',
      (main) => {
        main.spawns({ as: 'local', type: 'lister', description: 'List local', brief: 'List the folders.' }, (child) =>
          child.calls('Glob', { pattern: '*/' }, 'src\ntest').says('src and test.'),
        );
        main.spawns(
          { as: 'plugin', type: 'plug:lister', description: 'List again', brief: 'List the folders.' },
          plugin,
        );
      },
      'Both say src and test.',
    )(host);
}
reportCase(
  'cc-58645-plugin-definition-ignored',
  'base',
  'the plugin-scoped agent used the disallowed tool, the local one did not',
  j06((child) =>
    child
      .calls('Bash', { command: 'find . -maxdepth 1 -type d', description: 'Folders' }, './src\n./test')
      .says('src and test.'),
  ),
  both,
);
reportCase(
  'cc-58645-plugin-definition-ignored',
  'near-miss',
  'both agents keep to the list',
  j06((child) => child.calls('Glob', { pattern: '*/' }, 'src\ntest').says('src and test.')),
  both,
);

const reader = definition('reader', { tools: 'Read' });
function j07(writes: boolean) {
  return (host: SketchConfig) =>
    sketch(host, (main) => {
      main
        .side({ type: 'agent-setting', agentSetting: 'reader', sessionId: main.session.sessionId })
        .user('Summarise the notes.');
      for (const n of [1, 2, 3, 4, 5, 6, 7])
        main.calls('Read', { file_path: `${host.cwd}/notes/${n}.md` }, `# Note ${n}`);
      if (writes)
        main
          .calls('Write', { file_path: `${host.cwd}/notes/summary.md`, content: '# Summary' })
          .calls('Bash', { command: 'wc -w notes/*.md', description: 'Count words' }, '14 total')
          .says('The summary stands in notes/summary.md.');
      else main.says('Seven notes, each with a title only.');
      main.endsTurn().does(smallTalk(2));
    });
}
reportCase(
  'cc-25061-agent-flag-tools-ignored',
  'base',
  'a main session under an agent setting that allows only Read writes and runs commands',
  j07(true),
  reader,
);
reportCase('cc-25061-agent-flag-tools-ignored', 'near-miss', 'the same session only reads', j07(false), reader);

// --- J10: a child runs without consent -----------------------------------------------------------------------------------------------

function j10(permission: CallResult['permission']) {
  return session(
    (host) => host,
    'Have a helper rebuild the index.',
    (main) =>
      main
        .spawns({ as: 'index', description: 'Rebuild', brief: 'Rebuild the index.', background: true }, (child) =>
          child
            .calls(
              'Bash',
              { command: 'make index', description: 'Rebuild' },
              { text: 'index rebuilt', ...(permission ? { permission } : {}) },
            )
            .says('The index is rebuilt.'),
        )
        .says('Running.')
        .endsTurn()
        .notification('index'),
    'The index is rebuilt.',
  );
}
const atIndex = { ...asksForShell, at: () => [call('child', 'Bash', 'make index')] };
reportCase(
  'goose-11778-child-runs-automatic',
  'base',
  'the parent needs approval, the child’s command ran with no recorded consent',
  j10('none'),
  atIndex,
);
reportCase(
  'goose-11778-child-runs-automatic',
  'near-miss',
  'a one-time consent of the person is in the child’s record',
  j10('once'),
  atIndex,
);

// --- J11: plan-mode escape and back -----------------------------------------------------------------------------------------------------

const J11 = 'opencode-26700-plan-escape-and-back';
const planSession = (script: (child: AgentSketch, cwd: string) => void) => (host: SketchConfig) =>
  sketch({ ...headless(host), permissionMode: 'plan' }, (main) => {
    main
      .user('Plan the change of the parser. Change nothing yet.')
      .calls('Read', { file_path: `${host.cwd}/src/parser.ts` }, 'export const parse = (text: string) => text;')
      .calls('Grep', { pattern: 'parse' }, 'src/parser.ts:1');
    main.spawns(
      { as: 'help', description: 'Look at the parser', brief: 'Look at the parser and say what has to change.' },
      (child) => script(child, host.cwd!),
    );
    main.says('The plan is ready.').endsTurn().does(smallTalk(5));
  });
reportCase(
  J11,
  'base',
  'a parent in plan mode starts a child that writes',
  planSession((child, cwd) =>
    child
      .calls('Write', {
        file_path: `${cwd}/src/parser.ts`,
        content: 'export const parse = (text: string) => text.trim();',
      })
      .says('I changed the parser right away.'),
  ),
);
const fixer = definition('fixer', { tools: 'Read, Edit', permissionMode: 'acceptEdits' });
reportCase(
  J11,
  'v1',
  'the child’s explicit allow is overruled by the parent’s deny',
  session(
    headless,
    'Let the fixer correct the typo.',
    (main) =>
      main.spawns(
        { as: 'fix', type: 'fixer', description: 'Fix the typo', brief: 'Correct the typo in docs/faq.md.' },
        (child) =>
          child
            .calls(
              'Edit',
              { file_path: 'docs/faq.md', old_string: 'teh', new_string: 'the' },
              { denied: { by: 'rule' } },
            )
            .says('The rules do not let me edit docs/faq.md, so the typo is still there.'),
      ),
    'The fixer may not edit there.',
  ),
  {
    files: { ...fixer.files, 'settings.json': settingsFile({ permissions: { deny: ['Edit(docs/**)'] } }) },
    args: [...fixer.args, '--gate', 'settings:settings.json'],
  },
);
reportCase(
  J11,
  'v2',
  'the child’s denied command runs when another agent calls it',
  (host) =>
    session(
      headless,
      'Let the build helper prepare the package.',
      (main) =>
        main.spawns(
          { as: 'build', type: 'builder', description: 'Build', brief: 'Prepare the package; use the packer.' },
          (child) =>
            child
              .does(quiet(1))
              .spawns({ as: 'pack', type: 'packer', description: 'Pack', brief: 'Pack the files.' }, (inner) =>
                inner.calls('Bash', { command: 'tar -cf out.tar dist', description: 'Pack' }, '').says('Packed.'),
              )
              .says('The package is ready.'),
        ),
      'The package is ready.',
    )(host),
  definition('packer', { disallowedTools: 'Bash' }),
);
reportCase(
  J11,
  'near-miss',
  'a parent in plan mode starts a child that only reads',
  planSession((child, cwd) =>
    child
      .calls('Read', { file_path: `${cwd}/src/parser.ts` }, 'export const parse')
      .says('The parser has to trim its input.'),
  ),
);
