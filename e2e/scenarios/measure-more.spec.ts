// One round tells nothing; two more are added to it on the page, as a second stage. All of it measured.
import { expect, test } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';

const DEFINITION = {
  name: 'One round',
  workloads: [{ name: 'w', tool: 'wrk', threads: 1, connections: 8, duration: '1s' }],
  trials: 1,
  warmup: { prepared: '0s', trial: '0s' },
  control: true,
  baseline: 'default',
  variants: [{ name: 'default' }, { name: 'two workers', set: { 'nginx.worker_processes': 2 } }],
};

test('rounds are added to a finished experiment, and what it said before stays', { tag: '@exhaustive' }, async ({ page, request }) => {
  const launched = await request.post('/api/v1/experiments', { data: { yaml: null, definition: DEFINITION } });
  const { id } = await launched.json();
  await page.goto(`/experiments/${id}?open=method`); // where it is offered on a busy machine
  await page.getByRole('button', { name: 'Measure more' }).click({ timeout: 60_000 });
  await page.getByRole('textbox', { name: 'Rounds' }).fill('2');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Measure 2 rounds' }).click();
  await expect(page.getByText(/^1 \+ 2 rounds, in two stages\. After the first: .*Not settled/)).toBeVisible();
  await expect(page.getByText(/^3 runs × 1 \+ 2 rounds in two stages/)).toBeVisible();
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
  const answer = await request.get(`/api/v1/experiments/${id}/deltas`);
  expect((await answer.json()).map(({ n }: { n: number }) => n)).toEqual([3, 3]);
});
