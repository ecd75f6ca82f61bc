import { type AgentSketch, type SketchConfig, sketch, smallTalk, work } from '../../src/wire/sketch.ts';
import { headless, reportCase } from './author.ts';

/** Class K: writes, folders and branches that cross the line of isolation. */

/** Work that leaves no trace in any tree: nothing here edits or runs. */
const quiet = (steps: number) => work(steps, { without: ['Bash', 'Edit'] });

// --- K01: a session in a worktree, a child in the main checkout ------------------------------------------------------------

function k01(commits: boolean, ask = 'Change the drill speed to four on this branch.') {
  return (host: SketchConfig) => {
    const repository = host.cwd!;
    return sketch(
      { ...headless(host), cwd: `${repository}/.claude/worktrees/drill`, branch: 'worktree-drill' },
      (main) =>
        main
          .user(ask)
          .does(quiet(7))
          .spawns({ as: 'edit', description: 'Change the speed', brief: 'Set the drill speed to four.' }, (child) => {
            child.does(quiet(2)).calls('Edit', {
              file_path: `${repository}/src/drill.ts`,
              old_string: 'speed = 3',
              new_string: 'speed = 4',
            });
            if (commits)
              child.calls(
                'Bash',
                { command: `git -C ${repository} commit -am "drill: speed four"`, description: 'Commit' },
                '[main 4f1c2aa] drill: speed four\n 1 file changed',
              );
            child.says('The speed is four now.');
          })
          .says('The drill runs at four.')
          .does(quiet(4)),
    );
  };
}
const K01 = 'cc-70069-wrong-worktree-or-branch';
reportCase(K01, 'base', 'the child of a worktree session edits the main checkout and commits there', k01(true));
reportCase(K01, 'v1', 'the same edit, never committed', k01(false));
reportCase(K01, 'near-miss', 'the user asked by name for the change in the main checkout', (host) =>
  k01(true, `Change the drill speed to four in the main checkout ${host.cwd}, on main, and commit it there.`)(host),
);

// --- K02: an isolated child edits the clone -----------------------------------------------------------------------------------

function k02(writesClone: boolean) {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) =>
      main
        .user('Let an isolated helper rename the belt function.')
        .does(quiet(7))
        .spawns(
          {
            as: 'rename',
            description: 'Rename',
            brief: 'Rename belt to conveyor in src/belt.ts and commit.',
            worktree: 'kept',
          },
          (child) => {
            const own = `${host.cwd}/.claude/worktrees/agent-${child.agentId}`;
            child.calls('Read', { file_path: `${host.cwd}/src/belt.ts` }, 'export const belt = 1;');
            if (writesClone)
              child
                .calls('Edit', { file_path: `${host.cwd}/src/belt.ts`, old_string: 'belt', new_string: 'conveyor' })
                .calls('Bash', { command: 'git diff', description: 'Look at the change' }, '')
                .says('Done: belt is called conveyor in this worktree, and the change is in place.');
            else
              child
                .calls('Edit', { file_path: `${own}/src/belt.ts`, old_string: 'belt', new_string: 'conveyor' })
                .calls('Bash', { command: 'git diff --stat', description: 'Look at the change' }, ' src/belt.ts | 2 +-')
                .says('Done: belt is called conveyor in this worktree.');
          },
        )
        .says('The helper has renamed it.')
        .does(quiet(4)),
    );
}
const K02 = 'cc-62547-primary-clone-paths';
reportCase(K02, 'base', 'an isolated child edits the clone by absolute path; its own diff is empty', k02(true));
reportCase(K02, 'v1', 'the same with the child’s file under the worktree’s project folder', k02(true));
reportCase(K02, 'near-miss', 'the child reads the clone and edits only in its tree', k02(false));

// --- K03: isolation now and then -------------------------------------------------------------------------------------------------

