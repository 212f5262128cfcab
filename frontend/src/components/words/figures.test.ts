import { readFileSync } from 'node:fs';

import { expect, it } from 'vitest';

import { write } from './figures';
import * as f from './format';

type Value = number | string | null;
interface Case {
  figure: keyof typeof FUNCTIONS;
  of: Value[];
  text: string;
}

/** The golden table that pytest reads as well: test_figures.py. */
const CASES = JSON.parse(
  readFileSync('../backend/tests/unit/presentation/figures_golden.json', 'utf8'),
) as Case[];

const FUNCTIONS = {
  figure: f.figure,
  count: f.count,
  exact: f.exact,
  measure: f.measure,
  exact_measure: f.exactMeasure,
  tick: f.tick,
  percent: f.percent,
  exact_percent: f.exactPercent,
  percent_size: f.percentSize,
  interval: f.intervalPercent,
  amount: (...change: [number, number, number]) => Object.values(f.amount(...change)).join(' · '),
  difference: f.difference,
  share: f.share,
  short_percent: f.shortPercent,
  spread: f.spread,
  times: f.times,
  p_value: f.pValue,
  span: f.span,
  micros: (value: number) => write(value, 'cost'),
  micros_change: (value: number) => write(value, 'cost change'),
  calls: (value: number) => write(value, 'calls'),
  memory: (value: number) => write(value, 'memory'),
} satisfies Record<string, unknown>;

/** JSON has no NaN and no infinities. */
const valueOf = (value: Value) =>
  value === 'NaN' || value === 'Infinity' || value === '-Infinity' ? Number(value) : value;

it('has enough figures of every kind', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(200);
  expect(new Set(CASES.map(({ figure }) => figure))).toEqual(new Set(Object.keys(FUNCTIONS)));
});

it.each(CASES)('$figure of $of is $text', ({ figure, of, text }) => {
  const written = FUNCTIONS[figure] as (...values: Value[]) => string;
  expect(written(...of.map(valueOf))).toBe(text);
});
