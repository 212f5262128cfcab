// What a colleague takes away: each chart as a picture and a table, the report, two hundred variants on one page.
import { readFileSync } from 'node:fs';

import { expect, test, type Download, type Locator, type Page } from '@playwright/test';

import { expectAccessible, expectMenuByKeyboard } from '../pages/accessible';
import { importArticleC } from '../setup/imported';
import { importLarge } from '../setup/large';

test.describe.configure({ mode: 'serial' });

const BEST = 'workers 22 · cores · log off';
let small = '';

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.DYNO_E2E_URL,
    storageState: process.env.DYNO_E2E_STATE,
  });
  small = await importArticleC(request);
  await request.dispose();
});

async function taken(page: Page, section: Locator, what: string): Promise<Download> {
  await section.getByRole('button', { name: /^Export/ }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: what, exact: true }).click();
  return download;
}

async function content(download: Download): Promise<Buffer> {
  return readFileSync(await download.path());
}

test('the delta chart goes into a document as PNG, SVG and CSV', async ({ page, request }) => {
  await page.goto(`/experiments/${small}?open=deltas`);
  const deltas = page.locator('#deltas');
  await expect(deltas.locator('g[data-verdict] > rect')).toHaveCount(9);

  const png = await taken(page, deltas, 'PNG');
  expect(png.suggestedFilename()).toMatch(/deltas\.png$/);
  const picture = await content(png);
  expect(picture.subarray(0, 8).toString('hex')).toBe('89504e470d0a1a0a');
  const [width, height] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  const box = await deltas.boundingBox();
  expect(width).toBeCloseTo(2 * (box?.width ?? 0), -1); // twice as fine as on the screen
  expect(height).toBeGreaterThan(2 * (box?.height ?? Infinity)); // title, caption and where it comes from

  const svg = (await content(await taken(page, deltas, 'SVG'))).toString();
  expect(svg).not.toMatch(/foreignObject|var\(--/);
  const texts = await page.evaluate((source) => {
    const drawn = new DOMParser().parseFromString(source, 'image/svg+xml');
    if (drawn.querySelector('parsererror')) return ['does not parse'];
    return [...drawn.querySelectorAll('text')].map(({ textContent }) => textContent);
  }, svg);
  for (const text of ['Every cell against the baseline', 'workers 22', 'cores', 'log off', '+26.7%', 'better']) expect(texts).toContain(text);
  expect(texts.join('\n')).toContain(`/experiments/${small}`);

  const csv = (await content(await taken(page, deltas, 'CSV'))).toString();
  const [head, ...rows] = csv.trim().split('\r\n').map((line) => line.split(','));
  expect(head?.slice(0, 4)).toEqual(['variant', 'change in req/s', '95% low', '95% high']);
  expect(rows).toHaveLength(9);
  const answer = await request.get(`/api/v1/experiments/${small}/deltas?metric=requests_per_s`);
  const best = ((await answer.json()) as { name: string; change: number }[]).find(({ name }) => name === BEST);
  expect(Number(rows.find(([name]) => name === BEST)?.[1])).toBe(best?.change);
});

test('a chart is a table for those who want figures, by keyboard as well, and the address says so', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/experiments/${small}?open=deltas`);
  const deltas = page.locator('#deltas');
  await deltas.getByRole('button', { name: /as a table/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/tables=deltas/);
  const row = deltas.getByRole('table').getByRole('row', { name: new RegExp(BEST) });
  await expect(row).toContainText('+26.7%');
  await page.reload();
  await expect(row).toContainText('better');

  await page.keyboard.press('Tab');
  await deltas.getByRole('button', { name: /^Export/ }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Copy table as Markdown' }).press('Enter');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain(`| ${BEST} | +26.7% |`);

  await deltas.getByRole('button', { name: /as a table/ }).click();
  await deltas.getByRole('listitem').first().getByRole('button').focus();
  await page.keyboard.press('ArrowDown');
  await expect(deltas.getByRole('tooltip')).toContainText('95% interval');
});

test('menus open, move and close by keyboard, and axe finds nothing in them', async ({ page }) => {
  await page.goto(`/experiments/${small}`);
  for (const name of ['More', 'Share', /^Export “/, /^Your account/]) {
    await expectMenuByKeyboard(page, name);
  }
});

test('the report reads like a write-up', async ({ page }) => {
  await page.goto(`/experiments/${small}`);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: /^Report/ }).click();
  await expect(page).toHaveURL(new RegExp(`/experiments/${small}/report`));
  for (const title of ['What was tested', 'Environment', 'Method', 'Results', 'Findings', 'Not comparable']) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(page.getByText(`${BEST} raised requests per second by 26.7%`)).toBeVisible();
  await expect(page.getByRole('table', { name: 'Results' }).getByRole('row')).toHaveCount(11);
  const drawn = page.locator('figure img').first();
  await expect.poll(() => drawn.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Share' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: /^HTML page/ }).click();
  expect((await content(await download)).toString()).toContain('raised requests per second by 26.7%');
});

test('two hundred variants with twenty trials each can be searched, sorted and read by another metric', { tag: '@exhaustive' }, async ({ page, request }) => {
  const large = await importLarge(request, { variants: 200, trials: 20 });
  await page.goto(`/experiments/${large}`);
  const bars = page.locator('#deltas g[data-verdict] > rect');
  await expect(bars).toHaveCount(200);
  await page.locator('#deltas').getByRole('combobox', { name: 'Metric' }).selectOption('latency_p99');
  await expect(page).toHaveURL(/metric=latency_p99/);
  await expect(page.locator('#deltas')).toContainText('change in p99 latency');
  await expect(bars).toHaveCount(200);

  await page.getByLabel('Find variants by name or setting').fill('worker_connections 64');
  await expect(page.getByText(/^\d+ of 200 variants$/)).toBeVisible();
  await expect.poll(() => bars.count()).toBeLessThan(20); // the chart follows the words a moment later
  const found = await bars.count();
  await expect(page.getByRole('table', { name: 'Runs' }).locator('tbody tr')).toHaveCount(found + 1);
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(bars).toHaveCount(200);
  await page.getByLabel('Order').selectOption('change');
  await expect(page).toHaveURL(/order=change/);

  await page.getByRole('combobox', { name: 'View of the runs' }).selectOption('trials');
  await expect(page.locator('#runs tbody td a')).toHaveCount(201 * 20);
});
