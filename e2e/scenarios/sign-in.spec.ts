// Somebody without a session: a link lets one browser in, once, and signing out ends it.
import { expect, test, type Page, type Request } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { NAME } from '../setup/provider';
import { newLink } from '../setup/sign-in';

test.use({ storageState: { cookies: [], origins: [] } });

const url = () => process.env.DYNO_E2E_URL ?? '';
const asked = (page: Page) => expect(page.getByRole('heading', { name: 'Sign in to Dynoboard' })).toBeVisible();

test('without a session every page says how to get in, and nothing else', async ({ page, request }) => {
  for (const address of ['/', '/hosts', '/experiments']) {
    await page.goto(address);
    await asked(page);
    await expect(page.getByText('dyno login --server')).toBeVisible();
  }
  await expectAccessible(page);
  expect((await request.get('/api/v1/hosts')).status()).toBe(401);
});

test('a page to sign in that cannot be fetched says so, and comes by itself', async ({ page }) => {
  let away = true;
  await page.route(/sign-in-page|api\/v1\/health/, (route) => (away ? route.abort() : route.continue()));
  await page.goto('/');
  await expect(page.getByRole('alert')).toContainText('The server cannot be reached — the page to sign in');
  await expectAccessible(page);
  away = false;
  await asked(page);
});

test('a link opens the dashboard at its own name, once, and leaves no trace of its code', async ({ page, browser }) => {
  const link = newLink(url());
  const code = link.hash.replace('#sign-in=', '');
  const requests: Request[] = [];
  page.on('response', (response) => requests.push(response.request()));
  await page.goto(link.href);
  await expect(page.getByRole('link', { name: 'New experiment' })).toBeVisible();
  expect(page.url()).toBe(`${link.origin}/`);
  const headers = await Promise.all(requests.map((request) => request.allHeaders()));
  expect(headers).not.toEqual([]);
  expect(headers.flatMap((each) => Object.values(each)).filter((text) => text.includes(code))).toEqual([]);
  const [cookie] = await page.context().cookies();
  expect(cookie).toMatchObject({ domain: link.hostname, httpOnly: true, sameSite: 'Strict' });

  const other = await (await browser.newContext()).newPage();
  await other.goto(link.href);
  await expect(other.getByRole('alert')).toContainText('was used already');
  await other.context().close();
});

test('signing out ends the session on the server, not only in the browser', async ({ page, browser }) => {
  await page.goto(newLink(url()).href);
  await expect(page.getByRole('heading', { name: 'Recent experiments' })).toBeVisible(); // signed in, and drawn
  const mine = await page.context().cookies();

  await page.getByRole('button', { name: /^Your account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await asked(page);
  const thief = await browser.newContext({ storageState: { cookies: mine, origins: [] } });
  const again = await thief.newPage();
  await again.goto(`http://${mine[0]?.domain}:${new URL(url()).port}/hosts`);
  await asked(again);
  await thief.close();
});

test('a provider lets in whom its groups let in, where one wanted to go, and nobody else', async ({ page }) => {
  test.skip(!process.env.DYNO_E2E_PROVIDER, 'this dashboard has no provider of ours');
  const wanted = `${newLink(url()).origin}/experiments?q=is%3Astarred`;
  const atProvider = async (name: string) => {
    await page.getByRole('button', { name: `Continue with ${NAME}` }).click();
    await expect(page).toHaveURL((now) => now.href.startsWith(process.env.DYNO_E2E_PROVIDER ?? '-'));
    await page.getByRole('link', { name }).click();
  };
  await page.goto(wanted);
  await atProvider('Eve');
  await expect(page.getByRole('alert')).toContainText('None of your groups at the provider can sign in here');
  await expect(page).toHaveURL(wanted);
  await expectAccessible(page);

  await atProvider('Ada');
  const account = page.getByRole('button', { name: 'Your account: Ada' });
  await expect(account).toBeVisible();
  await expect(page).toHaveURL(wanted);
  await expect(page.getByRole('main').getByRole('link', { name: 'New experiment' }).first()).toBeVisible(); // an operator, no admin
  await account.click();
  await expect(page.getByRole('menuitem', { name: 'Share links' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'People' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await asked(page);
});
