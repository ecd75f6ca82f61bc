import type { Report } from '../../result/report.ts';

/** Members that hold words of transcripts, by what becomes of them. Agents, tools, paths and decisions stay: they are places. */
const HIDDEN = new Set(['excerpt', 'excerptFrom', 'excerptTo', 'summary', 'reason', 'diff', 'text']);
const DROPPED = new Set(['proposal', 'updatedInput', 'description', 'name']);
const EMPTIED = new Set(['details', 'byReference', 'references', 'state', 'causes']);

/** Level `content`: where and how, but not what. Words of transcripts are replaced by their length. */
export function withoutContent(report: Report): Report {
  return { ...(deep(report) as Report), tool: report.tool };
}

function deep(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(deep);
  if (typeof value !== 'object' || value === null) return value;
  const members = value as Record<string, unknown>;
  const isFinding = 'detector' in members && 'evidence' in members;
  const isDecision = 'gate' in members && 'outcome' in members;
  const isEvidence = 'excerpt' in members && 'role' in members;
  return Object.fromEntries(
    Object.entries(members).flatMap(([key, member]): [string, unknown][] => {
      if (DROPPED.has(key) || (isDecision && key === 'message')) return [];
      if (isFinding && key === 'message') return [[key, members['title']]];
      if (isEvidence && key === 'note') return [[key, members['role']]];
      if (EMPTIED.has(key) && Array.isArray(member)) return [[key, []]];
      if (HIDDEN.has(key) && typeof member === 'string') return [[key, gone(member)]];
      return [[key, deep(member)]];
    }),
  );
}

function gone(text: string): string {
  return text === '' ? '' : `(hidden: ${text.length} characters)`;
}
