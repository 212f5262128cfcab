// The stack that `dyno up` starts, as a browser meets it.
import { expect, test, type BrowserContext, type Page } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { holdHosts } from '../setup/process';

/** What is asked of other hosts from now on. */
function foreignRequests(context: BrowserContext, page: Page): string[] {
  const { origin } = new URL(page.url());
  const found: string[] = [];
  context.on('request', (one) => !/^(data|blob):/.test(one.url()) && !one.url().startsWith(origin) && found.push(one.url()));
  return found;
}

test('the dashboard opens without an error and its three hosts are online', async ({ page, request }) => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  expect(errors).toEqual([]);

  const hosts = (await (await request.get('/api/v1/hosts')).json()) as { name: string; online: boolean }[];
  expect(hosts.filter((host) => host.online).map((host) => host.name).sort()).toEqual(['backend', 'load', 'proxy']);
});

test('a page of another site cannot reach the dashboard by its own name', async ({ request }) => {
  const answer = await request.get('/api/v1/hosts', { headers: { host: 'evil.example' } });
  expect(answer.status()).toBe(403);
});

test('the docs open from a page, are searched, and lead to the section that was found', async ({ page, context }) => {
  await page.goto('/hosts');
  const foreign = foreignRequests(context, page);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'How host settings are changed and restored' }).click();
  const docs = await opened;
  await expect(docs.getByRole('heading', { level: 1 })).toContainText('Hosts');

  const { origin } = new URL(docs.url());
  await docs.goto(`${origin}/docs/search?q=sandbox+host`); // as ⌘K of the dashboard opened it until 0.1.0
  const words = docs.getByRole('searchbox');
  await expect(words).toHaveValue('sandbox host');
  await words.fill('clean applied restore');
  await expect(docs.locator('mark').first()).toBeVisible();
  await docs.locator('.VPLocalSearchBox a[href$="/docs/hosts#clean-applied-needs-restore"]').click();
  await expect(docs).toHaveURL(/\/docs\/hosts#clean-applied-needs-restore$/);
  await expect(docs.getByRole('heading', { name: 'Clean, applied, needs restore' })).toBeInViewport();
  await expectAccessible(docs);
  await docs.goto(`${origin}/docs/guide.md#find-the-ceiling`); // a page until 0.1.0
  await expect(docs).toHaveURL(/\/docs\/largest-connections$/);
  expect(foreign).toEqual([]);
});

test('the reference of the API needs no other host', async ({ page, context }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await page.goto('/');
  const foreign = foreignRequests(context, page);
  await page.goto('/api/docs');
  await page.getByText('experiments', { exact: true }).first().click();
  await expect(page.getByText('/api/v1/experiments', { exact: false }).first()).toBeVisible();
  expect([...errors, ...foreign]).toEqual([]);
});

test('a page goes on by itself once the dashboard is back, also one whose script could not be fetched', async ({ page }) => {
  const away = (url: URL) => url.port === new URL(page.url()).port;
  await page.goto('/');
  await expect(page.getByRole('navigation').getByRole('link', { name: 'Hosts' })).toBeVisible();
  await page.route(away, (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'New', exact: true }).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('The server cannot be reached — this page');
  await expect(alert).toContainText('Part of this page could not be loaded.');
  await page.unroute(away);
  await expect(page.getByRole('heading', { name: 'New experiment', level: 1 })).toBeVisible();

  await page.route('**/api/**', (route) => route.abort());
  await page.getByRole('navigation').getByRole('link', { name: 'Hosts' }).click();
  await expect(alert.filter({ hasText: 'the hosts' })).toContainText('this page then continues');
  await page.unroute('**/api/**');
  await expect(page.getByRole('row').filter({ hasText: 'load' }).first()).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('hosts that another dashboard holds are said on every page, and a launch waits for them', async ({ page, request }) => {
  const elsewhere = 'http://192.0.2.7:8080';
  const giveBack = await holdHosts(process.env.DYNO_E2E_LOCK ?? '', elsewhere);
  try {
    await page.goto('/hosts');
    await expect(page.getByText(new RegExp(`Held by another dashboard at ${elsewhere}`))).toHaveCount(3);
    const testbed = page.getByRole('row', { name: /^local/ });
    await expect(testbed).toContainText(`is held by another dashboard at ${elsewhere}`);
    await page.goto('/new?recipe=calibration&form=quick&step=plan');
    await expect(page.getByText(/^It starts when they are free: .* held by another dashboard at/)).toBeVisible();
    await page.getByRole('button', { name: 'Launch into the queue' }).click();
    await expect(page.getByText(`Waiting behind another dashboard at ${elsewhere}`).first()).toBeVisible();
    giveBack();
    await expect(page.getByRole('heading', { name: /^Running/ })).toBeVisible();
  } finally {
    giveBack();
    await request.post(`/api/v1${new URL(page.url()).pathname}/cancel`);
  }
  await expect(page.getByText('Cancelled', { exact: true }).first()).toBeVisible();
});

test('the first click after a variant was renamed counts', async ({ page }) => {
  await page.goto('/new?recipe=stepwise&form=quick&step=variants&shape=list');
  await page.getByLabel('Name', { exact: true }).fill('renamed');
  await page.getByRole('button', { name: 'Duplicate' }).click();
  await expect(page.getByRole('button', { name: /^renamed copy/ })).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('once more');
  await page.getByRole('combobox', { name: 'From' }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  await expect(page.getByRole('button', { name: /^once more/ })).toBeVisible();
});

test('what nginx refuses is said once, at the line of the editor, and is not launched', async ({ page }) => {
  const text = 'gzip_comp_level 5;\ngzip_comp_level 6;'; // each is allowed
  const yaml = `name: Refused\ntopology: proxy_only\nworkloads: [{tool: wrk, duration: 1s}]\ntrials: 2\nbaseline: plain\nvariants:\n  - name: plain\n  - name: packed\n    set: {nginx.http_extra: ${JSON.stringify(text)}}\n`;
  await page.goto('/new?step=yaml');
  const editor = page.getByRole('textbox', { name: 'Definition as YAML' });
  await editor.fill(yaml);
  await page.getByRole('navigation', { name: 'Steps' }).getByRole('link', { name: 'Plan' }).click();
  const found = page.getByRole('alert').filter({ hasText: '1 problem to fix' });
  await expect(found).toContainText(/line 2: nginx refuses this: .*duplicate/);
  await expect(page.getByRole('button', { name: 'Launch' })).toBeDisabled();
  await expect(page.getByRole('navigation', { name: 'Steps' }).getByLabel('1 problem')).toBeVisible();
  await found.getByRole('button').click();
  await expect(page.locator('.cm-lintRange, .cm-lint-marker-error').first()).toBeVisible();
});
