// Article D, SO_REUSEPORT: short against kept connections, and the kernel settings around the accept queue.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { field, goTo, launch, openRecipe, problems, select, shorten } from '../pages/form';
import { expectResults } from '../pages/results';

needsRoot();

test('article D: one accept queue against reuseport, short and kept connections, status page, backlog; kernel settings', async ({ page }) => {
  await openRecipe(page, 'short-against-long', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(/60000 connections need \d+ open files on the load host/);
  // with a million each worker first writes to 430 MB, at every start: seconds of CPU, and no other behaviour
  await select(page, 'All variants');
  await field(page, 'nginx.worker_connections').fill('4096');
  await shorten(page, { seconds: 1, connections: 96 });
  const queues = await launch(page);
  await openRecipe(page, 'kernel-network', 'quick');
  await shorten(page, { seconds: 1 });
  const network = await launch(page);

  await expectResults(page, queues, 12);
  await expectResults(page, network);
});
