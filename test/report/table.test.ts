import assert from 'node:assert/strict';
import { test } from 'node:test';
import { widthOf } from '../../src/base/width.ts';
import { table } from '../../src/report/table.ts';

const bold = (text: string) => text;
const COLUMNS = [{ head: 'id' }, { head: 'what', stretch: true }, { head: 'n', align: 'right' as const }];

test('columns line up under wide characters', () => {
  const drawn = table(
    COLUMNS,
    [
      ['a', '日本語', '1'],
      ['b', 'plain', '22'],
    ],
    { bold },
  );
  assert.equal(drawn, 'id  what     n\na   日本語   1\nb   plain   22\n');
});

test('a narrow terminal cuts the column that may stretch, and keeps the rest', () => {
  const drawn = table(COLUMNS, [['F-12345678', 'x'.repeat(300), '7']], { bold, width: 60 });
  for (const line of drawn.trimEnd().split('\n')) assert.ok(widthOf(line) <= 60, line);
  assert.match(drawn, /F-12345678 {2}x+… {2}7/);
});
