// Article A, stepwise tuning of nginx: every row of its three tables, launched from the form.
import { expect, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { needsRoot, test } from './fixture';
import { goTo, launch, openRecipe, problems, removeKnob, select, shorten } from '../pages/form';
import { expectDeltas, get, readFinished } from '../pages/results';

const LACKING = 'sysctl.net.core.netdev_max_backlog';

needsRoot();

test('article A: a kernel setting that a namespace lacks is refused before launch, with host and reason', async ({ page }) => {
  await openRecipe(page, 'stepwise', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(LACKING);
  await expect(problems(page)).toContainText(/has no net\.core\.netdev_max_backlog in its network namespace/);
  await expect(page.getByRole('button', { name: /^Launch/ })).toBeDisabled();
  await openRecipe(page, 'stepwise', 'quick');
  await goTo(page, 'Plan');
  await expect(page.getByText(/Left out here: kernel settings, because .* has no net\.core\.netdev_max_backlog/)).toBeVisible();
});

test('article A: stepwise, every row', async ({ page }) => {
  await openRecipe(page, 'stepwise', 'full');
  for (const variant of ['kernel settings', 'all']) {
    await select(page, variant);
    await removeKnob(page, LACKING);
  }
  await shorten(page, { seconds: 1 });
  await launch(page);
  const experiment = await readFinished(page);
  expect(experiment.run_list).toHaveLength(23);
  await expectDeltas(page, experiment);
  await page.goto(`/experiments/${experiment.id}`);
  await expectAccessible(page);
});

test('article A: nginx alone, every row', async ({ page }) => {
  await openRecipe(page, 'nginx-alone', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page));
});

test('article A: placement of the roles on three hosts, two and one', async ({ page }) => {
  await openRecipe(page, 'placement', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page));
  for (const [name, roles] of Object.entries(SHARED)) {
    await makeTestbed(page, name, roles);
    await openRecipe(page, 'placement', 'full', name);
    await shorten(page, { seconds: 1 });
    await launch(page);
    await expectDeltas(page, await readFinished(page));
  }
});

const SHARED = {
  'proxy and backend on one': { load: 'load-host', proxy: 'proxy-host', backend: 'proxy-host' },
  'all on one': { load: 'proxy-host', proxy: 'proxy-host', backend: 'proxy-host' },
};

async function makeTestbed(page: Page, name: string, names: Record<string, string>): Promise<void> {
  const hosts = await get<{ id: string; name: string }[]>(page.request, '/hosts');
  const roles = Object.entries(names).map(([role, host]) => [role, hosts.find((one) => one.name === host)?.id]);
  const answer = await page.request.post('/api/v1/testbeds', { data: { name, roles: Object.fromEntries(roles) as object } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
