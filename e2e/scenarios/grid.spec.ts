// A grid as a person reads it: any two factors, any metric, heat, bars, main effects, and the write-up's own table.
import { expect, test, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { ARTICLE_C, importArticleC, imported } from '../setup/imported';

let address = '';

const mean = (rates: number[]) => rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
/** “347 540.6”: as the page writes all digits. */
const digits = (value: number) =>
  String(Number(value.toFixed(2))).replace(/\B(?=(\d{3})+(?!\d))/g, '\u202f').replace(/(\.\d+)$/, '$1');

async function expectNarrowEnough(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
}

/** The page with its runs drawn, however long a busy machine takes. */
async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('#runs').locator('table, [data-part="dot"]').first().waitFor();
  await page.locator('#effects').getByText(/pair/).first().waitFor();
}

test.beforeAll(async ({ request }) => {
  address = `/experiments/${await importArticleC(request, 'The grid, as published')}`;
});

test('two factors of choice make a heat table, and each cell tells its interval', async ({ page }) => {
  await open(page, `${address}?view=pivot`);
  const runs = page.locator('#runs');
  await runs.getByLabel('Rows', { exact: true }).selectOption('log');
  await expect(runs.getByLabel('Rows', { exact: true })).toHaveValue('log');
  await runs.getByLabel('Columns', { exact: true }).selectOption('workers');
  await expect(runs.getByLabel('Columns', { exact: true })).toHaveValue('workers');
  await runs.getByLabel('pin', { exact: true }).selectOption({ label: 'cores' });
  await expect(page).toHaveURL(/rows=log&columns=workers&at=pin%3Acores/);

  const table = runs.getByRole('table', { name: 'Mean req/s by log and workers, pin cores' });
  await expect(table.getByRole('link')).toHaveCount(5);
  await expect(table.getByText('not in the grid')).toBeVisible();
  const best = table.getByRole('link', { name: /347\.5k req\/s/ });
  await expect(best).toContainText('+26.7%');
  await expect(best).toContainText('better');
  const shades = await table.locator('td').evaluateAll((cells) => cells.map((cell) => getComputedStyle(cell).backgroundColor));
  expect(new Set(shades.slice(0, 5)).size).toBe(5);

  await table.getByRole('link').first().focus();
  await page.keyboard.press('ArrowRight');
  await expect(best).toBeFocused();
  const told = page.getByRole('tooltip');
  await expect(told).toContainText(`${digits(347540.6)} req/s ±`);
  await expect(told).toContainText('95% interval +17.7 … +36.4%');
  await expect(told).toContainText('5 valid trials');
  await expectAccessible(page);
});

test('rows and columns swap, another factor is averaged over, and the link shows it again', { tag: '@exhaustive' }, async ({ page, context }) => {
  await open(page, `${address}?view=pivot&rows=workers&columns=pin&show=change`);
  const runs = page.locator('#runs');
  await runs.getByRole('button', { name: 'Swap rows and columns' }).click();
  await runs.getByLabel('log', { exact: true }).selectOption({ label: 'mean over all 3' });
  const table = runs.getByRole('table', { name: 'Change in req/s by pin and workers, averaged over log' });
  await expect(table.getByText('+26.5%')).toBeVisible();
  await expect(runs.getByText(/log disk is left out everywhere: no figure for/)).toBeVisible();

  const teammate = await context.newPage();
  await teammate.setViewportSize({ width: 390, height: 844 });
  await open(teammate, page.url());
  await expect(teammate.getByRole('table', { name: /averaged over log/ }).getByText('+26.5%')).toBeVisible();
  await expectNarrowEnough(teammate);
  await teammate.close();
});

test('any metric, and why one has no figures', { tag: '@exhaustive' }, async ({ page }) => {
  await open(page, `${address}?view=pivot`);
  const metric = page.locator('#runs').getByLabel('Metric', { exact: true });
  const answer = await page.request.get('/api/v1/metrics');
  await expect(metric.getByRole('option')).toHaveCount(((await answer.json()) as unknown[]).length);
  await metric.selectOption('latency_p95');
  await expect(page.getByText('No p95 was reported for its trials.').first()).toBeVisible();
});

test('the same places are bars with whiskers and a dot per trial', { tag: '@exhaustive' }, async ({ page }) => {
  await open(page, `${address}?view=bars&rows=log&columns=workers&at=pin:cores`);
  const runs = page.locator('#runs');
  await expect(runs.locator('[data-part="dot"]')).toHaveCount(25);
  await expect(runs.locator('.recharts-errorBar')).not.toHaveCount(0);
  await runs.getByRole('button', { name: '“req/s by log and workers” as a table' }).click();
  await expect(runs.getByRole('table', { name: 'req/s by log and workers' }).getByRole('row')).toHaveCount(7);
});

