// The main job, as a person does it: launch, watch, read, share, compare. Everything on the way is real.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { goTo, openMoreSettings } from '../pages/form';
import { ended } from '../pages/results';
import { newLink } from '../setup/sign-in';

const ROUNDS = 2;

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

interface Told {
  title: string;
  body: string;
  shown: boolean;
}

/** The browser’s own notifications that a page makes are real, and noted in `window.told`. */
function noteNotifications() {
  const told: Told[] = ((window as unknown as { told: Told[] }).told = []);
  const Real = window.Notification;
  window.Notification = class extends Real {
    constructor(title: string, options: NotificationOptions = {}) {
      super(title, options);
      const one = { title, body: options.body ?? '', shown: false };
      told.push(one);
      this.addEventListener('show', () => (one.shown = true));
    }
  };
}

const notifications = (page: Page) => page.evaluate(() => (window as unknown as { told: Told[] }).told);

/** How far things jumped on the page since the last question: the sum of the browser's own layout-shift entries. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const shifts = (window as unknown as { shifts: number[] }).shifts.splice(0);
    return shifts.reduce((sum, value) => sum + value, 0);
  });
}

test('from an empty dashboard to a finding in a teammate’s own browser, and nothing jumps on the way', async ({ page, browser }) => {
  await page.addInitScript(() => {
    const shifts: number[] = ((window as unknown as { shifts: number[] }).shifts = []);
    const note = (list: PerformanceObserverEntryList) =>
      shifts.push(...list.getEntries().map((entry) => (entry as unknown as { value: number }).value));
    new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
  });
  await page.addInitScript(noteNotifications);
  await page.context().grantPermissions(['notifications']);
  await page.goto('/account');
  await page.getByRole('switch', { name: 'By this browser' }).check({ force: true });
  await page.goto('/');
  if (process.env.DYNO_E2E_DATA) {
    // this file comes first on a stack of its own
    const first = page.getByRole('region', { name: 'First steps' });
    await expect(first.getByRole('button', { name: /^Launch “Pinned against unpinned”/ })).toBeVisible();
    await expectAccessible(page);
    await first.getByRole('link', { name: 'choose another recipe' }).click();
  } else await page.goto('/new');
  const card = page.getByRole('article').filter({ has: page.getByText('Pinned against unpinned', { exact: true }) });
  await card.getByRole('link', { name: 'Use the quick form' }).click();
  await goTo(page, 'Workload');
  await openMoreSettings(page);
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
  await layoutShift(page);
  await ended(page);
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
  const finding = page.getByRole('region', { name: 'Result' }).getByRole('heading'); // whatever was found
  await expect(finding).not.toContainText('So far');
  expect(await layoutShift(page), 'while it ran and when it ended').toBeLessThanOrEqual(0.02);
  const told = await page.request.get(`/api/v1${new URL(address).pathname}`);
  const { headline } = (await told.json()) as { headline: { sentence: string } };
  // it waits for its picture, which is drawn first
  await expect.poll(() => notifications(page), { timeout: 60_000 }).toEqual([
    { title: expect.stringMatching(/: finished$/), body: headline.sentence, shown: true },
  ]);

  await page.goto(address);
  await expect(page.locator('#effects [data-row]').first()).toBeVisible();
  expect(await layoutShift(page), 'when it was opened').toBeLessThanOrEqual(0.02);
  await page.getByRole('combobox', { name: 'Metric' }).selectOption('latency_p99');
  await expect(page).toHaveURL(/metric=latency_p99/);
  await expect(page.locator('#effects [data-row]').first()).toBeVisible();
  expect(await layoutShift(page), 'when another metric was chosen').toBeLessThanOrEqual(0.02);

  const mate = await (await browser.newContext({ storageState: { cookies: [], origins: [] } })).newPage();
  const link = newLink(new URL(address).origin);
  await mate.goto(link.href);
  await expect(mate.getByRole('link', { name: 'New experiment' })).toBeVisible();
  const { pathname, search } = new URL(page.url());
  await mate.goto(link.origin + pathname + search);
  await expect(mate.getByText((await finding.textContent()) ?? '?')).toBeVisible();
  await expect(mate.getByRole('combobox', { name: 'Metric' })).toHaveValue('latency_p99');
  await expectAccessible(mate);
  await mate.context().close();
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
  await page.goto(`${address}?open=deltas`);
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
  await expect(page.getByRole('region', { name: 'Answer' }).getByRole('heading')).toBeInViewport();
  await expect(page.getByText('req/s').first()).toBeVisible();
  await expect(page.getByText(/wrk -t1 -c32|wrk/).first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^nginx\.conf/ })).toHaveAttribute('aria-expanded', 'false');
  const words = (await page.getByRole('main').innerText()).split(/\s+/);
  expect(words.length, 'before anything is unfolded').toBeLessThanOrEqual(400);
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
