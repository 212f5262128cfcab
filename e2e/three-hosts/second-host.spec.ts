// A machine that has nothing becomes a host by one pasted line, from the dashboard's own packages.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';

needsRoot();

test('a machine is installed by the pasted line alone; a testbed with it is made in the page and passes its check', async ({ page, hosts }) => {
  await page.goto('/hosts');
  await page.getByRole('button', { name: 'Add a host' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a host' });
  await expect(dialog.getByText('Other machines can become hosts')).toBeVisible();
  await dialog.getByLabel('Name').fill('second-host');
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  const line = (await dialog.getByRole('region', { name: 'Command that starts an agent' }).textContent()) ?? '';
  await expect(dialog.getByRole('timer')).toContainText(/good for (60:00|59:\d\d)/);
  await expect(dialog.getByText('Waiting for the machine …')).toBeVisible();

  const said = await hosts.paste(line);
  expect(said).toContain('This host is in');
  await expect(dialog.getByText(/^second-host is here, at 10\./)).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  const card = page.getByRole('article').filter({ hasText: 'second-host' });
  await expect(card.getByText('online', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Make a testbed' }).click();
  const form = page.getByRole('dialog', { name: 'Make a testbed' });
  await form.getByLabel('Name').fill('two machines');
  for (const [role, host] of [
    ['load', 'second-host'],
    ['proxy', 'proxy-host'],
  ]) {
    await form.getByRole('combobox', { name: new RegExp(`^Hosts? for ${role}$`) }).click();
    await page.getByRole('option', { name: new RegExp(`^${host}, 10\\.`) }).click();
    await page.keyboard.press('Tab'); // several load hosts may be chosen: the list stays open
  }
  await form.getByRole('button', { name: 'Make and check' }).click();
  const check = page.getByRole('dialog', { name: 'Check of two machines' });
  await expect(check.getByText('Passed: all hosts reach each other')).toBeVisible({ timeout: 30_000 });
  const pairs = check.getByRole('table', { name: 'From host to host' });
  await expect(pairs.getByRole('row', { name: /^second-host → proxy-host [\d.]+ ms [\d,]+ Mbit\/s$/ })).toBeVisible();
  await expect(pairs.getByRole('row', { name: /^proxy-host → second-host [\d.]+ ms [\d,]+ Mbit\/s$/ })).toBeVisible();
});
