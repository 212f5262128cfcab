// Article D, SO_REUSEPORT: short against kept connections, and the kernel settings around the accept queue.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { goTo, launch, openRecipe, problems, shorten } from '../pages/form';
import { expectDeltas, readFinished } from '../pages/results';

needsRoot();

test('article D: one accept queue against reuseport, short and kept connections, status page, backlog', async ({ page }) => {
  await openRecipe(page, 'short-against-long', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(/60000 connections need \d+ open files on the load host/);
  await shorten(page, { seconds: 1, connections: 96 });
  await launch(page);
  const experiment = await readFinished(page);
  expect(experiment.run_list).toHaveLength(12);
  await expectDeltas(page, experiment);
});

test('article D: kernel network settings', async ({ page }) => {
  await openRecipe(page, 'kernel-network', 'quick');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page));
});
