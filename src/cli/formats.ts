import type { View } from '../report/view.ts';
import type { Report } from '../result/report.ts';
import type { Call } from './command.ts';

/** A table for eyes, NDJSON for pipes, `--format` for everything else. */
export function formatOf({ settings, io }: Call): string {
  return settings.format ?? (io.stdout.isTTY === true ? 'table' : 'ndjson');
}

export async function viewOf({ settings, io }: Call, stream: 'stdout' | 'stderr' = 'stdout'): Promise<View> {
  const { paintFor } = await import('../report/colour.ts');
  const target = io[stream];
  const auto = target.isTTY === true && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb';
  const width = target.isTTY === true ? (target.columns ?? 80) : undefined;
  return {
    paint: paintFor(settings.color === 'always' || (settings.color !== 'never' && auto)),
    ...(width !== undefined && { width: Math.max(40, width) }),
  };
}

export interface RenderContext {
  readonly view: View;
  /** The command line, for reports that name how they were made. */
  readonly argv: readonly string[];
}

/** Formats that need the whole report at once. `table` differs by command and is given by it. */
export async function renderReport(report: Report, format: string, context: RenderContext): Promise<string> {
  switch (format) {
    case 'json': {
      const { jsonText } = await import('../report/json.ts');
      return jsonText(report);
    }
    case 'ndjson': {
      const [{ ndjsonText }, { reportRows }] = await Promise.all([
        import('../report/ndjson.ts'),
        import('../report/rows.ts'),
      ]);
      return ndjsonText(reportRows(report));
    }
    case 'sarif': {
      const { sarif } = await import('../report/sarif.ts');
      return sarif(report);
    }
    case 'timesketch': {
      const { timesketch } = await import('../report/timesketch.ts');
      return timesketch(report);
    }
    case 'md': {
      const { markdown } = await import('../report/markdown.ts');
      return markdown(report);
    }
    case 'html': {
      const { html } = await import('../report/html/render.tsx');
      return html(report, { argv: context.argv });
    }
    case 'mermaid': {
      const { mermaid } = await import('../report/graph.ts');
      return report.cases.map(mermaid).join('\n');
    }
    case 'dot': {
      const { dot } = await import('../report/graph.ts');
      return report.cases.map(dot).join('\n');
    }
    default:
      throw new Error(`no renderer for ${format}`);
  }
}