function k03(second: 'in the parent' | 'isolated') {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) => {
      const brief = (n: number) => `Try variant ${n} of the sorter on a branch of its own.`;
      main
        .user(
          second === 'isolated'
            ? 'Try two variants of the sorter, isolated. Then switch this checkout to the branch sorter.'
            : 'Try two variants of the sorter, isolated.',
        )
        .does(quiet(5));
      main.spawns({ as: 'one', description: 'Variant one', brief: brief(1), worktree: 'kept' }, (child) =>
        child
          .does(quiet(2))
          .calls('Edit', {
            file_path: `${host.cwd}/.claude/worktrees/agent-${child.agentId}/src/sort.ts`,
            old_string: 'quick',
            new_string: 'merge',
          })
          .says('Variant one is ready.'),
      );
      if (second === 'isolated')
        main
          .spawns({ as: 'two', description: 'Variant two', brief: brief(2), worktree: 'kept' }, (child) =>
            child
              .does(quiet(2))
              .calls('Edit', {
                file_path: `${host.cwd}/.claude/worktrees/agent-${child.agentId}/src/sort.ts`,
                old_string: 'quick',
                new_string: 'heap',
              })
              .says('Variant two is ready.'),
          )
          .calls('Bash', { command: 'git checkout sorter', description: 'Switch' }, "Switched to branch 'sorter'")
          .onBranch('sorter');
      else
        main
          .spawns(
            { as: 'two', description: 'Variant two', brief: brief(2), input: { isolation: 'worktree' } },
            (child) =>
              child
                .calls(
                  'Bash',
                  { command: 'git checkout -b variant-two', description: 'Own branch' },
                  "Switched to a new branch 'variant-two'",
                )
                .onBranch('variant-two')
                .does(quiet(2))
                .calls('Edit', { file_path: `${host.cwd}/src/sort.ts`, old_string: 'quick', new_string: 'heap' })
                .says('Variant two is ready.'),
          )
          .onBranch('variant-two');
      main.says('Both variants are ready.').does(quiet(4));
    });
}
reportCase(
  'cc-61232-isolation-now-and-then',
  'base',
  'two children asked for isolation; the second worked in the parent’s folder and moved its branch',
  k03('in the parent'),
);
reportCase(
  'cc-61232-isolation-now-and-then',
  'near-miss',
  'both work in their own trees, and the branch is switched on request',
  k03('isolated'),
);

// --- K05: the parent is left in a removed tree ---------------------------------------------------------------------------------------

reportCase(
  'cc-42282-parent-left-in-removed-tree',
  'base',
  'after the child’s end the parent’s folder is the child’s removed tree',
  (host) =>
    sketch(headless(host), (main) => {
      main
        .user('Let an isolated helper look at the flaky test.')
        .does(quiet(6))
        .spawns(
          { as: 'flaky', description: 'Flaky test', brief: 'Find out why the belt test is flaky.', worktree: true },
          (child) => child.does(quiet(3)).says('It depends on the clock.'),
        );
      const tree = `${host.cwd}/.claude/worktrees/agent-${main.child('flaky').agentId}`;
      main
        .movesTo(tree)
        .says('I note that.')
        .calls(
          'Bash',
          { command: 'ls', description: 'Look around' },
          { error: `Exit code 1\nls: cannot access '${tree}': No such file or directory` },
        )
        .calls('Write', { file_path: `${tree}/notes.md`, content: 'The belt test depends on the clock.' })
        .says('Noted: it depends on the clock.')
        .does(quiet(3));
    }),
);
reportCase(
  'cc-42282-parent-left-in-removed-tree',
  'near-miss',
  'the parent changes into a worktree itself and back',
  (host) =>
    sketch(headless(host), (main) => {
      const tree = `${host.cwd}/.claude/worktrees/try`;
      main
        .user('Look at the flaky test in the worktree try.')
        .does(quiet(7))
        .calls('Bash', { command: `cd ${tree}`, description: 'Go there' }, '')
        .movesTo(tree)
        .calls('Bash', { command: 'ls', description: 'Look around' }, 'src\ntest')
        .calls('Bash', { command: `cd ${host.cwd}`, description: 'Go back' }, '')
        .movesTo(host.cwd!)
        .says('It depends on the clock.')
        .does(quiet(4));
    }),
);

