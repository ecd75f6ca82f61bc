import { by } from '../base/order.ts';
import { type Finding, SEVERITIES, type Severity, severityRank } from '../result/finding.ts';
import type { CaseResult } from '../result/report.ts';
import { namesOf, shortId, timeOf } from './names.ts';

export interface TopFinding {
  readonly id: string;
  readonly caseId: string;
  readonly severity: Severity;
  readonly title: string;
  readonly message: string;
  readonly detector: string;
  readonly verdict?: string;
  readonly actedOn?: string;
  readonly where: string;
}

/** Numbers of a run, gathered case by case so that no case must be kept for the summary. */
export class Tally {
  cases = 0;
  roots = 0;
  children = 0;
  depth = 0;
  orphans = 0;
  events = 0;
  warnings = 0;
  known = 0;
  readonly bySeverity = new Map<Severity, number>(SEVERITIES.map((severity) => [severity, 0]));
  readonly linkBasis = new Map<string, number>();
  readonly gates = new Map<string, { looked: number; stopped: number; hypothetical: number; first?: string }>();
  top: TopFinding[] = [];
  firstWarnings: { path: string; line: number; message: string }[] = [];

  add(result: CaseResult): void {
    this.cases += 1;
    const name = namesOf(result);
    for (const agent of result.agents) {
      if (agent.kind === 'root') this.roots += 1;
      else this.children += 1;
      this.depth = Math.max(this.depth, agent.depth);
      if (agent.kind !== 'root' && agent.spawnedBy === null && agent.link === null) this.orphans += 1;
      else if (agent.link !== null)
        this.linkBasis.set(agent.link.basis, (this.linkBasis.get(agent.link.basis) ?? 0) + 1);
    }
    this.events += result.summary.events;
    this.addWarnings(result.warnings);
    this.addFindings(result.findings, result.id, (finding) => finding.agents.map(name).join(' › '));
    for (const replay of result.replays) {
      const gate = this.gates.get(replay.gate) ?? { looked: 0, stopped: 0, hypothetical: 0 };
      this.gates.set(replay.gate, gate);
      gate.looked += 1;
      if (replay.hypothetical) gate.hypothetical += 1;
      if (replay.effect !== 'blocks-call' && replay.effect !== 'ends-run') continue;
      gate.stopped += 1;
      gate.first ??= [timeOf(replay.at), name(replay.agentId), replay.toolName ?? replay.hookEvent].join(' ').trim();
    }
  }

  /** Findings over several sessions. */
  addAcross(findings: readonly Finding[]): void {
    this.addFindings(findings, '', ({ cases = [] }) => `sessions ${cases.map(shortId).join(', ')}`);
  }

  private addFindings(findings: readonly Finding[], caseId: string, where: (finding: Finding) => string): void {
    for (const finding of findings) {
      if (finding.known === true) {
        this.known += 1;
        continue;
      }
      this.bySeverity.set(finding.severity, this.bySeverity.get(finding.severity)! + 1);
      if (finding.severity === 'info') continue;
      this.top.push({
        id: finding.id,
        caseId,
        severity: finding.severity,
        title: finding.title,
        message: finding.message,
        detector: finding.detector,
        ...(finding.verdict !== undefined && { verdict: finding.verdict }),
        ...(finding.actedOn !== undefined && { actedOn: finding.actedOn }),
        where: caseId === '' ? where(finding) : `${shortId(caseId)} › ${where(finding)}`,
      });
    }
    this.top.sort(
      by(
        (item) => -severityRank(item.severity),
        (item) => item.caseId,
        (item) => item.id,
      ),
    );
    this.top.length = Math.min(this.top.length, 5);
  }

  addWarnings(warnings: CaseResult['warnings']): void {
    this.warnings += warnings.length;
    for (const warning of warnings.slice(0, 2 - this.firstWarnings.length)) this.firstWarnings.push(warning);
  }

  count(severity: Severity): number {
    return this.bySeverity.get(severity)!;
  }

  get total(): number {
    let sum = 0;
    for (const count of this.bySeverity.values()) sum += count;
    return sum;
  }
}
