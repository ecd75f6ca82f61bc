import type { JsonValue } from '../../base/json.ts';
import type { CallResult } from './results.ts';
import { HOME, type SketchSession } from './writer.ts';

/** A result too large to show: the whole text goes to a file of the session, the model gets its path and a preview. [k-mcp-results] */
export function spillShape(session: SketchSession, id: string, tool: string, result: CallResult) {
  const whole = result.spilled ?? '';
  const isShell = tool === 'Bash';
  const blocks = [{ type: 'text', text: whole }];
  const text = isShell ? whole : JSON.stringify(blocks, null, 2);
  const path = `${session.transcriptPath.replace(/\.jsonl$/, '')}/tool-results/${isShell ? `${session.ids.task('b')}.txt` : `${id}.json`}`;
  const saved = `${HOME}/.claude/${path}`;
  const size = `${(text.length / 1024).toFixed(1)}KB`;
  const content = `<persisted-output>\nOutput too large (${size}). Full output saved to: ${saved}\n\nPreview (first 2KB):\n${result.text ?? ''}\n...\n</persisted-output>`;
  const structured: JsonValue = isShell
    ? {
        stdout: whole,
        stderr: '',
        interrupted: false,
        isImage: false,
        persistedOutputPath: saved,
        persistedOutputSize: text.length,
      }
    : blocks;
  return { path, text, shape: { content, structured, hasErrorField: isShell } };
}
