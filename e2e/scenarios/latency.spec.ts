// The latency of every request, measured by wrk: percentiles of all of them, each round, and files for other tools.
import { expect, test } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { ended, get, type Experiment } from '../pages/results';

const DEFINITION = {
  name: 'Latency of every request',
  workloads: [{ tool: 'wrk', threads: 1, connections: 8, duration: '1s' }],
  trials: 5,
  topology: 'direct',
  warmup: { prepared: '0s', trial: '0s' },
  control: false,
  baseline: 'as it is',
  variants: [{ name: 'as it is' }, { name: 'delayed', set: { 'origin.delay': '20ms' } }],
};

interface Latency {
  kind: string;
  requests: number;
  trials: number;
  percentiles: Record<string, { value: number; low: number; high: number }>;
  printed: Record<string, number>;
}

test('a run has percentiles of all requests, each round as a row, and a log of HdrHistogram', async ({ page }) => {
  const launched = await page.request.post('/api/v1/experiments', { data: { definition: DEFINITION } });
  expect(launched.status(), await launched.text()).toBe(201);
  await page.goto(`/experiments/${((await launched.json()) as Experiment).id}`);
  const experiment = await ended(page);
  const [base, delayed] = experiment.run_list;
  const found = await get<Latency>(page.request, `/runs/${base?.id}/latency`);
  expect([found.kind, found.trials]).toEqual(['measured', 5]);
  expect(found.requests).toBe(Math.round((base?.means.requests ?? 0) * 5));
  const p99 = found.percentiles.latency_p99;
  expect(p99?.low).toBeLessThanOrEqual(p99?.value ?? 0);
  expect(p99?.value).toBeLessThanOrEqual(p99?.high ?? 0);
  // what wrk invents is slow: it can only raise a percentile
  expect(p99?.value).toBeLessThanOrEqual((found.printed.latency_p99 ?? 0) * 1.05);

  await page.goto(`/runs/${delayed?.id}?open=latency,latency-rounds`);
  const curve = page.getByRole('region', { name: 'Latency by percentile' });
  await expect(curve.getByText(/requests of 5 trials as measured/)).toBeVisible();
  await expect(curve.getByText('this run, as wrk printed it')).toBeVisible();
  const rounds = page.getByRole('region', { name: 'Latency round by round' });
  await expect(rounds.getByRole('img', { name: /delayed, 5 rounds, p99 from/ })).toBeVisible();
  await rounds.getByRole('button', { name: /as a table/ }).click();
  await expect(rounds.getByRole('row')).toHaveCount(6);
  await expectAccessible(page);

  const log = await page.request.get(`/api/v1/runs/${delayed?.id}/latency.hlog`);
  expect((await log.text()).match(/^Tag=round-\d,[\d.]+,[\d.]+,[\d.]+,HISTF/gm)).toHaveLength(5);

  await page.goto(`/compare?a=${base?.id}&b=${delayed?.id}&metric=latency_p99`);
  await expect(page.getByText('Of all requests of each run; lower is better.')).toBeVisible();
  const both = page.getByRole('region', { name: 'Latency round by round' });
  await expect(both.getByRole('img', { name: /p99 from .*; .*p99 from/ })).toBeVisible();
  await expectAccessible(page);
});
