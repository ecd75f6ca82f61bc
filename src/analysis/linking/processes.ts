import { stringAt } from '../../base/json.ts';
import type { EventOf } from '../../case/model.ts';
import { commandEffects } from '../../flows/bash/effects.ts';
import { SHELL_TOOLS } from '../../hosts/integrity.ts';
import type { ProcessRow, RemovedRow, SpokenRow, StartRow } from '../../links/model.ts';
import type { SummaryContext } from './context.ts';

const MOST_PROCESSES = 500;
const PRINTS = 256;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
/** Session ids are looked for in what came back up to here. UTF-16 units. */
const MOST_SEARCHED = 1 << 18;

/** Calls that start another process of the host: `claude -p …` by any wrapper. [FACTS section 7] */
export function processRows(context: SummaryContext): readonly ProcessRow[] {
  const { record } = context;
  const calls = record.timeline.filter(
    (event): event is EventOf<'tool-call'> =>
      event.kind === 'tool-call' && /\bclaude\b/.test(commandOf(event) ?? '') && !record.isInherited(event.span),
  );
  const rows = calls.flatMap((call): (() => ProcessRow)[] => {
    const started = commandEffects(commandOf(call)!, call.cwd).executes.filter(
      (one) => one.kind === 'agent' && one.language === 'claude',
    );
    if (started.length === 0) return [];
    const result = call.result === undefined ? undefined : record.event(call.result);
    const back = result?.texts.map((text) => text.value).join('\n') ?? '';
    const printed = [...new Set(back.slice(0, MOST_SEARCHED).match(UUID) ?? [])]
      .filter((id) => id !== record.id)
      .sort();
    return started.map((one) => () => ({
      spot: context.spot(call),
      agent: call.agent,
      ...(call.at === undefined ? {} : { at: call.at }),
      ...(result?.at === undefined ? {} : { until: result.at }),
      ...(call.cwd === undefined ? {} : { cwd: call.cwd }),
      ...(one.from !== 'outside' && one.value !== '' ? { digest: context.fingerprints.digest(one.value) } : {}),
      printed,
      ...(result === undefined ? {} : { result: context.spot(result) }),
      ...(result === undefined ? {} : { resultPrints: context.fingerprints.prints(back, PRINTS) }),
      labels: context.labels(call.texts),
      evidence: context.evidence({
        cite: call.texts.find((text) => text.origin.place === 'input:/command')?.cite ?? {
          record: call.span,
          pointer: '',
        },
        note: 'starts another process of the host',
      }),
    }));
  });
  return context.first(rows, MOST_PROCESSES, 'started processes').map((make) => make());
}

/** The prompt of a headless run, by which the call that started it can know it again. */
export function startRow(context: SummaryContext): StartRow | undefined {
  const { record } = context;
  const first = record
    .eventsOf(record.agents.root)
    .find((event) => event.kind === 'prompt' && event.texts.some((text) => text.origin.channel === 'caller'));
  if (first === undefined || record.isInherited(first.span)) return undefined;
  const text = first.texts.find((one) => one.origin.channel === 'caller')!;
  return {
    spot: context.spot(first),
    ...(first.at === undefined ? {} : { at: first.at }),
    ...(first.cwd === undefined ? {} : { cwd: first.cwd }),
    digest: context.fingerprints.digest(text.value),
    evidence: context.evidence({ cite: text.cite, note: 'the prompt that the process was started with' }),
  };
}

export function answerRow(context: SummaryContext): SpokenRow | undefined {
  const { record } = context;
  const last = record
    .eventsOf(record.agents.root)
    .findLast((event) => event.kind === 'reply' && !event.thinking && event.texts.length > 0);
  if (last === undefined) return undefined;
  return {
    spot: context.spot(last),
    agent: last.agent,
    ...(last.at === undefined ? {} : { at: last.at }),
    prints: context.fingerprints.prints(last.texts.map((text) => text.value).join('\n'), PRINTS),
    labels: context.labels(last.texts),
    evidence: context.evidence({ cite: last.texts[0]!.cite, note: 'the last words of the process' }),
  };
}

/** Files of transcripts that calls deleted, by what their commands say. */
export function removedRows(context: SummaryContext): readonly RemovedRow[] {
  const { record } = context;
  const rows: RemovedRow[] = [];
  for (const event of record.timeline) {
    const command = event.kind === 'tool-call' ? commandOf(event) : undefined;
    if (command === undefined || event.kind !== 'tool-call' || !/\.jsonl|projects|\.claude/.test(command)) continue;
    const result = event.result === undefined ? undefined : record.event(event.result);
    if (result?.kind === 'tool-result' && result.isError) continue;
    for (const { path } of commandEffects(command, event.cwd).deletes) {
      if (!/\.jsonl$|\/projects\/|\/\.claude(?:\/|$)/.test(path)) continue;
      rows.push({
        path,
        agent: event.agent,
        ...(event.at === undefined ? {} : { at: event.at }),
        evidence: context.evidence({
          cite: event.texts[0]?.cite ?? { record: event.span, pointer: '' },
          note: `deletes ${path}`,
        }),
      });
    }
  }
  return context.first(rows, MOST_PROCESSES, 'deleted transcripts');
}

function commandOf(call: EventOf<'tool-call'>): string | undefined {
  return SHELL_TOOLS.includes(call.toolName) ? stringAt(call.input, 'command') : undefined;
}
