import { type Options, Presets, SingleBar } from 'cli-progress';
import type { Progress } from '../analysis/options.ts';
import { bytesText } from '../report/names.ts';
import type { Call } from './command.ts';

export interface Meter {
  show(progress: Progress): void;
  end(): void;
}

/** Nothing is shown for work that is done within this time, in milliseconds. */
const PATIENCE_MS = 1_000;
const BETWEEN_LINES_MS = 5_000;

/** Bytes done of total, rate and elapsed time on stderr: as a bar on a terminal, as lines or JSON where asked for. */
export function meterFor(call: Call): Meter | undefined {
  const { settings, io } = call;
  if (settings.quiet === true) return undefined;
  const how =
    settings.progress === 'auto' || settings.progress === undefined
      ? io.stderr.isTTY === true
        ? 'bar'
        : 'off'
      : settings.progress;
  if (how === 'off') return undefined;
  return how === 'bar' ? barMeter(call) : lineMeter(call, how === 'json');
}

function barMeter({ io }: Call): Meter {
  const startedAt = io.now();
  let bar: SingleBar | undefined;
  const options: Options = {
    format: '{bar} {percentage} %  {done} of {all}  {rate}/s  {duration_formatted}  {cases} sessions{events}',
    stream: io.stderr as NodeJS.WritableStream,
    hideCursor: true,
    clearOnComplete: true,
    barsize: 24,
  };
  return {
    show({ bytesDone, bytesTotal, casesDone, casesTotal, events }) {
      const elapsed = io.now() - startedAt;
      if (elapsed < PATIENCE_MS && bar === undefined) return;
      const payload = {
        done: bytesText(bytesDone),
        all: bytesText(bytesTotal),
        rate: bytesText(Math.round((bytesDone / Math.max(1, elapsed)) * 1000)),
        cases: `${casesDone}/${casesTotal}`,
        events: events === undefined ? '' : `, ${events.done}/${events.total} events of one`,
      };
      if (bar === undefined) {
        bar = new SingleBar(options, Presets.shades_classic);
        bar.start(bytesTotal, bytesDone, payload);
      } else bar.update(bytesDone, payload);
    },
    end() {
      bar?.stop();
    },
  };
}

function lineMeter({ io, err }: Call, asJson: boolean): Meter {
  const startedAt = io.now();
  let lastAt = startedAt;
  return {
    show(progress) {
      const now = io.now();
      const isLast = progress.casesDone === progress.casesTotal;
      if (!isLast && now - lastAt < BETWEEN_LINES_MS) return;
      lastAt = now;
      const elapsedMs = now - startedAt;
      void err.write(
        asJson
          ? `${JSON.stringify({ kind: 'progress', ...progress, elapsedMs })}\n`
          : `${bytesText(progress.bytesDone)} of ${bytesText(progress.bytesTotal)}, ${progress.casesDone}/${progress.casesTotal} sessions, ${eventsText(progress)}${(elapsedMs / 1000).toFixed(0)} s\n`,
      );
    },
    end() {},
  };
}

function eventsText({ events }: Progress): string {
  return events === undefined ? '' : `${events.done}/${events.total} events of one, `;
}