// --- K06: the folder drifts back ---------------------------------------------------------------------------------------------------------

function k06(target: (own: string, main: string) => string) {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) =>
      main
        .user('Let an isolated helper add the missing tests.')
        .does(quiet(6))
        .spawns(
          {
            as: 'tests',
            description: 'Add tests',
            brief: 'Add the missing tests for the belt and commit.',
            worktree: 'kept',
          },
          (child) => {
            const own = `${host.cwd}/.claude/worktrees/agent-${child.agentId}`;
            child
              .calls('Write', { file_path: `${own}/test/belt.test.ts`, content: 'test' })
              .calls('Bash', { command: 'npx vitest run belt', description: 'Run' }, ' Tests  5 passed (5)')
              .movesTo(target(own, host.cwd!))
              .calls(
                'Bash',
                { command: 'git add -A && git commit -m "belt: tests"', description: 'Commit' },
                '[belt-tests 77ab120] belt: tests\n 1 file changed',
              )
              .says('The tests are added and committed.');
          },
        )
        .says('Five tests more.')
        .does(quiet(4)),
    );
}
reportCase(
  'cc-76197-cwd-drifts-back',
  'base',
  'the child’s folder changes at one record, and a commit follows in the main checkout',
  k06((_, main) => main),
);
reportCase(
  'cc-76197-cwd-drifts-back',
  'near-miss',
  'the child steps into a subfolder of its own tree and commits there',
  k06((own) => `${own}/test`),
);

// --- K07: Edit and Bash see different folders ------------------------------------------------------------------------------------------------

function k07(stray: boolean) {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) =>
      main
        .user('Let a helper fix the scale, with a helper of its own if needed.')
        .does(quiet(6))
        .spawns({ as: 'outer', description: 'Fix the scale', brief: 'Fix the rounding of the scale.' }, (outer) =>
          outer
            .does(quiet(1))
            .spawns(
              {
                as: 'inner',
                description: 'Rounding',
                brief: 'Fix the rounding in src/scale.ts and commit.',
                worktree: 'kept',
              },
              (child) => {
                const own = `${host.cwd}/.claude/worktrees/agent-${child.agentId}`;
                const edited = stray
                  ? `${host.cwd}/.claude/worktrees/agent-1/src/scale.ts`
                  : `${own}/./src/../src/scale.ts`;
                child.calls('Edit', { file_path: edited, old_string: 'floor', new_string: 'round' });
                if (stray)
                  child
                    .calls(
                      'Bash',
                      { command: 'git worktree list', description: 'Trees' },
                      `${host.cwd}  9c1d2aa [main]\n${own}  9c1d2aa [worktree-agent]`,
                    )
                    .says('The edit went to a folder that git does not know. I copy it over.')
                    .calls('Bash', { command: `cp ${edited} src/scale.ts`, description: 'Copy' }, '');
                child
                  .calls('Bash', { command: 'npx vitest run scale', description: 'Run' }, ' Tests  3 passed (3)')
                  .calls(
                    'Bash',
                    { command: 'git commit -am "scale: round"', description: 'Commit' },
                    '[worktree-agent 1d0aa11] scale: round',
                  )
                  .says('The rounding is fixed and committed.');
              },
            )
            .says('Fixed.'),
        )
        .says('The scale rounds now.')
        .does(quiet(3)),
    );
}
reportCase(
  'cc-65389-edit-and-bash-split',
  'base',
  'edits go to a stray folder, commands to the real tree; a copy before the commit repairs it',
  k07(true),
);
reportCase(
  'cc-65389-edit-and-bash-split',
  'near-miss',
  'Edit and Bash use the same tree under two spellings',
  k07(false),
);