test('main effects are the answer, a chart and a table, and say what has no partner', async ({ page }) => {
  await open(page, `${address}?open=interactions`);
  const section = page.locator('#effects');
  await expect(page.getByRole('region', { name: 'Result' })).toContainText('pin cores raises throughput against none (+14.5% [+9.5, +19.6])');
  await expect(section.locator('g[data-verdict] > rect')).toHaveCount(4);
  await expect(section.getByText(/Only complete pairs count: workers 16 · pin none · disk has no partner/)).toBeVisible();
  const crossed = page.getByRole('table', { name: 'Interactions of the factors' });
  await expect(crossed.getByRole('row').nth(1)).toContainText('+27.6% at workers 22');
  await expect(crossed.getByRole('row').nth(1)).toContainText('it depends');
  await section.getByRole('button', { name: '“Main effects” as a table' }).click();
  await expect(section.getByRole('row', { name: /pin cores none \+14\.5%/ })).toContainText('steadier');
  await expectAccessible(page);
});

test('the write-up’s table comes from its trials, to the digit', async ({ page }) => {
  await open(page, `${address}?view=published`);
  const runs = page.locator('#runs');
  for (const [, rates] of ARTICLE_C) {
    await expect(runs.getByRole('table', { name: /^Published req\/s/ }).getByText(digits(mean(rates)), { exact: true })).toHaveCount(1);
  }
  await expect(runs.getByText(/274687\.4, is not that of its own trials: 274685\.2\./)).toBeVisible();
  await expect(runs.getByText(/cut off instead of rounded: .*347540 for 347540\.6/)).toBeVisible();
  await expect(runs.getByText('The other 7 of 10 printed means are right to the digit.')).toBeVisible();
  await expectAccessible(page);
});

test('a workload is a factor too', { tag: '@exhaustive' }, async ({ page, request }) => {
  const trials = (base: number) => [1, 1.01, 1.02].map((by) => ({ figures: { requests_per_s: base * by } }));
  const load = (name: string, connections: number) => ({ name, tool: 'wrk', threads: 1, connections, duration_s: 5 });
  const run = (workers: string, workload: string, base: number) => ({ factors: { workers }, workload, trials: trials(base) });
  const id = await imported(request, {
    name: 'Workers by load',
    workloads: [load('few', 8), load('many', 256)],
    factors: { workers: { 1: { worker_processes: '1' }, 2: { worker_processes: '2' } } },
    runs: [run('1', 'few', 100), run('2', 'few', 110), run('1', 'many', 1000), run('2', 'many', 1500)],
  });
  await open(page, `/experiments/${id}?view=pivot&show=change`);
  const table = page.getByRole('table', { name: 'Change in req/s by workers and workload' });
  await expect(table.getByText('baseline')).toHaveCount(2);
  await expect(table.getByText('+50.0%')).toBeVisible();
  await page.getByRole('button', { name: /^Does one factor depend/ }).click();
  await page.locator('#effects').getByText('all 2 workloads').click();
  await expect(page.locator('#effects').getByText('in 2 workloads')).toBeVisible();
  await expect(page.getByRole('table', { name: 'Interactions of the factors' })).toContainText('at workload many');
});

test('list, link and page tell the same finding; the page opens on its workload, the figures follow the metric', async ({ page, request }) => {
  const near = (base: number) => [0.995, 1, 1.005, 1.002].map((by) => base * by);
  const run = (variant: string, workload: string, rate: number, p99: number) => ({
    variant,
    workload,
    trials: near(rate).map((value, n) => ({ figures: { requests_per_s: value, latency_p99: near(p99)[3 - n] } })),
  });
  const load = (name: string, connections: number) => ({ name, tool: 'wrk', threads: 1, connections, duration_s: 5 });
  const id = await imported(request, {
    name: 'Keep-alive by load',
    workloads: [load('few', 8), load('many', 256)],
    runs: [
      run('default', 'few', 5800, 0.012),
      run('keep-alive', 'few', 6100, 0.012),
      run('default', 'many', 5800, 0.04),
      run('keep-alive', 'many', 19_100, 0.08),
    ],
  });
  const told = (await (await request.get(`/api/v1/experiments/${id}`)).json()) as { headline: { sentence: string; lead: string[] } };
  const { sentence, lead } = told.headline;
  expect(sentence).toMatch(/^keep-alive triples throughput under “many”: 5\.80k → 19\.1k req\/s \(×3\.29 \[/);
  expect(sentence).toMatch(/; p99 rises 40\.0 → 80\.\d ms/);
  await page.goto('/experiments');
  await expect(page.getByText(sentence)).toBeVisible();
  await page.goto(`/experiments/${id}`);
  await expect(page.getByRole('heading', { level: 2, name: lead.join(' ') })).toBeVisible();
  expect(await page.locator('head meta[property="og:description"]').getAttribute('content')).toContain(lead.join(' '));
  await expect(page.getByRole('radio', { name: 'many', exact: true })).toBeChecked();
  await expect(page.locator('#deltas').getByText(/^\+229/)).toBeVisible();
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('latency_p99');
  await expect(page.locator('#deltas').getByText('worse')).toBeVisible();
  await expectAccessible(page);
});
