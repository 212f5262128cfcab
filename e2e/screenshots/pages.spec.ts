// Every page of the dashboard, as it looks with one finished experiment.
import path from 'node:path';

import { expect, test, type APIRequestContext, type Page } from '@playwright/test';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');
const RECIPE = 'pinned-against-unpinned';
/** Pages that set tables beside charts where there is room. */
const USE_THE_WIDTH = /^(experiment(-|$)|compare$)/;
const FINISHED_WITHIN_MS = 12 * 60_000;

interface Experiment {
  id: string;
  state: string;
  recipe: string | null;
  factors: Record<string, string[]>;
  run_list: { id: string; is_baseline: boolean }[];
}

/** The experiment that all pictures show: launched by the first project, found again by the others. */
async function finishedExperiment(request: APIRequestContext): Promise<Experiment> {
  const known = (await (await request.get('/api/v1/experiments')).json()) as Experiment[];
  let id = known.find((experiment) => experiment.recipe === RECIPE)?.id;
  if (!id) {
    const launched = await request.post('/api/v1/experiments', { data: { recipe: RECIPE, form: 'quick' } });
    expect(launched.status(), await launched.text()).toBe(201);
    id = ((await launched.json()) as Experiment).id;
  }
  const load = async () => (await (await request.get(`/api/v1/experiments/${id}`)).json()) as Experiment;
  await expect.poll(async () => (await load()).state, { timeout: FINISHED_WITHIN_MS, intervals: [2000] }).toBe('finished');
  return load();
}

function addresses(experiment: Experiment): Record<string, string> {
  const { id, factors, run_list: runs } = experiment;
  const [factor, levels] = Object.entries(factors).find(([name]) => name.includes('pin')) ?? ['', []];
  const split = new URLSearchParams({ experiment: id, factor, level_a: levels[0] ?? '', level_b: levels[1] ?? '' });
  const candidate = runs.find((run) => !run.is_baseline) ?? runs[0];
  return {
    home: '/',
    'new-recipe': '/new',
    'new-variants': `/new?recipe=${RECIPE}&step=variants`,
    'new-plan': `/new?recipe=${RECIPE}&step=plan`,
    experiments: '/experiments',
    experiment: `/experiments/${id}`,
    'experiment-table': `/experiments/${id}?view=table`,
    'experiment-pivot': `/experiments/${id}?view=pivot`,
    'experiment-trials': `/experiments/${id}?view=trials`,
    report: `/experiments/${id}/report`,
    run: `/runs/${candidate?.id}`,
    compare: `/compare?${split}`,
    hosts: '/hosts',
    recipes: '/recipes',
    import: '/import',
    'compare-picker': '/compare',
  };
}

/** The page is drawn: its data are here, and no chart moves any more. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.locator('[aria-busy="true"], .mantine-Skeleton-root')).toHaveCount(0);
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode())));
  await expect
    .poll(() => page.evaluate(() => document.getAnimations().filter((a) => a.playState === 'running').length))
    .toBe(0);
}

test('pages', async ({ page, request }, info) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const experiment = await finishedExperiment(request);
  const isWide = info.project.name.startsWith('1920');
  for (const [name, address] of Object.entries(addresses(experiment))) {
    if (isWide && !USE_THE_WIDTH.test(name)) continue;
    await page.goto(address);
    await settled(page);
    // a picture of the whole page has rows that a window would leave undrawn
    await page.addStyleTag({ content: '* { content-visibility: visible !important; }' });
    await page.screenshot({ path: path.join(folder, `${name}-${info.project.name}.png`), fullPage: true });
  }
});
