import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Case } from '../../src/case/model.ts';
import type { GateFixture } from '../../src/detectors/example.ts';
import type { FlowGraph } from '../../src/flows/model.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';
import { rebuildHookEvents } from '../../src/gates/payload/rebuild.ts';
import { replayCase } from '../../src/gates/replay-case.ts';
import { parseGate } from '../../src/gates/spec.ts';
import type { GateEvidence } from '../../src/result/gate.ts';
import type { CaseInput } from '../../src/wire/input.ts';

/** The fixture as files, and what a replay makes of them: as `scan --gate settings:… --project … --hook-log …` hands it to detectors. */
export async function gateEvidence(
  fixture: GateFixture,
  theCase: Case,
  input: CaseInput,
  flows: FlowGraph,
): Promise<GateEvidence> {
  const folder = mkdtempSync(join(tmpdir(), 'aftertaint-example-'));
  try {
    const project = join(folder, 'project');
    for (const [kind, files] of [
      ['hooks', fixture.scripts ?? {}],
      ['agents', fixture.definitions ?? {}],
    ] as const) {
      mkdirSync(join(project, '.claude', kind), { recursive: true });
      for (const [name, text] of Object.entries(files))
        writeFileSync(join(project, '.claude', kind, kind === 'agents' ? `${name}.md` : name), text);
    }
    const settings = join(folder, 'settings.json');
    writeFileSync(settings, JSON.stringify(fixture.settings ?? {}));
    const log = join(folder, 'hooks.ndjson');
    writeFileSync(log, logOf(fixture, theCase, input));
    const { gate } = await replayCase(
      { case: theCase, input, flows, policy: DEFAULT_POLICY, evidence: { read: () => undefined } },
      {
        gates: fixture.settings === undefined ? [] : parseGate(`settings:${settings}`),
        allowExec: fixture.scripts !== undefined,
        allowNetwork: false,
        project,
        ...(fixture.logged === undefined ? {} : { hookLog: log }),
      },
    );
    return gate;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function logOf({ logged = [] }: GateFixture, theCase: Case, input: CaseInput): string {
  const lines = rebuildHookEvents(theCase, input).flatMap(({ hookEvent, payload }) =>
    hookEvent !== 'PreToolUse'
      ? []
      : logged
          .filter(({ tool }) => tool === payload.tool_name)
          .map(({ tool: _tool, ...answer }) => JSON.stringify({ event: hookEvent, stdin: payload, ...answer })),
  );
  return `${lines.join('\n')}\n`;
}
