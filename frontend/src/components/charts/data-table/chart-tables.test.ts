import { expect, it } from 'vitest';

import { exactMeasure } from '@/components/words/format';

import { tableCsv } from './data-table';
import { deltaTable } from './chart-tables';

it('has the arithmetic means beside the change, with all digits of a published table', () => {
  const table = deltaTable(
    [
      {
        id: 'a',
        name: 'pinned',
        change: 0.263,
        low: 0.1,
        high: 0.4,
        verdict: 'better',
        rounds: [0.2, 0.3],
        means: { candidate: 347540.6, baseline: 276899.4 },
      },
      { id: 'b', name: 'b', change: null, low: null, high: null, verdict: 'unclear', notMeasured: 'died' },
    ],
    undefined,
    undefined,
    (mean) => exactMeasure(mean, '1/s'),
  );
  const names = table.columns.map(({ name }) => name);
  const [first, second] = table.rows.map((row) => Object.fromEntries(row.map((cell, n) => [names[n], cell])));
  expect(first?.mean).toEqual({ text: exactMeasure(347540.6, '1/s'), value: 347540.6 });
  expect(first?.['baseline mean']?.value).toBe(276899.4);
  expect(second?.mean?.text).toBe('–');
  expect(second?.verdict?.text).toBe('not measured: died');
  expect(tableCsv(table)).toContain('347540.6,276899.4');
});
