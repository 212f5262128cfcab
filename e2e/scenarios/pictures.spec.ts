// The pictures of README and docs/, and the words on them: of the example that comes with Dynoboard, so always the same.
import { expect, test, type APIRequestContext } from '@playwright/test';

import { expectPicture } from '../pages/pictures';

async function openedExample(request: APIRequestContext): Promise<string> {
  const open = async () => ((await (await request.post('/api/v1/imports/example')).json()) as { id: string }).id;
  expect((await request.delete(`/api/v1/experiments/${await open()}`)).ok()).toBe(true);
  return open();
}

test('the pictures of the docs show what the pages show', { tag: '@exhaustive' }, async ({ page, request }) => {
  const address = `/experiments/${await openedExample(request)}`;
  const main = page.getByRole('main');

  // as on an empty dashboard, whatever other scenarios have measured
  await page.route(/\/api\/v1\/experiments\?/, (route) => route.fulfill({ json: [] }));
  await page.goto('/');
  const first = page.getByRole('region', { name: 'First steps' });
  await expect(first.getByRole('button', { name: /^Launch / })).toBeVisible();
  await expectPicture(page, 'first-steps', first, first);
  await page.unroute(/\/api\/v1\/experiments\?/);

  await page.goto(address);
  await expect(page.locator('#effects [data-row]').first()).toBeVisible();
  await expectPicture(page, 'result', main);

  await page.goto(`${address}?view=pivot&rows=log&columns=workers&at=pin:cores`);
  const table = page.getByRole('table', { name: /^Mean req\/s by log and workers/ });
  await expectPicture(page, 'grid', table, table);

  await page.goto(address);
  await page.getByRole('button', { name: 'Share', exact: true }).first().click();
  await page.getByRole('menuitem', { name: /^Anyone with the link/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Make a link for anyone' }).click();
  await expect(dialog.getByLabel('Link', { exact: true })).toBeVisible();
  await expectPicture(page, 'share', dialog, dialog);
  await request.delete(`/api/v1${address}`);
});
