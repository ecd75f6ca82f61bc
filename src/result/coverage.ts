import type { Coverage } from './report.ts';

export const NO_COVERAGE: Coverage = {
  files: 0,
  bytes: 0,
  lines: 0,
  records: 0,
  unknownTypes: {},
  malformed: 0,
  skippedFiles: 0,
  copiedRecords: 0,
  agents: 0,
  limits: [],
};

/** What two parts of a run have read together. Names sorted, so that the order of the parts does not show. */
export function addCoverage(a: Coverage, b: Coverage): Coverage {
  const unknownTypes: Record<string, number> = {};
  for (const name of [...new Set([...Object.keys(a.unknownTypes), ...Object.keys(b.unknownTypes)])].sort()) {
    unknownTypes[name] = (a.unknownTypes[name] ?? 0) + (b.unknownTypes[name] ?? 0);
  }
  return {
    files: a.files + b.files,
    bytes: a.bytes + b.bytes,
    lines: a.lines + b.lines,
    records: a.records + b.records,
    unknownTypes,
    malformed: a.malformed + b.malformed,
    skippedFiles: a.skippedFiles + b.skippedFiles,
    copiedRecords: a.copiedRecords + b.copiedRecords,
    agents: a.agents + b.agents,
    limits: [...new Set([...a.limits, ...b.limits])].sort(),
  };
}
