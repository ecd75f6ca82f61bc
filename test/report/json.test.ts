import assert from 'node:assert/strict';
import { test } from 'node:test';
import { jsonCase, jsonCasePieces } from '../../src/report/json.ts';
import type { CaseResult } from '../../src/result/report.ts';
import { caseResult, finding } from './sample.ts';

test('a case in pieces is the case, however long its lists are', () => {
  for (const length of [0, 1, 512, 513, 1024, 1500]) {
    const findings = Array.from({ length }, (_, index) => finding(`F-${index}`));
    const result = { ...caseResult({ id: 'a', findings }), links: undefined } as unknown as CaseResult;
    const pieces = [...jsonCasePieces(result, length)];
    assert.equal(pieces.join(''), jsonCase(result, length), `${length} items`);
    assert.equal(pieces.length, length <= 512 ? 1 : Math.ceil(length / 512) + 1);
  }
});
