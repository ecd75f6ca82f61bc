import { replayTable } from '../../report/replay.ts';
import type { CaseResult } from '../../result/report.ts';
import type { Call, Run } from '../command.ts';
import { Complaint } from '../exit.ts';
import { type Input, openInput } from '../input.ts';
import { present } from '../present.ts';

export const run: Run = async (call) => {
  const { settings, operands } = call;
  if (settings.emitPayloads === true) return emitPayloads(call);
  const gates = [...(settings.gate ?? ['taint-floor']), ...(settings.against ?? [])];
  const input = await openInput(call, operands, { parts: {}, gates });
  await present(call, input, { table: replayTable, select: onlyDecisions });
  return input.reasons;
};

function onlyDecisions({ timeline: _timeline, briefs: _briefs, ...result }: CaseResult): CaseResult {
  return { ...result, findings: [], flows: [] };
}

/** One line of kind `payload` per event: what a hook of that host version would have read on stdin. */
async function emitPayloads(call: Call) {
  if (call.settings.format !== undefined && call.settings.format !== 'ndjson') {
    throw new Complaint('--emit-payloads writes ndjson only', { hint: 'leave out --format' });
  }
  const input = await openInput(call, call.operands, { parts: {}, payloadsOnly: true, transcriptsOnly: true });
  const [{ ndjsonStream }, { RowCounter }] = await Promise.all([
    import('../../report/ndjson.ts'),
    import('../../report/rows.ts'),
  ]);
  const counter = new RowCounter();
  async function* rows() {
    for await (const result of input.cases) yield* counter.through(payloadRows(result.id, input));
    yield counter.end();
  }
  for await (const text of ndjsonStream(rows())) await call.out.write(String(text));
  return input.reasons;
}

function* payloadRows(id: string, input: Input) {
  for (const event of input.payloads()) {
    const { eventId, agent, phase, hookEvent, at, version, toolUseId, payload, fields, fidelity, missing, record } =
      event;
    yield {
      kind: 'payload' as const,
      case: id,
      eventId,
      agentId: agent,
      phase,
      hookEvent,
      ...(at !== undefined && { at }),
      ...(version !== undefined && { version }),
      ...(toolUseId !== undefined && { toolUseId }),
      payload,
      fields,
      fidelity,
      missing: missing.map(({ field, reason }) => `${field}: ${reason}`),
      line: record.line,
    };
  }
}
