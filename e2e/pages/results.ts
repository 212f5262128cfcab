// What an experiment's page and its runs' pages have to say once it is finished, held against the API.
import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { setTimeout } from 'node:timers/promises';

/** An experiment that says the same for so long hangs: no step of one may take as long, on any machine. */
const STUCK_AFTER_MS = 150_000;
const LOOK_MS = 1_000; // each look costs the API CPU that the measurement lacks

export interface RunRow {
  id: string;
  variant: string;
  workload: { name: string | null };
  is_baseline: boolean;
  trials_done: number;
  trials_failed: number;
  failure: unknown;
  total_requests: number | null;
  knobs: Record<string, unknown>;
  means: Record<string, number>;
}
export interface Experiment {
  id: string;
  state: string;
  note: string | null;
  progress: { done: number; step: string } | null;
  run_list: RunRow[];
}

const NONSENSE = /\bNaN\b|\bundefined\b|\[object Object\]|Traceback|\bInfinity\b|\.(py|tsx?):\d+/;

export async function get<T>(request: APIRequestContext, path: string): Promise<T> {
  const answer = await request.get(`/api/v1${path}`);
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as T;
}

export const idOf = (address: string) => new URL(address).pathname.split('/').at(-1) ?? '';

/** The experiment of this address, once it has ended, however. */
export const ended = (page: Page, address = page.url()) => awaitEnd(page.request, idOf(address));

/** An experiment once it has ended, however: the test has as much more time as it needs. */
export async function awaitEnd(request: APIRequestContext, id: string): Promise<Experiment> {
  let [said, said_at] = ['', Date.now()];
  for (;;) {
    const experiment = await get<Experiment>(request, `/experiments/${id}`);
    if (/^(finished|failed|cancelled)$/.test(experiment.state)) return experiment;
    const now = `${experiment.state}, ${experiment.progress?.done} trials done, ${experiment.progress?.step}`;
    if (now !== said) {
      test.setTimeout(test.info().timeout + (Date.now() - said_at));
      [said, said_at] = [now, Date.now()];
    }
    expect(Date.now() - said_at, `nothing has moved since: ${said}`).toBeLessThan(STUCK_AFTER_MS);
    await setTimeout(LOOK_MS);
  }
}

/** The experiment of this address once it is finished, on its page: every run of it has its figures. */
export async function readFinished(page: Page, address = page.url()): Promise<Experiment> {
  const experiment = await ended(page, address);
  expect(experiment.state).toBe('finished');
  if (page.url() !== address) await page.goto(address);
  await expect(page.getByText('finished', { exact: true }).first()).toBeVisible();
  for (const run of experiment.run_list) expectFigures(run);
  return experiment;
}

function expectFigures(run: RunRow): void {
  const { variant, trials_failed, failure, means } = run;
  expect.soft({ variant, trials_failed, failure }).toEqual({ variant, trials_failed: 0, failure: null });
  expect.soft(run.trials_done, `valid trials of ${variant}`).toBeGreaterThan(0);
  expect.soft(means.requests_per_s, `req/s of ${variant}`).toBeGreaterThan(0);
  expect.soft(means.latency_mean, `latency of ${variant}`).toBeGreaterThan(0);
}

/** What has to be seen of an experiment by its address, once it is finished; of so many runs. */
export async function expectResults(page: Page, address: string, runs?: number): Promise<void> {
  const experiment = await readFinished(page, address);
  if (runs) expect(experiment.run_list).toHaveLength(runs);
  await expectDeltas(page, experiment);
}

/** The delta chart and the table of runs, under each workload; then the page of one run. */
export async function expectDeltas(page: Page, { id, run_list: runs }: Experiment): Promise<void> {
  for (const workload of new Set(runs.map((run) => run.workload.name ?? 'default'))) {
    const shown = runs.filter((run) => (run.workload.name ?? 'default') === workload);
    await page.goto(`/experiments/${id}?workload=${encodeURIComponent(workload)}&view=figures&open=deltas`);
    await expect(page.locator('#deltas g[data-verdict] > rect')).toHaveCount(shown.length - 1);
    for (const run of shown) await expectRow(page, run);
    await expectSense(page);
  }
  const candidate = runs.find((run) => !run.is_baseline) ?? runs[0];
  if (candidate) await expectRunPage(page, candidate);
}

async function expectRow(page: Page, run: RunRow): Promise<void> {
  const row = page.getByRole('table', { name: 'Runs' }).locator('tbody tr').filter({ has: page.locator(`a[href="/runs/${run.id}"]`) });
  await expect(row).toHaveCount(1);
  const cells = (await row.locator('td').allInnerTexts()).map((text) => text.trim());
  expect.soft(cells[0]).toBe(run.variant);
  expect.soft(Number(cells[2]?.replace(/\s/g, '')), `requests of ${run.variant}`).toBe(Math.round(run.total_requests ?? NaN));
  const [shown, mean] = [numberOf(cells[3] ?? ''), run.means.requests_per_s ?? NaN];
  expect.soft(Math.abs(shown - mean) / mean, `${run.variant}: ${cells[3]} stands for ${mean}`).toBeLessThan(0.006);
}

/** “17.1k” → 17100. */
function numberOf(text: string): number {
  const [, digits, prefix = ''] = /^([\d.]+)([kM]?)$/.exec(text) ?? [];
  return Number(digits) * { '': 1, k: 1e3, M: 1e6 }[prefix as '' | 'k' | 'M'];
}

/** Every section of a run's page, opened. */
export const RUN_OPEN = '?open=trial-table,validity,bottlenecks,latency,latency-rounds,diagnostics,hosts,profile,conf,as-run,evidence';

export async function expectRunPage(page: Page, run: RunRow): Promise<void> {
  await page.goto(`/runs/${run.id}${RUN_OPEN}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText(run.variant);
  await expect(page.getByText('req/s').first()).toBeVisible();
  await expect(page.getByText('nginx.conf').first()).toBeVisible();
  await expectSense(page);
}

/** Everything is drawn, and nothing of it is the remains of an error. */
export async function expectSense(page: Page): Promise<void> {
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  expect(await page.getByRole('main').innerText()).not.toMatch(NONSENSE);
}
