import { readFileSync } from 'node:fs';
import { visible } from '../../base/clean.ts';
import type { CaseReplay, Expectation } from '../../gates/expect.ts';
import type { Row } from '../../report/rows.ts';
import type { CaseResult } from '../../result/report.ts';
import type { Call, Run } from '../command.ts';
import { Complaint, EXIT, type ExitReason } from '../exit.ts';
import { type Input, openInput } from '../input.ts';
import { present } from '../present.ts';
import { findSecrets, redactionOf, withoutSecrets } from '../redaction.ts';

export const run: Run = async (call) => {
  const { settings, operands } = call;
  if (settings.emitPayloads === true) return emitPayloads(call);
  const expected = settings.expect === undefined ? undefined : await expectations(settings.expect);
  const gates = [...(settings.gate ?? ['taint-floor']), ...(settings.against ?? [])];
  const input = await openInput(call, operands, { parts: {}, gates, gateSummary: true });
  const rows: CaseReplay[] = [];
  const select = (result: CaseResult): CaseResult => {
    if (expected !== undefined) for (const replay of result.replays) rows.push({ case: result.id, replay });
    return onlyDecisions(result);
  };
  await present(call, input, { table: tableOfDecisions, select });
  return expected === undefined ? input.reasons : [...input.reasons, ...(await missed(call, expected, rows))];
};

const tableOfDecisions = async () => (await import('../../report/replay.ts')).replayTable;

async function expectations(path: string): Promise<Expectation[]> {
  const { parseExpectations } = await import('../../gates/expect.ts');
  try {
    return parseExpectations(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Complaint(`--expect ${path}: ${(error as Error).message}`, { hint: 'write one JSON object per line' });
  }
}

async function missed(
  call: Call,
  expected: readonly Expectation[],
  rows: readonly CaseReplay[],
): Promise<ExitReason[]> {
  const { missedExpectations } = await import('../../gates/expect.ts');
  const { settings, err } = call;
  const misses = await withoutSecrets(missedExpectations(expected, rows), call);
  for (const { line, message } of misses) await err.write(`${settings.expect}:${line}: ${visible(message, '\n')}\n`);
  const met = expected.length - new Set(misses.map(({ line }) => line)).size;
  if (settings.quiet !== true) await err.write(`${met} of ${expected.length} decisions as expected.\n`);
  return misses.length === 0 ? [] : [{ code: EXIT.gate, reason: `${misses.length} decisions not as expected` }];
}

function onlyDecisions({ timeline: _timeline, briefs: _briefs, ...result }: CaseResult): CaseResult {
  return { ...result, findings: [], flows: [] };
}

/** One line of kind `payload` per event: what a hook of that host version would have read on stdin. */
async function emitPayloads(call: Call) {
  if (call.settings.format !== undefined && call.settings.format !== 'ndjson') {
    throw new Complaint('--emit-payloads writes ndjson only', { hint: 'leave out --format' });
  }
  const level = redactionOf(call, 'ndjson');
  if (level === 'content')
    throw new Complaint('a payload without its content is none', { hint: 'use --redact secrets or none' });
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
  const told = level === 'none' ? rows() : await withoutSecretsOf(rows());
  for await (const text of ndjsonStream(told)) await call.out.write(String(text));
  return input.reasons;
}

/** All at once: a secret is named by its first appearance, wherever it is hidden. */
async function withoutSecretsOf(rows: AsyncIterable<Row>): Promise<Row[]> {
  const { Redaction } = await import('../../report/redact/redact.ts');
  const all: Row[] = [];
  for await (const row of rows) all.push(row);
  return (await Redaction.of(all, findSecrets)).deep(all) as Row[];
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
