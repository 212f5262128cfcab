import { describe, expect, it } from 'vitest';

import { percent } from '@/components/words/format';

import { number, type DataTable, tableCsv, tableMarkdown, words } from './data-table';
import { deltaTable, percentileTable, timeTable, trialsTable } from './chart-tables';

const csv = (text: string): DataTable => ({ columns: [{ name: 'variant' }], rows: [[words(text)]] });

describe('a table in a file', () => {
  it('keeps all digits, and nothing where nothing is known', () => {
    const table: DataTable = {
      columns: [{ name: 'variant' }, { name: 'change', figure: true }],
      rows: [
        [words('workers 2'), number(0.26712345678, percent)],
        [words('control'), number(null, percent)],
      ],
    };
    expect(tableCsv(table)).toBe('variant,change\r\nworkers 2,0.26712345678\r\ncontrol,\r\n');
    expect(tableMarkdown(table)).toBe(
      '| variant | change |\n| --- | ---: |\n| workers 2 | +26.7% |\n| control | – |\n',
    );
  });

  it('quotes what CSV would take apart, and runs no formula of a variant’s name', () => {
    expect(tableCsv(csv('a "b", c'))).toBe('variant\r\n"a ""b"", c"\r\n');
    expect(tableCsv(csv('=HYPERLINK("x")'))).toContain(`"'=HYPERLINK(""x"")"`);
    expect(tableCsv(csv('-1'))).toContain("'-1");
    for (const text of ['＝1', '＋1', '－1', '＠SUM(A1)', ' =1', '\u3000＝1'])
      expect(tableCsv(csv(text))).toContain(`'${text}`);
  });

  it('keeps a name in its cell of Markdown', () => {
    expect(tableMarkdown(csv('a | b\nc'))).toContain('| a \\| b c |');
  });
});

describe('the tables behind charts', () => {
  it('say of a delta what the bars say', () => {
    const row = {
      id: '1',
      name: 'workers 2',
      labels: ['log off'],
      change: 0.5,
      low: 0.4,
      high: 0.6,
      means: { candidate: 1500.25, baseline: 1000 },
    };
    const { rows } = deltaTable([
      { ...row, verdict: 'better', rounds: [0.4, 0.6] },
      { ...row, verdict: 'unclear', invalid: 'none of its trials is valid' },
    ]);
    expect(rows.map((cells) => cells.slice(0, 6).map(({ text }) => text))).toEqual([
      ['workers 2 · log off', '+50.0%', '+40.0%', '+60.0%', 'better', '2'],
      ['workers 2 · log off', '+50.0%', '+40.0%', '+60.0%', 'invalid: none of its trials is valid', '0'],
    ]);
    expect(rows[0]?.slice(6).map(({ value }) => value)).toEqual([1500.25, 1000, 0.4, 0.6]);
  });

  it('have a row per percentile, reading and trial', () => {
    const points = [
      { percentile: 0.9999, value: 0.02 },
      { percentile: 0.5, value: 0.001 },
    ];
    const { rows } = percentileTable([{ name: 'this run', points }]);
    expect(rows.map((cells) => cells.map(({ value }) => value))).toEqual([
      ['p50', 0.001],
      ['p99.99', 0.02],
    ]);
    const times = timeTable([1, 2], [{ name: 'cpu', values: [0.5, null] }], 'share');
    expect(times.rows[1]?.map(({ value }) => value)).toEqual([2, null]);
    const trials = trialsTable([{ id: 'a', round: 1, repeat: 2, value: 3, invalid: 'failed' }], '1', 'req/s');
    expect(trials.columns.map(({ name }) => name)).toEqual(['round', 'trial of it', 'req/s', 'counts']);
    expect(trials.rows[0]?.at(-1)?.text).toBe('no: failed');
  });
});
