import type { AgentSketch } from '../wire/sketch.ts';
import { type Examples, fires, type GateFixture, silent, withGate } from './example.ts';

const definition = (lines: string): GateFixture => ({
  definitions: { lister: `---\nname: lister\ndescription: lists files\n${lines}\n---\nYou list files.\n` },
});
const asLister = (main: AgentSketch, work: (agent: AgentSketch) => unknown, type = 'lister') =>
  main
    .user('List the sources.')
    .spawns({ as: 'lister', brief: 'List the sources.', type }, (agent) => {
      work(agent);
      agent.says('Two files.');
    })
    .says('Two.');
const LIST = { command: 'ls src' };

export const examples: Examples = {
  detector: 'tool-restriction-violation',
  fires: [
    withGate(
      definition('tools: Read, Glob'),
      fires('the definition lists reading tools, the child uses the shell', (main) =>
        asLister(main, (agent) => agent.calls('Bash', LIST, 'a.ts b.ts')),
      ),
    ),
    withGate(
      definition('disallowedTools: [mcp__store__*]'),
      fires('a server that the definition disallows is called', (main) =>
        asLister(main, (agent) => agent.calls('mcp__store__put', { key: 'a' }, 'kept')),
      ),
    ),
  ],
  silent: [
    withGate(
      definition('tools: Read, Bash(ls:*)'),
      silent('the shell is listed for some commands', 'an entry for some calls gives the tool', (main) =>
        asLister(main, (agent) => agent.calls('Bash', LIST, 'a.ts b.ts')),
      ),
    ),
    withGate(
      definition('tools: Read'),
      silent('the host turned the call down', 'the list was enforced', (main) =>
        asLister(main, (agent) =>
          agent.calls('Bash', LIST, { error: '<tool_use_error>Error: No such tool available: Bash</tool_use_error>' }),
        ),
      ),
    ),
    withGate(
      definition('tools: Read'),
      silent('a tool that every agent has', 'the host gives it whatever the list says', (main) =>
        asLister(main, (agent) => agent.calls('ToolSearch', { query: 'select:Glob' }, 'Glob')),
      ),
    ),
    withGate(
      definition('tools: Read'),
      silent('an agent of another type', 'the definition is not its own', (main) =>
        asLister(main, (agent) => agent.calls('Bash', LIST, 'a.ts b.ts'), 'general-purpose'),
      ),
    ),
    withGate(
      definition('description2: all tools'),
      silent('a definition without a list', 'no list means all tools', (main) =>
        asLister(main, (agent) => agent.calls('Bash', LIST, 'a.ts b.ts')),
      ),
    ),
  ],
};
