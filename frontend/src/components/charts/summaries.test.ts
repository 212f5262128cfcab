import { expect, it } from 'vitest';

import { coreSummary } from '@/components/charts/time/core-heat-map';
import { loadSummary } from '@/components/charts/load/load-data';
import { pairedSummary } from '@/components/charts/comparison/paired-data';
import { percentileSummary } from '@/components/charts/distribution/percentile-data';
import { trialsSummary } from '@/components/charts/distribution/trials-data';

it('says what the dots say', () => {
  const trial = (round: number, value: number | null, invalid?: string) => ({
    id: `${round}`,
    round,
    value,
    invalid,
  });
  expect(trialsSummary([trial(1, 100), trial(2, 200), trial(3, 900, 'failed')], '1')).toBe(
    '2 valid trials, 1 left out, from 100 to 200, mean 150',
  );
  expect(trialsSummary([trial(1, null)], '1')).toBe('0 valid trials, 1 left out');
});

it('says what the pairs say', () => {
  const side = { mean: 1, trials: [1], spread: null };
  const row = { id: '1', name: 'log off', a: side, b: side, low: 0.1, high: 0.4 };
  const rows = [
    { ...row, change: 0.263, verdict: 'better' as const },
    { ...row, name: 'log disk', change: null, low: null, high: null, verdict: 'unclear' as const },
  ];
  expect(pairedSummary(rows, ['unpinned', 'pinned'])).toBe(
    'pinned against unpinned, 2 pairs: 1 better, 0 worse, 0 the same, 1 unclear. Largest: log off +26.3%, interval +10.0 … +40.0.',
  );
});

it('says from where to where curves go', () => {
  const points = [
    { percentile: 0.999, value: 0.02 },
    { percentile: 0.5, value: 0.001 },
  ];
  expect(
    percentileSummary([
      { name: 'this run', points },
      { name: 'baseline', points: [] },
    ]),
  ).toBe('Latency by percentile: this run from p50 1.00 ms to p99.9 20.0 ms; baseline without percentiles');
  const load = [
    { load: 64, value: 2000, dots: [] },
    { load: 16, value: 1000, dots: [] },
  ];
  expect(loadSummary([{ name: 'default', points: load }], '1/s', 'Requests per second', 'connections')).toBe(
    'Requests per second over connections: default from 1.00k req/s at 16 to 2.00k req/s at 64',
  );
});

it('names the cores at the limit', () => {
  const rows = [
    { name: 'cpu0', values: [0.95, 0.97] },
    { name: 'cpu1', values: [0.1, null] },
  ];
  expect(coreSummary('CPU per core', rows)).toBe(
    'CPU per core, 2 rows, on average 67%; at the limit most of the time: cpu0',
  );
});
