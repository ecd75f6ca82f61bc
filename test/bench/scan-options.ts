import type { CaseOptions } from '../../src/analysis/options.ts';
import { DEFAULT_POLICY } from '../../src/flows/policy/policy.ts';

/** What `scan` does for each case: findings, flows, the built-in floor. */
export const SCAN: CaseOptions = {
  policy: DEFAULT_POLICY,
  parts: { findings: true, flows: true },
  replay: { gates: [{ kind: 'taint-floor', key: 'session' }], allowExec: false, allowNetwork: false, timeoutMs: 0 },
};