// --- K09: EnterWorktree says B, the next command is pinned to A -----------------------------------------------------------------------------------

function k09(pinned: boolean) {
  return (host: SketchConfig) => {
    const [a, b] = ['a', 'b'].map((name) => `${host.cwd}/.claude/worktrees/${name}`) as [string, string];
    return sketch(headless(host), (main) =>
      main
        .user('Let a helper work in tree b.')
        .does(quiet(7))
        .spawns(
          { as: 'b', description: 'Work in b', brief: 'Enter the worktree b and list the open points.' },
          (child) => {
            child.calls(
              'EnterWorktree',
              { name: 'b' },
              {
                text: `Entered worktree b at ${b} (branch worktree-b). This session now works in ${b}.`,
                structured: { worktreePath: b, worktreeBranch: 'worktree-b', message: `Entered worktree b at ${b}.` },
              },
            );
            if (pinned)
              child
                .calls(
                  'Bash',
                  { command: 'cat TODO.md', description: 'Open points' },
                  {
                    error: `<tool_use_error>This session is isolated in ${a}; commands run there only.</tool_use_error>`,
                  },
                )
                .says('The tree b was entered, but commands are refused as pinned to a. I stop here.');
            else
              child
                .movesTo(b)
                .calls('Bash', { command: 'cat TODO.md', description: 'Open points' }, '- rename the belt')
                .says('One open point: rename the belt.');
          },
        )
        .says('That is what the helper found.')
        .does(quiet(4)),
    );
  };
}
reportCase(
  'cc-84704-enterworktree-contradiction',
  'base',
  'the host says that tree B was entered and refuses the next command as pinned to tree A',
  k09(true),
);
reportCase(
  'cc-84704-enterworktree-contradiction',
  'near-miss',
  'success for B, and the next command runs in B',
  k09(false),
);

// --- K11: the branch is switched under a working child -----------------------------------------------------------------------------------------------

function k11(during: boolean) {
  return (host: SketchConfig) =>
    sketch(host, (main) => {
      const edit = (child: AgentSketch, n: number) =>
        child.calls('Edit', { file_path: `${host.cwd}/src/part-${n}.ts`, old_string: 'a', new_string: 'b' });
      main
        .user('Let a helper change the four parts in the background, and show me the branch feature-b.')
        .does(quiet(5));
      main
        .spawns(
          { as: 'parts', description: 'Change parts', brief: 'Change a to b in the four parts.', background: true },
          (child) => {
            for (const n of [1, 2, 3]) edit(child, n);
            child.waits(120_000);
            edit(child, 4);
            child.says('All four parts are changed.');
          },
        )
        .says('Running.');
      if (during)
        main
          .endsTurn()
          .waits(60_000)
          .user('Now the branch.')
          .calls('Bash', { command: 'git checkout feature-b', description: 'Switch' }, "Switched to branch 'feature-b'")
          .onBranch('feature-b')
          .says('This is feature-b.');
      main.endsTurn().notification('parts').says('The parts are changed.');
      if (!during)
        main
          .calls('Bash', { command: 'git checkout feature-b', description: 'Switch' }, "Switched to branch 'feature-b'")
          .onBranch('feature-b')
          .says('And this is feature-b.');
      main.endsTurn().does(smallTalk(1));
    });
}
reportCase(
  'cc-36323-branch-switched-under-child',
  'base',
  'the parent switches the branch between two edits of a working child',
  k11(true),
);
reportCase(
  'cc-36323-branch-switched-under-child',
  'near-miss',
  'the parent switches the branch after the child has ended',
  k11(false),
);

// --- K12: siblings share a scratch file -------------------------------------------------------------------------------------------------------------------

