// Kernel settings that only a whole machine has, not a network namespace. They are set on this one and put back.
import { readFileSync } from 'node:fs';

import { expect, test } from '@playwright/test';

import { addKnob, field, launch, openRecipe, select, shorten } from '../pages/form';
import { expectDeltas, expectRunPage, readFinished } from '../pages/results';

const KEYS = ['net.core.netdev_max_backlog', 'net.ipv4.tcp_max_orphans', 'net.core.somaxconn'];
const valueOf = (key: string) => readFileSync(`/proc/sys/${key.replaceAll('.', '/')}`, 'utf8').trim();

test.skip(process.getuid?.() !== 0, 'kernel settings of this machine need root');

test('articles A and C: kernel settings of a whole machine are set, read back and put back', { tag: '@exhaustive' }, async ({ page }) => {
  const before = KEYS.map(valueOf);
  await openRecipe(page, 'kernel-network', 'quick', 'local');
  await select(page, 'queue');
  await addKnob(page, 'net.ipv4.tcp_max_orphans', 'sysctl.net.ipv4.tcp_max_orphans');
  await field(page, 'sysctl.net.ipv4.tcp_max_orphans').fill('262144');
  await shorten(page, { seconds: 1 });
  await launch(page);
  const experiment = await readFinished(page);
  await expectDeltas(page, experiment);
  expect(KEYS.map(valueOf)).toEqual(before);

  const changed = experiment.run_list.find((run) => run.variant === 'kernel settings');
  expect(changed).toBeDefined();
  if (changed) await expectRunPage(page, changed);
  const settings = page.getByRole('table', { name: 'Settings of the hosts' });
  await expect(settings.getByRole('row', { name: /net\.core\.netdev_max_backlog \d+ 24800$/ })).toBeVisible();
});
