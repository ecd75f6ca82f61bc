import type { Report } from '../../result/report.ts';
import { shellWord } from '../names.ts';
import { line, Table } from './text.tsx';

const MOST_WARNINGS = 300;
const MOST_ARTEFACTS = 1_000;

export function Appendix({ report, argv }: { report: Report; argv: readonly string[] }) {
  const warnings = [...report.warnings, ...report.cases.flatMap((result) => result.warnings)];
  const artefacts = report.cases.flatMap((result) => result.artefacts);
  return (
    <>
      <section aria-labelledby="warnings">
        <h2 id="warnings">Warnings</h2>
        {warnings.length === 0 ? (
          <p>None.</p>
        ) : (
          <Table label="Warnings" heads={['Code', 'What', 'Where']}>
            {warnings.slice(0, MOST_WARNINGS).map((warning, index) => (
              <tr key={index}>
                <td>{line(warning.code)}</td>
                <td class="wide">{line(warning.message)}</td>
                <td class="mono">
                  {line(warning.path)}
                  {warning.line > 0 && `:${warning.line}`} bytes {warning.byteStart}–{warning.byteEnd}
                </td>
              </tr>
            ))}
          </Table>
        )}
        {warnings.length > MOST_WARNINGS && (
          <p>{(warnings.length - MOST_WARNINGS).toLocaleString('en-US')} more are in the JSON output.</p>
        )}
      </section>
      <section aria-labelledby="manifest">
        <h2 id="manifest">Evidence and its digests</h2>
        <Table label="Evidence files" heads={['File', 'Kind', 'Bytes', 'SHA-256']}>
          {artefacts.slice(0, MOST_ARTEFACTS).map((artefact) => (
            <tr key={artefact.path}>
              <th scope="row" class="wide mono">
                {line(artefact.path)}
              </th>
              <td>{artefact.kind}</td>
              <td class="num">{artefact.byteLength.toLocaleString('en-US')}</td>
              <td class="mono">{artefact.sha256}</td>
            </tr>
          ))}
        </Table>
        {artefacts.length > MOST_ARTEFACTS && (
          <p>
            {(artefacts.length - MOST_ARTEFACTS).toLocaleString('en-US')} more are in the manifest of the case folder.
          </p>
        )}
      </section>
      <section aria-labelledby="command">
        <h2 id="command">How this report was made</h2>
        <p>
          <code>{line(argv.map(shellWord).join(' '))}</code>
        </p>
        <p class="soft">
          aftertaint {report.version}, schema {report.schema}. No network and no model took part; the same evidence
          gives the same report.
        </p>
      </section>
    </>
  );
}