function k12(shared: boolean) {
  return (host: SketchConfig) =>
    sketch(host, (main) => {
      const file = (name: string) =>
        shared ? '/tmp/claude-1000/scratch/commit-msg.txt' : `/tmp/claude-1000/scratch/${name}/commit-msg.txt`;
      main.user('Two helpers: one commits the docs, one the tests.').does(quiet(5));
      main
        .reply((r) => {
          r.spawns(
            {
              as: 'docs',
              description: 'Commit docs',
              brief: 'Commit the changes under docs with a fitting message.',
              background: true,
            },
            (child) =>
              child
                .does(quiet(1))
                .calls('Write', { file_path: file('docs'), content: 'docs: how parcels are weighed' })
                .waits(60_000)
                .calls(
                  'Bash',
                  { command: `git commit docs -F ${file('docs')}`, description: 'Commit' },
                  shared ? '[main 5ab1f02] test: weights of parcels' : '[main 5ab1f02] docs: how parcels are weighed',
                )
                .says('The docs are committed.'),
          );
          r.spawns(
            {
              as: 'tests',
              description: 'Commit tests',
              brief: 'Commit the changes under test with a fitting message.',
              background: true,
            },
            (child) =>
              child
                .does(quiet(1))
                .waits(15_000)
                .calls('Write', { file_path: file('tests'), content: 'test: weights of parcels' })
                .waits(90_000)
                .calls(
                  'Bash',
                  { command: `git commit test -F ${file('tests')}`, description: 'Commit' },
                  '[main 6bc2a13] test: weights of parcels',
                )
                .says('The tests are committed.'),
          );
        })
        .says('Both are running.')
        .endsTurn()
        .notification('docs')
        .notification('tests')
        .says('Both are committed.')
        .endsTurn()
        .does(smallTalk(1));
    });
}
reportCase(
  'cc-87243-sibling-scratch-file',
  'base',
  'one child’s commit takes its text from the scratch file that a sibling wrote',
  k12(true),
);
reportCase(
  'cc-87243-sibling-scratch-file',
  'near-miss',
  'two children use files of the same name in their own folders',
  k12(false),
);

// --- K15: the brief names the main checkout ------------------------------------------------------------------------------------------------------------------

function k15(obeys: boolean) {
  return (host: SketchConfig) =>
    sketch(headless(host), (main) =>
      main
        .user('Let an isolated helper correct the spelling in the docs.')
        .does(quiet(6))
        .spawns(
          {
            as: 'spell',
            description: 'Correct spelling',
            brief: obeys
              ? `You are a careful helper.\nworking directory: ${host.cwd}\n\nCorrect the spelling in docs/faq.md and commit.`
              : `Correct the spelling in docs/faq.md in your own tree; compare with the main checkout ${host.cwd}.`,
            worktree: 'kept',
          },
          (child) => {
            if (obeys)
              child
                .calls(
                  'Bash',
                  { command: `cd ${host.cwd} && sed -i s/teh/the/ docs/faq.md`, description: 'Correct' },
                  '',
                )
                .calls(
                  'Bash',
                  {
                    command: `cd ${host.cwd} && git checkout -b spelling && git commit -am "docs: spelling"`,
                    description: 'Commit',
                  },
                  '[spelling 10ff2bb] docs: spelling',
                )
                .says('The spelling is corrected and committed.');
            else
              child
                .calls('Read', { file_path: `${host.cwd}/docs/faq.md` }, 'teh parcel')
                .calls('Edit', {
                  file_path: `${host.cwd}/.claude/worktrees/agent-${child.agentId}/docs/faq.md`,
                  old_string: 'teh',
                  new_string: 'the',
                })
                .says('Corrected in my tree; the main checkout still has the old spelling.');
          },
        )
        .says('The spelling is corrected.')
        .does(quiet(4)),
    );
}
reportCase(
  'pi-subagents-187-prompt-names-main',
  'base',
  'an isolated child obeys a brief that names the main checkout as its folder',
  k15(true),
);
reportCase(
  'pi-subagents-187-prompt-names-main',
  'near-miss',
  'the brief names the main checkout as the place to compare with',
  k15(false),
);
