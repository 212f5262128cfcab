// Rounds that go on until every variant is decided, then fresh trials of the winner. All of it measured.
import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { goTo, launch, openMoreSettings } from '../pages/form';
import { ended } from '../pages/results';

// The delay of the backend sets the rate, so that it is the same on a busy machine; CPU a request is not.
const DELAYS = `
name: Slow answers
workloads:
  - {name: keepalive, tool: wrk, threads: 1, connections: 8, duration: 1s}
trials: 3
decide_on: throughput
warmup: {prepared: 0s, trial: 0s}
control: false
baseline: 100 ms
variants:
  - {name: 100 ms, set: {origin.delay: 100ms}}
  - {name: 50 ms, set: {origin.delay: 50ms}}
  - {name: 70 ms, set: {origin.delay: 70ms}}
  - {name: 200 ms, set: {origin.delay: 200ms}}
`;

test.describe.configure({ mode: 'serial' });

let address = '';
let winnerRounds = '';

async function finished(page: Page): Promise<void> {
  await ended(page);
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
}

test('rounds end once every variant is decided, and the page says so', { tag: '@exhaustive' }, async ({ page }) => {
  await page.goto('/new?step=yaml');
  const yaml = { name: 'delays.yaml', mimeType: 'text/yaml', buffer: Buffer.from(DELAYS) };
  await page.locator('input[type=file]').setInputFiles(yaml);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Slow answers');

  await goTo(page, 'Workload');
  await openMoreSettings(page);
  await page.getByText('Until decided').click();
  await page.getByLabel('First analysis after').fill('3');
  await page.getByLabel('At most').fill('6');
  const soFar = page.getByRole('region', { name: 'Plan so far' });
  await expect(soFar.getByText('4 × 3 to 6')).toBeVisible();
  await expectAccessible(page);

  await launch(page);
  address = page.url();
  await expect(page.getByText(/of at most 6$/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText('Ends when every candidate is decided; analysed after 3, 4 and 6 rounds.')).toBeVisible();
  await finished(page);
  await page.goto(`${address}?view=figures&open=method`);
  // a busy machine may need more analyses
  const conclusion = page.getByText(/Ended after [3-6] of at most 6 rounds: every candidate is decided\./);
  const rounds = /after (\d)/.exec(await conclusion.innerText())?.[1] ?? '';
  await expect(page.getByText(`4 runs × ${rounds} rounds`)).toBeVisible();
  // the winner leaves once it is decided
  winnerRounds = await page.getByRole('row', { name: /^50 ms/ }).getByRole('cell').last().innerText();
  expect(Number(winnerRounds)).toBeGreaterThanOrEqual(3);
  expect(Number(winnerRounds)).toBeLessThanOrEqual(Number(rounds));
  await expectAccessible(page);
});

test('the winner is measured again beside its first figure', { tag: '@exhaustive' }, async ({ page }) => {
  await page.goto(`${address}?open=retest`);
  const offered = page.getByRole('region', { name: 'Is the winner as good as it looks?' });
  await expect(page.getByText(/“50 ms” came out best of 3, at \+[\d.]+%\. Part of that is luck/)).toBeVisible();
  await offered.getByRole('link', { name: 'Re-test the winner' }).click();
  await expect(page).toHaveURL(/\/new\?.*retest=/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Re-test of 50 ms · Slow answers');

  await goTo(page, 'Workload');
  await openMoreSettings(page);
  await expect(page.getByLabel('Trials of a run')).toHaveValue('12');
  await page.getByLabel('Trials of a run').fill('2');
  await launch(page);
  const both = page.getByRole('region', { name: 'First figure and re-test' });
  await expect(both.getByText(/^\+[\d.]+% at first/)).toBeVisible();
  await finished(page);
  await expect(both.getByText(/at first, \+[\d.]+% \[.*\] in the re-test: (it holds|not settled)/)).toBeVisible();
  await expect(both.getByText('At first, best of several')).toBeVisible();
  await expect(both.getByText(`from ${winnerRounds} rounds`)).toBeVisible();
  await expect(both.getByText('from 2 rounds')).toBeVisible();
  await expectAccessible(page);

  await both.getByRole('link', { name: 'Slow answers' }).click();
  await offered.getByRole('button', { name: /^Is the winner/ }).click();
  await expect(offered.getByRole('link', { name: 'Re-test of 50 ms · Slow answers' })).toBeVisible();
});
