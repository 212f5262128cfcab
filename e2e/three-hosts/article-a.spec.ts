// Article A, stepwise tuning of nginx: every row of its three tables, launched from the form.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { goTo, launch, openRecipe, problems, removeKnob, select, shorten } from './form';
import { expectAccessible, expectDeltas, readFinished } from './results';

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
  test.setTimeout(180_000);
  await openRecipe(page, 'stepwise', 'full');
  for (const variant of ['kernel settings', 'all']) {
    await select(page, variant);
    await removeKnob(page, LACKING);
  }
  await shorten(page, { seconds: 1 });
  await launch(page);
  const experiment = await readFinished(page, 150_000);
  expect(experiment.run_list).toHaveLength(23);
  await expectDeltas(page, experiment);
  await page.goto(`/experiments/${experiment.id}`);
  await expectAccessible(page);
});

test('article A: nginx alone, every row', async ({ page }) => {
  test.setTimeout(60_000);
  await openRecipe(page, 'nginx-alone', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page, 45_000));
});
