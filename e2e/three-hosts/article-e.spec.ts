// Article E, one core for nginx: its two pages on a default and a tuned server, and the ceiling of connections.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { addKnob, field, goTo, launch, openRecipe, problems, select, shorten } from '../pages/form';
import { expectResults, expectRunPage, expectSense, readFinished } from '../pages/results';

// of the article's tuned server, beside what the quick form sets
const TUNED = {
  'nginx.worker_cpu_affinity': '10',
  'limits.nofile': '16384',
  'sysctl.net.ipv4.tcp_congestion_control': 'bbr',
};

needsRoot();

test('article E: default, pinned and tuned, small and large page; ceiling of connections; isolated CPUs are refused', async ({ page }) => {
  await openRecipe(page, 'default-against-isolated', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(/the proxy host must be booted with isolcpus=1/);
  await expect(problems(page)).toContainText(/has no net\.core\.default_qdisc in its network namespace/);

  await openRecipe(page, 'default-against-isolated', 'quick');
  await select(page, 'tuned');
  for (const [knob, value] of Object.entries(TUNED)) {
    await addKnob(page, knob);
    await field(page, knob).fill(value);
  }
  await shorten(page, { requests: 2000 });
  const isolated = await launch(page);
  await openRecipe(page, 'ceiling-of-connections', 'quick');
  await shorten(page, {});
  const ceiling = await launch(page);

  await expectResults(page, isolated, 7);
  const { run_list: runs } = await readFinished(page, ceiling);
  const results = page.getByRole('table', { name: 'Results of the search' }).locator('tbody tr');
  await expect(results).toHaveCount(2);
  await expect(results.filter({ hasText: 'default' })).toContainText('found');
  await expect(page.locator('#ceiling svg').first()).toBeVisible();
  await expectSense(page);
  for (const run of runs) await expectRunPage(page, run);
});
