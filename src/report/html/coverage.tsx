import type { Report } from '../../result/report.ts';
import { bytesText } from '../names.ts';
import { line } from './text.tsx';

export function CoverageBox({ report }: { report: Report }) {
  const { coverage } = report;
  const number = (value: number) => value.toLocaleString('en-US');
  const unknown = Object.entries(coverage.unknownTypes);
  const warnings = report.warnings.length + report.cases.reduce((sum, result) => sum + result.warnings.length, 0);
  const facts: [string, string][] = [
    ['Files read', number(coverage.files)],
    ['Bytes', bytesText(coverage.bytes)],
    ['Lines', number(coverage.lines)],
    ['Records', number(coverage.records)],
    ['Sessions', number(report.cases.length)],
    ['Agents', number(coverage.agents)],
    ['Not understood', number(coverage.malformed)],
    ['Files skipped', number(coverage.skippedFiles)],
    ['Copied records', number(coverage.copiedRecords)],
    ['Warnings', number(warnings)],
  ];
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">What was read, and what could not be</h2>
      <div class="box">
        <dl class="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {unknown.length > 0 && (
          <p>
            Records of unknown type, kept but not interpreted:{' '}
            {unknown.map(([name, count]) => `${line(name)} (${number(count)})`).join(', ')}.
          </p>
        )}
        {coverage.limits.map((limit) => (
          <p key={limit}>
            <strong>Limit reached:</strong> {line(limit)}
          </p>
        ))}
      </div>
      <h2 id="unknowable">What transcripts cannot show</h2>
      <ul>
        <li>Inputs that reached a model without a record: absence from a transcript is evidence, not proof.</li>
        <li>Hooks that passed in silence: where nothing is recorded, no statement about a hook is made.</li>
        <li>What a tool returned beyond the part that the host showed the model or kept on disk.</li>
        <li>Events after a decision that would have been another one: these are marked hypothetical.</li>
      </ul>
    </section>
  );
}
