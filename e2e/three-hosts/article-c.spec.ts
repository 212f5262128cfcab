// Article C, pinned against unpinned × workers × log target: every row, with CPUs that these hosts have.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { field, goTo, launch, openRecipe, problems, select, shorten } from '../pages/form';
import { expectResults } from '../pages/results';

needsRoot();

test('article C: 16 and 22 workers, pinned and unpinned, log off, in memory, on disk; CPUs that a host lacks are refused', async ({ page }) => {
  await openRecipe(page, 'pinned-against-unpinned', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(/the load host has no CPU 32-63; it has /);
  await select(page, 'cores');
  await field(page, 'pin.load').fill('0');
  await goTo(page, 'Workload');
  await page.getByRole('radio', { name: /^wrk,/ }).click();
  await shorten(page, { seconds: 1 });
  await expectResults(page, await launch(page), 13);
});
