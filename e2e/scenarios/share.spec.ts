// A result for somebody without an account: shared by a link, read in a browser of its own, revoked.
import { expect, test } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { importArticleC } from '../setup/imported';

test('a link opens one experiment for anybody, without an account, until it is revoked', async ({ page, browser, baseURL }) => {
  const id = await importArticleC(page.request);
  await page.goto(`/experiments/${id}`);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('menuitem', { name: /Anyone with the link/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a link for anyone' }).click();
  const url = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
  await expectAccessible(page);

  const profile = await browser.newContext({ baseURL, storageState: { cookies: [], origins: [] } });
  const reader = await profile.newPage();
  const refused: string[] = [];
  reader.on('response', (answer) => answer.status() >= 400 && refused.push(`${answer.status()} ${new URL(answer.url()).pathname}`));
  await reader.goto(url);
  await expect(reader).toHaveURL(new RegExp(`/s/[^/]+/experiments/${id}`));
  await expect(reader.locator('[data-row]:visible').first()).toBeVisible();
  await expect(reader.getByText(/^Shared with you, to read/)).toBeVisible();
  for (const name of ['Clone and change', 'Cancel', 'Search', 'New experiment', 'More', 'Sign out', 'Reproduce']) {
    await expect(reader.getByRole('button', { name }).or(reader.getByRole('link', { name })), name).toHaveCount(0);
  }
  await expectAccessible(reader);

  await reader.locator('a[href*="/runs/"]').first().click();
  await expect(reader).toHaveURL(/\/s\/[^/]+\/runs\//);
  await expect(reader.getByRole('heading', { level: 1 })).toBeVisible();
  await reader.goto(`${url}/experiments/${id}/report`);
  const chart = reader.locator('figure img').first();
  await expect(chart).toBeVisible();
  await expect.poll(() => chart.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  expect(refused).toEqual([]);

  await reader.goto(`${url}/hosts`);
  await expect(reader.getByText('There is no page at this address')).toBeVisible();
  for (const path of ['/api/v1/experiments', `/api/v1/experiments/${id}`, '/api/v1/hosts', '/api/v1/events']) {
    expect((await profile.request.get(path)).status(), path).toBe(401);
  }

  await page.goto('/share-links');
  await page.getByRole('row').filter({ hasText: 'experiment' }).first().getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByRole('region', { name: 'Ended' })).toBeVisible();
  await expectAccessible(page);
  await reader.goto(url);
  await expect(reader.getByText('This link shows nothing', { exact: true })).toBeVisible();
  await profile.close();
});
