import { wordChanges } from '../../base/diff.ts';
import type { Evidence, Finding } from '../../result/finding.ts';
import type { CaseResult, FlowSummary } from '../../result/report.ts';
import { briefsBehind, handOver } from '../briefs.ts';
import { namesOf, percent } from '../names.ts';
import { block, line, Quote, Table } from './text.tsx';

export interface Told {
  readonly finding: Finding;
  readonly result: CaseResult | undefined;
}

/** Findings told with their bytes; the rest are named in the table only. */
const TOLD_IN_FULL = 150;

export function Stories({ findings }: { findings: readonly Told[] }) {
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      {findings.length === 0 && <p>None. See above for what this could not have shown.</p>}
      {findings.length > 0 && (
        <Table label="Findings by severity" heads={['Severity', 'Id', 'Story', 'Detector', 'Where']}>
          {findings.slice(0, 1_000).map(({ finding, result }, index) => (
            <tr key={finding.id}>
              <td>
                <span class={`text-${finding.severity}`}>
                  <strong>{finding.severity}</strong>
                </span>
                {finding.known === true && ' (known)'}
              </td>
              <td class="mono id">{index < TOLD_IN_FULL ? <a href={`#${finding.id}`}>{finding.id}</a> : finding.id}</td>
              <td class="wide">{line(finding.message)}</td>
              <td>{finding.detector}</td>
              <td class="mono">{where(finding, result)}</td>
            </tr>
          ))}
        </Table>
      )}
      {findings.length > 1_000 && (
        <p>{(findings.length - 1_000).toLocaleString('en-US')} more are in the JSON output.</p>
      )}
    </section>
  );
}

function where(finding: Finding, result: CaseResult | undefined): string {
  if (result === undefined) return (finding.cases ?? []).map(line).join(', ');
  const name = namesOf(result);
  return finding.agents.map(name).join(' › ');
}

export function Details({ findings }: { findings: readonly Told[] }) {
  if (findings.length === 0) return null;
  return (
    <section aria-labelledby="evidence">
      <h2 id="evidence">Each finding and its evidence</h2>
      {findings.slice(0, TOLD_IN_FULL).map(({ finding, result }) => (
        <Story key={finding.id} finding={finding} result={result} />
      ))}
      {findings.length > TOLD_IN_FULL && (
        <p>
          The first {TOLD_IN_FULL} of {findings.length.toLocaleString('en-US')} are told here, worst first; the case
          folder holds all.
        </p>
      )}
    </section>
  );
}

function Story({ finding, result }: Told) {
  const flows = (result?.flows ?? []).filter((flow) => finding.flows.includes(flow.id)).slice(0, 5);
  return (
    <article class={`finding ${finding.severity}`} id={finding.id} aria-labelledby={`${finding.id}-title`}>
      <h3 id={`${finding.id}-title`}>
        <span class={`tag ${finding.severity}`}>{finding.severity}</span>
        {line(finding.message)}
      </h3>
      <p class="soft">
        <code>{finding.id}</code> · {finding.detector} · confidence {finding.confidence}
        {finding.verdict !== undefined && ` · verdict ${finding.verdict}`}
        {finding.actedOn !== undefined && ` · acted on: ${finding.actedOn}`}
        {result !== undefined && ` · session ${line(result.id)}`}
      </p>
      {flows.map((flow) => (
        <Carried key={flow.id} flow={flow} result={result!} />
      ))}
      {finding.details.length > 0 && (
        <ul>
          {finding.details.map((detail) => (
            <li key={detail}>{line(detail)}</li>
          ))}
        </ul>
      )}
      {result !== undefined &&
        briefsBehind(finding, result).map((brief) => {
          const told = handOver(brief, result);
          return told.length === 0 ? null : <p key={brief.eventId}>{told.map(line).join('; ')}.</p>;
        })}
      {(finding.firstStop ?? []).length > 0 && (
        <p>
          <strong>First chance to stop it:</strong>{' '}
          {finding
            .firstStop!.map(
              (stop) =>
                `${line(stop.gate)}${stop.line === undefined ? '' : ` at line ${stop.line}`} (${line(stop.why)})`,
            )
            .join(' · ')}
        </p>
      )}
      <h4>Evidence</h4>
      {finding.evidence.map((evidence, index) => (
        <Exhibit key={index} evidence={evidence} />
      ))}
    </article>
  );
}

function Carried({ flow, result }: { flow: FlowSummary; result: CaseResult }) {
  const best = flow.evidence[0];
  if (best === undefined) return null;
  const name = namesOf(result);
  const changes =
    best.excerptFrom === best.excerptTo ? undefined : wordChanges(block(best.excerptFrom), block(best.excerptTo));
  return (
    <div>
      <div class="ends">
        <div class="end">
          <h4>
            From: {line(flow.sourceTool ?? name(flow.fromAgent))} ({flow.labels.carried.integrity})
          </h4>
          <p class="soft mono">
            {line(best.from.path)}:{best.from.line}
          </p>
          <Quote label="Text of the evidence">
            <mark>{block(best.excerptFrom)}</mark>
          </Quote>
        </div>
        <div class="end">
          <h4>
            To: {flow.channel} → {name(flow.toAgent)}
          </h4>
          <p class="soft mono">
            {line(best.to.path)}:{best.to.line}
          </p>
          <Quote label="Text of the evidence">
            <mark>{block(best.excerptTo)}</mark>
          </Quote>
        </div>
      </div>
      <p class="soft">
        Carried {best.tier}
        {best.transforms.length > 0 && ` (${best.transforms.map(line).join(', ')})`}, {best.length} characters,{' '}
        {percent(best.coverage)} of it, {Math.round(best.bits)} bits. Proved origin: {flow.labels.carried.integrity},
        lowest origin in the author’s context: {flow.labels.possible.integrity}.
        {flow.relays.length > 0 &&
          ` Relays: ${flow.relays.map((relay) => `${line(relay.place.path)}:${relay.place.line}`).join(', ')}.`}
        {best.capped === true && ' Candidates were cut: other sources may exist.'}
      </p>
      {changes !== undefined && (
        <>
          <h4>What changed on the way</h4>
          <Quote label="Words removed and added">
            {changes.map((change, index) =>
              change.kind === 'added' ? (
                <ins key={index}>{change.text}</ins>
              ) : change.kind === 'removed' ? (
                <del key={index}>{change.text}</del>
              ) : (
                change.text
              ),
            )}
          </Quote>
        </>
      )}
    </div>
  );
}

function Exhibit({ evidence }: { evidence: Evidence }) {
  return (
    <div>
      <p>
        {evidence.role === 'primary' ? <strong>{line(evidence.note)}</strong> : line(evidence.note)}
        <br />
        <span class="soft mono">
          {line(evidence.path)}:{evidence.line} · bytes {evidence.byteStart.toLocaleString('en-US')}–
          {evidence.byteEnd.toLocaleString('en-US')} · {line(evidence.pointer)}
          {evidence.sha256 === undefined ? ' · no digest (the span holds a secret)' : ` · sha256 ${evidence.sha256}`}
        </span>
      </p>
      <Quote label="Text of the evidence">{block(evidence.excerpt)}</Quote>
    </div>
  );
}
