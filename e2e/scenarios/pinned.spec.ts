// The main job, as a person does it: launch, watch, read, share, compare. Everything on the way is real.
import AxeBuilder from '@axe-core/playwright';
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

const ROUNDS = 3;
const FINISHED_WITHIN_MS = 150_000;

test.describe.configure({ mode: 'serial' });

interface Trial {
  id: string;
  run_id: string;
  state: string;
  figures: Record<string, number | null>;
}
interface Experiment {
  id: string;
  state: string;
  run_list: { id: string; name: string; is_baseline: boolean; is_control: boolean }[];
}
interface Delta {
  run_id: string;
  change: number | null;
  low: number | null;
  high: number | null;
  n: number;
}

let address = '';

async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`/api/v1${path}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? '';

async function expectAccessible(page: Page): Promise<void> {
  const found = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa']).analyze();
  expect(found.violations.map((v) => `${v.id}: ${v.nodes[0]?.html}`)).toEqual([]);
}

test('launch the recipe from the browser and watch it to its end', async ({ page }) => {
  test.setTimeout(FINISHED_WITHIN_MS + 60_000);
  await page.goto('/new?recipe=pinned-against-unpinned&form=quick&step=workload');
  await page.getByLabel('Trials of a run').fill(String(ROUNDS));
  await page.getByRole('button', { name: 'Review plan' }).first().click();
  await expect(page).toHaveURL(/step=plan/);
  await expect(page.getByText('nginx.conf').first()).toBeVisible();
  await page.getByRole('button', { name: /^Launch/ }).click();
  await expect(page).toHaveURL(/\/experiments\/[a-z0-9]{14}/);
  address = page.url();

  const progress = page.getByRole('progressbar', { name: 'Trials done' });
  await expect(progress).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(`of ${ROUNDS}`).first()).toBeVisible();
  await expect(page.getByText(/left/).first()).toBeVisible();
  await expect.poll(async () => Number(await progress.getAttribute('aria-valuenow')), { timeout: 60_000 }).toBeGreaterThan(2);
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible({ timeout: FINISHED_WITHIN_MS });
});

test('the delta chart has a bar with an interval for every variant', async ({ page, request }) => {
  const experiment = await get<Experiment>(request, `/experiments/${idOf(address)}`);
  const deltas = await get<Delta[]>(request, `/experiments/${experiment.id}/deltas?metric=requests_per_s`);
  expect(deltas).toHaveLength(experiment.run_list.length - 1);
  for (const { change, low, high, n } of deltas) {
    expect(n).toBe(ROUNDS);
    expect(low).toBeLessThanOrEqual(change ?? NaN);
    expect(high).toBeGreaterThanOrEqual(change ?? NaN);
  }
  await page.goto(address);
  const candidates = experiment.run_list.filter((run) => !run.is_baseline && !run.is_control);
  await expect(page.locator('#deltas g[data-verdict] > rect')).toHaveCount(candidates.length + 1);
  await expect(page.locator('#deltas [data-part="whisker"]')).toHaveCount(candidates.length + 1);
  await expectAccessible(page);
});

test('a trial stores what its tool printed', async ({ request }) => {
  const trials = await get<Trial[]>(request, `/experiments/${idOf(address)}/trials`);
  const done = trials.filter(({ state }) => state === 'done');
  expect(done.length).toBeGreaterThan(0);
  for (const trial of done) {
    const { stdout } = await get<{ stdout: string }>(request, `/trials/${trial.id}/output`);
    const printed = /^Requests\/sec:\s+([\d.]+)$/m.exec(stdout)?.[1];
    expect(trial.figures.requests_per_s).toBe(Number(printed));
  }
});

test('a teammate opens the run permalink in a browser of their own', async ({ browser, request }) => {
  const experiment = await get<Experiment>(request, `/experiments/${idOf(address)}`);
  const run = experiment.run_list.find((r) => !r.is_baseline && !r.is_control);
  const teammate = await browser.newContext({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
  const page = await teammate.newPage();
  await page.goto(new URL(`/runs/${run?.id}`, address).href);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(run?.name ?? '');
  await expect(page.getByText('req/s').first()).toBeVisible();
  await expect(page.getByText(/wrk -t1 -c32|wrk/).first()).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
  await teammate.close();
});

test('pinned and unpinned stand side by side', async ({ page }) => {
  await page.goto(address);
  await page.getByRole('link', { name: /side by side/ }).first().click();
  await expect(page).toHaveURL(/\/compare\?.*factor=pin/);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Only what differs')).toBeVisible();
  await expect(page.getByText('pin.load').first()).toBeVisible();
  await expectAccessible(page);
});
