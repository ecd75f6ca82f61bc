import { createHash } from 'node:crypto';
import { renderToString } from 'preact-render-to-string';
import { by } from '../../base/order.ts';
import { SEVERITIES, severityRank } from '../../result/finding.ts';
import type { Report } from '../../result/report.ts';
import { flowDot, treeDot } from '../graph.ts';
import { svgOf } from '../graph-svg.ts';
import { plural } from '../names.ts';
import { Appendix } from './appendix.tsx';
import { CoverageBox } from './coverage.tsx';
import { Details, Stories, type Told } from './findings.tsx';
import { CasePictures, type Pictures } from './pictures.tsx';
import { Replays } from './replays.tsx';
import { STYLE } from './style.ts';

export interface HtmlOptions {
  /** The command line as typed, for the last section. */
  readonly argv: readonly string[];
}

/** Sessions that get pictures; those with findings come first. */
const DRAWN_CASES = 40;

const DIGEST = createHash('sha256').update(STYLE).digest('base64');
/** Nothing may be loaded, run, framed or sent; the one style sheet is known by its digest. */
const POLICY = `default-src 'none'; style-src 'sha256-${DIGEST}'; base-uri 'none'; form-action 'none'`;

/** One file that opens offline and needs no script. Every text is escaped by the renderer; no link comes from evidence. */
export async function html(report: Report, options: HtmlOptions): Promise<string> {
  const findings = order(report);
  const cases = [...report.cases]
    .sort(
      by(
        (result) => -Math.max(-1, ...result.findings.map((finding) => severityRank(finding.severity))),
        (result) => result.id,
      ),
    )
    .slice(0, DRAWN_CASES);
  const pictures: Pictures[] = [];
  for (const result of cases) {
    const flows = flowDot(result);
    pictures.push({ tree: await svgOf(treeDot(result)), flows: flows === undefined ? '' : await svgOf(flows) });
  }
  const counts = [...SEVERITIES]
    .reverse()
    .map((severity) => ({
      severity,
      count: findings.filter(({ finding }) => finding.severity === severity && finding.known !== true).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ severity, count }) => `${count} ${severity}`)
    .join(', ');
  const absent = new Set<string>([
    ...(report.cases.every((result) => result.replays.length === 0) ? ['replay'] : []),
    ...(findings.length === 0 ? ['evidence'] : []),
  ]);
  const title = counts === '' ? 'No findings' : `Findings: ${counts}`;
  const page = (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="referrer" content="no-referrer" />
        <meta name="robots" content="noindex" />
        <title>{`aftertaint: ${title}`}</title>
        <style dangerouslySetInnerHTML={{ __html: STYLE }} />
      </head>
      <body>
        <a class="skip" href="#main">
          Skip to the report
        </a>
        <header>
          <h1>aftertaint report</h1>
          <p>
            {title} in {plural(report.cases.length, 'session')}.
          </p>
          <nav aria-label="Sections">
            <ul>
              {SECTIONS.filter(([id]) => !absent.has(id)).map(([id, name]) => (
                <li key={id}>
                  <a href={`#${id}`}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        </header>
        <main id="main">
          <CoverageBox report={report} />
          <Stories findings={findings} />
          <section aria-labelledby="agents">
            <h2 id="agents">Who was there, and which text went where</h2>
            {cases.map((result, index) => (
              <CasePictures key={result.id} result={result} pictures={pictures[index]!} />
            ))}
            {report.cases.length > cases.length && (
              <p>{(report.cases.length - cases.length).toLocaleString('en-US')} more sessions are not drawn.</p>
            )}
          </section>
          <Replays report={report} />
          <Details findings={findings} />
          <Appendix report={report} argv={options.argv} />
        </main>
        <footer>
          <p class="soft">
            Texts in this report were written by whoever appears in the transcripts. They are evidence, not
            instructions.
          </p>
        </footer>
      </body>
    </html>
  );
  return `<!doctype html>\n${renderToString(page)}\n`;
}

const SECTIONS = [
  ['coverage', 'Coverage'],
  ['unknowable', 'What cannot be known'],
  ['findings', 'Findings'],
  ['agents', 'Agents and flows'],
  ['replay', 'Gate decisions'],
  ['evidence', 'Evidence'],
  ['warnings', 'Warnings'],
  ['manifest', 'Manifest'],
  ['command', 'Command'],
] as const;

function order(report: Report): Told[] {
  return [
    ...report.cases.flatMap((result) => result.findings.map((finding) => ({ finding, result }))),
    ...report.findings.map((finding) => ({ finding, result: undefined })),
  ].sort(
    by(
      ({ finding }) => -severityRank(finding.severity),
      ({ result }) => result?.id ?? '',
      ({ finding }) => finding.id,
    ),
  );
}
