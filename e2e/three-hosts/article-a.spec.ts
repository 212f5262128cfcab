// Article A, stepwise tuning of nginx: every row of its three tables, launched from the form.
import { expect, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { needsRoot, test, TESTBED } from './fixture';
import { goTo, launch, openRecipe, problems, removeKnob, select, shorten } from '../pages/form';
import { expectResults, get } from '../pages/results';

const LACKING = 'sysctl.net.core.netdev_max_backlog';

needsRoot();

test('article A: stepwise, nginx alone and placement, every row; a kernel setting that a namespace lacks is refused', async ({ page }) => {
  await openRecipe(page, 'stepwise', 'quick');
  await goTo(page, 'Plan');
  await expect(page.getByText(/Left out here: kernel settings, because .* has no net\.core\.netdev_max_backlog/)).toBeVisible();

  await openRecipe(page, 'stepwise', 'full');
  await goTo(page, 'Plan');
  await expect(problems(page)).toContainText(/has no net\.core\.netdev_max_backlog in its network namespace/);
  await expect(page.getByRole('button', { name: /^Launch/ })).toBeDisabled();
  for (const variant of ['kernel settings', 'all']) {
    await select(page, variant);
    await removeKnob(page, LACKING);
  }
  await shorten(page, { seconds: 1 });
  const stepwise = await launch(page);
  const others = [await launchShort(page, 'nginx-alone', TESTBED), await launchShort(page, 'placement', TESTBED)];
  for (const [testbed, roles] of Object.entries(SHARED)) {
    await makeTestbed(page, testbed, roles);
    others.push(await launchShort(page, 'placement', testbed));
  }

  await expectResults(page, stepwise, 23);
  await page.goto(stepwise);
  await expectAccessible(page);
  for (const address of others) await expectResults(page, address);
});

const SHARED = {
  'proxy and backend on one': { load: 'load-host', proxy: 'proxy-host', backend: 'proxy-host' },
  'all on one': { load: 'proxy-host', proxy: 'proxy-host', backend: 'proxy-host' },
};

async function launchShort(page: Page, slug: string, testbed: string): Promise<string> {
  await openRecipe(page, slug, 'full', testbed);
  await shorten(page, { seconds: 1 });
  return launch(page);
}

async function makeTestbed(page: Page, name: string, names: Record<string, string>): Promise<void> {
  const hosts = await get<{ id: string; name: string }[]>(page.request, '/hosts');
  const roles = Object.entries(names).map(([role, host]) => [role, hosts.find((one) => one.name === host)?.id]);
  const answer = await page.request.post('/api/v1/testbeds', { data: { name, roles: Object.fromEntries(roles) as object } });
  expect(answer.ok(), await answer.text()).toBe(true);
}
