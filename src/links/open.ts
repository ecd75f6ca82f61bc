import type { Finding } from '../result/finding.ts';
import type { Link } from '../result/report.ts';
import { asRelated, type Found, isBefore, type Member } from './member.ts';
import { share } from './prints.ts';
import type { StoredRows } from './rows.ts';

const SAME_TEXT = 0.6;

/** Findings that stand unless another case explains them. */
export async function openAnswers(members: readonly Member[], rows: StoredRows): Promise<Found> {
  const findings: Finding[] = [];
  const links: Link[] = [];
  for (const member of members) {
    for (const { finding, question } of member.open) {
      const writes = await rows.writesTo(question.path);
      const writer = writes.findLast(
        (write) =>
          write.case !== member.id &&
          isBefore(write.at, question.at) &&
          (share(write.prints, question.prints) ?? 0) >= SAME_TEXT,
      );
      if (writer === undefined) {
        const others = members.length - 1;
        findings.push({
          ...finding,
          details: [
            ...finding.details,
            `searched: ${others} other ${others === 1 ? 'session' : 'sessions'}; none wrote this`,
          ],
          cases: [member.id],
        });
        continue;
      }
      findings.push({
        ...finding,
        message: `${question.path} was changed by session ${writer.case}, at the same time`,
        severity: 'info',
        evidence: [...finding.evidence, asRelated(writer.evidence, `the write, in session ${writer.case}`)],
        details: [`explained: session ${writer.case} wrote what is shown here`],
        cases: [writer.case, member.id],
      });
    }
  }
  return { links, findings };
}
