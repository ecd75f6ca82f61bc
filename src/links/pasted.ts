import type { Finding } from '../result/finding.ts';
import type { Link } from '../result/report.ts';
import { asPrimary, asRelated, type Found, isBefore, link, type Member, spanning } from './member.ts';
import type { SpokenRow } from './model.ts';
import { hashesOf, share } from './prints.ts';
import { rounded } from './processes.ts';

const SAME_TEXT = 0.6;
/** Prompts that share a hash with a forged text, looked at per text. */
const MOST_CANDIDATES = 256;

/** Words that a model invented in one session and that stand in the prompt of another one: pasted, or handed over as history. */
export function pasted(members: readonly Member[], limits: string[]): Found {
  const said = members.flatMap((member) => member.said.map((row) => ({ member, row })));
  if (said.length === 0) return { links: [], findings: [] };
  const wanted = new Map<number, { member: Member; row: SpokenRow }[]>();
  for (const one of said) {
    for (const hash of hashesOf(one.row.prints)) {
      const list = wanted.get(hash);
      if (list === undefined) wanted.set(hash, [one]);
      else if (list.length < MOST_CANDIDATES) list.push(one);
    }
  }
  const links = new Map<string, Link>();
  const findings = new Map<string, Finding>();
  let cut = false;
  for (const member of members) {
    for (const heard of member.heard) {
      const candidates = new Set<{ member: Member; row: SpokenRow }>();
      for (const hash of hashesOf(heard.prints)) {
        for (const one of wanted.get(hash) ?? []) {
          if (candidates.size >= MOST_CANDIDATES) cut = true;
          else candidates.add(one);
        }
      }
      for (const { member: author, row } of candidates) {
        if (author.id === member.id || !isBefore(row.at, heard.at)) continue;
        const same = share(row.prints, heard.prints);
        if (same === undefined || same < SAME_TEXT) continue;
        const made = link(
          'message',
          { case: author.id, spot: row.spot },
          { case: member.id, spot: heard.spot },
          'matched',
          row.labels,
          [{ by: 'the same words in a prompt', from: row.evidence, to: heard.evidence, share: rounded(same) }],
        );
        links.set(made.id, made);
        const finding = spanning(
          {
            detector: 'storage-laundering',
            title: 'Storage laundering',
            message: `a text that a model made up in session ${author.id} stands in session ${member.id} as what a person says`,
            severity: 'medium',
            confidence: 'medium',
            agents: [row.agent],
            verdict: 'relayed',
            actedOn: 'unknown',
            evidence: [
              asPrimary(heard.evidence),
              asRelated(
                row.evidence,
                `first written here, in session ${author.id}; called ${row.detector ?? 'forged'} there`,
              ),
            ],
            details: [
              'whoever carried it over may not have known that a part of the answer was invented',
              `${Math.round(same * 100)} % of its fingerprints are the same`,
            ],
            cases: [author.id, member.id],
          },
          [row.spot.eventId, heard.spot.eventId],
        );
        findings.set(finding.id, finding);
      }
    }
  }
  if (cut) limits.push(`prompts were compared with ${MOST_CANDIDATES} forged texts of other sessions each`);
  return { links: [...links.values()], findings: [...findings.values()] };
}
