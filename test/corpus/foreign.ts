import type { SketchConfig, SketchFile } from '../../src/wire/sketch.ts';

/** A rollout file of another host's agent: here only to be named as foreign. */
export function rollout(host: SketchConfig, items: readonly object[]): readonly SketchFile[] {
  const folder = host.cwd!.replace(/[^a-zA-Z0-9]/g, '-');
  const start = Date.parse('2026-03-02T08:00:00.000Z');
  const lines = items.map((item, i) =>
    JSON.stringify({ timestamp: new Date(start + i * 1500).toISOString(), ...item }),
  );
  return [
    {
      path: `projects/${folder}/rollout-2026-03-02T08-00-00.jsonl`,
      bytes: new TextEncoder().encode(`${lines.join('\n')}\n`),
    },
  ];
}

export const sessionMeta = (id: string, cwd: string) => ({
  type: 'session_meta',
  payload: { id, timestamp: '2026-03-02T08:00:00.000Z', cwd, originator: 'codex_cli_rs', cli_version: '0.98.0' },
});

export const said = (role: 'user' | 'assistant', text: string) => ({
  type: 'response_item',
  payload: { type: 'message', role, content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }] },
});

export const patched = (input: string) => ({
  type: 'response_item',
  payload: { type: 'custom_tool_call', call_id: 'call_7Qd1', name: 'apply_patch', input },
});
