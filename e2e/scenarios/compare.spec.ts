// Comparisons as a person makes them: choose from two experiments, look, swap, save under a name, send the link.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { imported, importArticleC } from '../setup/imported';

test.describe.configure({ mode: 'serial' });

const published = `Article C to compare ${Date.now()}`;
const again = `Measured again ${Date.now()}`;
let ids: [string, string] = ['', ''];
let address = '';

/** The unpinned cells with other figures, and percentiles; one variant that the article does not have. */
function importAgain(request: APIRequestContext): Promise<string> {
  const trials = (rate: number) =>
    [0.98, 1, 1.02].map((factor) => ({
      figures: { requests_per_s: rate * factor, latency_p50: 100 / rate, latency_p99: 300 / rate, latency_p99_9: 900 / rate },
    }));
  return imported(request, {
    name: again,
    source: 'A second try on the same machine',
    workloads: [{ name: 'keepalive', tool: 'weighttp', threads: 50, connections: 100, requests: 3_000_000 }],
    baseline: 'workers 16 · pin none · log off',
    factors: {
      workers: { 16: { worker_processes: '16' }, 22: { worker_processes: '22' } },
      pin: { none: {}, cores: { 'pin.load': '32-63' } },
      log: { off: { access_log: 'off' }, memory: { access_log: 'memory' } },
    },
    runs: [
      ['16', 'none', 'off', 280_000],
      ['16', 'none', 'memory', 270_000],
      ['22', 'none', 'memory', 300_000],
      ['16', 'cores', 'off', 400_000],
    ].map(([workers, pin, log, rate]) => ({
      topology: 'proxy_only',
      factors: { workers, pin, log },
      trials: trials(Number(rate)),
    })),
  });
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const sideOf = (page: Page, letter: string) => page.getByRole('region', { name: new RegExp(`^Side ${letter}:`) });

test.beforeAll(async ({ request }) => {
  ids = [await importArticleC(request, published), await importAgain(request)];
});

test('groups are chosen from two experiments, found by search', async ({ page }) => {
  await page.goto('/compare');
  await page.getByLabel('Find experiments and runs').fill(published);
  const card = page.getByRole('article', { name: published });
  await card.getByRole('link', { name: 'Choose runs' }).click();
  await page.getByRole('button', { name: 'pin none on side A', exact: true }).click();
  await page.getByRole('link', { name: 'All experiments' }).click();
  await page.getByLabel('Find experiments and runs').fill(again);
  await page.getByRole('article', { name: again }).getByRole('link', { name: 'Choose runs' }).click();
  await page.getByRole('button', { name: 'pin none on side B', exact: true }).click();
  await page.getByRole('button', { name: 'workers 16 · cores · log off on side C' }).click();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Compare', exact: true }).last().click();
  await expect(heading(page)).toContainText('against');
  await expect(page.getByText(/3 pairs, made by the same variant and the same workload/)).toBeVisible();
  await expect(page.getByText('no partner on side B').first()).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Before you compare' })).toContainText(
    'were imported: the hosts, and what was effective on them, are not on record',
  );
  address = page.url();
});

test('every side, its pairs, differences, percentiles and the order of sides', async ({ page }) => {
  await page.goto(address);
  const bars = page.locator('#sides g[data-verdict]');
  await expect(bars).toHaveCount(2);
  await expect(page.locator('#percentiles')).toContainText('B ·');
  await expectAccessible(page);

  const title = await sideOf(page, 'A').innerText();
  await page.getByRole('button', { name: 'Swap' }).click();
  await expect(sideOf(page, 'B')).toContainText(title.split('\n')[1] ?? '');
  await page.goBack();
  await page.goto(`${address}&side=c`);
  await expect(sideOf(page, 'C')).toBeVisible();
  const settings = page.getByRole('table', { name: 'Settings and facts of both sides' });
  await expect(settings).toContainText('pin.load');
  await page.getByRole('button', { name: 'show all' }).click();
  await page.getByLabel('Filter settings and facts').fill('connections');
  await expect(settings.getByRole('row')).toHaveCount(2);
  await page.getByLabel('Other metrics').selectOption({ label: 'p99.9 latency' });
  await expect(page).toHaveURL(/metric=latency_p99_9/);
});

test('saved under a name, opened by a teammate, changed and kept', async ({ page, browser }) => {
  const name = `Unpinned, then and now ${Date.now()}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByLabel('Name').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(/\/c\/[a-z0-9]{14}$/);
  await expect(heading(page)).toHaveText(name);

  const teammate = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const other = await teammate.newPage();
  await other.goto(page.url());
  await expect(heading(other)).toHaveText(name);
  await expect(other.getByText(/3 pairs, made by/)).toBeVisible();
  expect(await other.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(other);
  await other.getByRole('button', { name: 'Swap' }).click();
  await expect(other.getByText(/Changed since it was saved/)).toBeVisible();
  await other.getByRole('button', { name: 'Save the change' }).click();
  await expect(other.getByText(/Changed since it was saved/)).toBeHidden();
  await teammate.close();

  await page.reload();
  await expect(page.getByText(/Changed since it was saved/)).toBeHidden();
  await page.goto('/compare');
  await expect(page.getByRole('link', { name })).toBeVisible();
  await page.getByRole('link', { name }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Delete the comparison' }).click();
  await expect(page).toHaveURL(/\/compare$/);
  await expect(page.getByRole('link', { name })).toBeHidden();
});

test('pinned against unpinned is one click from the experiment', async ({ page }) => {
  await page.goto(`/experiments/${ids[0]}`);
  await page.getByRole('link', { name: /side by side/ }).first().click();
  await expect(heading(page)).toHaveText('Pinned against unpinned');
  await expect(page.locator('#pairs')).toContainText('+26.3%');
});

test('runs that were deleted since are named', async ({ page, request }) => {
  const answer = await request.get(`/api/v1/experiments/${ids[1]}`);
  const { run_list } = (await answer.json()) as { run_list: { id: string; name: string; factors: Record<string, string> }[] };
  const gone = run_list.find(({ factors }) => factors.workers === '22');
  expect((await request.delete(`/api/v1/runs/${gone?.id}`)).status()).toBe(204);
  await page.goto(address);
  await expect(page.getByText(`the run “${gone?.name}” (${gone?.id}) was deleted on`)).toBeVisible();
  await expect(page.getByText(/2 pairs, made by/)).toBeVisible();
});
