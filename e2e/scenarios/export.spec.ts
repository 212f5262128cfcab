// What leaves the dashboard: one HTML file that needs nothing, links that show a card, files that spreadsheets open.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

import { expect, test } from '@playwright/test';

import { expectAccessible } from '../pages/accessible';
import { importArticleA, importArticleC } from '../setup/imported';

const BEST = 'workers 22 · cores · log off';
const NAME = 'Pinned <b>"against"</b> & unpinned';
const HEADLINE = 'pin cores raises throughput against none (+14.5% [+9.5, +19.6]); workers 22 raises it against 16 (+9.1% [+3.3, +15.2]);';
let grid = '';
let steps = '';

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext({
    baseURL: process.env.DYNO_E2E_URL,
    storageState: process.env.DYNO_E2E_STATE,
  });
  grid = await importArticleC(request, NAME);
  steps = await importArticleA(request);
  await request.dispose();
});

test('the HTML file opens from disk without a network, light and dark, with its charts', async ({ browser, request }) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'dyno-export-'));
  const file = path.join(folder, 'report.html');
  const answer = await request.get(`/api/v1/experiments/${grid}/export.html`);
  writeFileSync(file, await answer.body());
  const grounds: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    const reader = await browser.newContext({ colorScheme, offline: true, viewport: { width: 1000, height: 900 } });
    const page = await reader.newPage();
    const asked: string[] = [];
    page.on('request', (one) => asked.push(one.url()));
    const problems: string[] = [];
    page.on('console', (message) => problems.push(message.text()));
    await page.goto(pathToFileURL(file).href);
    expect(asked).toEqual([pathToFileURL(file).href]);
    expect(problems).toEqual([]);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(NAME);
    const charts = page.getByRole('img');
    await expect(charts).toHaveCount(3);
    const [box, text] = [await charts.first().boundingBox(), charts.first().getByText('+26.7%', { exact: true })];
    expect(box?.width).toBeGreaterThan(900);
    await expect(text).toBeVisible();
    await expect(page.getByText(`${BEST} raised requests per second by 26.7%`)).toBeVisible();
    grounds.push(await charts.first().locator('rect').first().evaluate((drawn) => getComputedStyle(drawn).fill));
    await expectAccessible(page);
    // every column in sight at any width, and on paper
    for (const [media, width] of [['screen', 962], ['screen', 400], ['print', 1030]] as const) {
      await page.emulateMedia({ media });
      await page.setViewportSize({ width, height: 900 });
      const hidden = await page.locator('.scroll').evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth));
      expect(hidden.every((px) => px <= 0), `${media} ${width}: ${hidden.join()}`).toBe(true);
      const right = await page.locator('.verdict').first().evaluate((one) => one.getBoundingClientRect().right);
      expect(right).toBeLessThanOrEqual(width);
    }
    await reader.close();
  }
  expect(grounds).toEqual(['rgb(255, 255, 255)', 'rgb(21, 27, 35)']);
  rmSync(folder, { recursive: true });
});

test('a link shows title, headline and a picture of the deltas', async ({ page, request }) => {
  const source = await (await request.get(`/experiments/${grid}`)).text();
  expect(source).not.toContain('<b>');
  await page.goto(`/experiments/${grid}`);
  const tag = (name: string) => page.locator(`head meta[property="${name}"]`).getAttribute('content');
  expect(await tag('og:title')).toBe(NAME);
  expect(await tag('og:description')).toContain(HEADLINE);
  expect(await tag('og:image:alt')).toContain(`${NAME}: ${HEADLINE}`);
  await expect(page.getByRole('heading', { level: 2, name: HEADLINE })).toBeVisible();
  const picture = (await tag('og:image')) ?? '';
  expect(new URL(picture).origin).toBe(new URL(page.url()).origin);
  await page.goto(picture);
  const size = page.locator('img').evaluate((drawn: HTMLImageElement) => [drawn.naturalWidth, drawn.naturalHeight]);
  expect(await size).toEqual([1200, 630]);
});

test('files come by their names: the table of the article to the digit', async ({ page, request }) => {
  const download = page.waitForEvent('download');
  await page.goto(`/api/v1/experiments/${steps}/export.csv`).catch(() => undefined); // a download is no page
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^Stepwise tuning, as published .* trials\.csv$/);
  const [head, ...rows] = readFileSync(await file.path(), 'utf8').trim().split('\r\n');
  expect(head).toContain('requests_per_s [1/s]');
  expect(rows).toHaveLength(17);

  const markdown = await (await request.get(`/api/v1/experiments/${steps}/export.md`)).text();
  expect(markdown).toContain('| 3 | workers 2 | worker_processes 2 | 1\u202f027\u202f745 | 17\u202f127.49 | 5.95 ms | +92.20% |');
  expect(markdown).toContain('| workers 2 | 17\u202f127.49 | 5.95 ms | +92.19% | 17\u202f127.49 | 5.95 ms | +92.20% |');
  for (const kind of ['svg', 'png']) {
    const chart = await request.get(`/api/v1/experiments/${grid}/charts/grid.${kind}?rows=pin&columns=workers`);
    expect(chart.status()).toBe(200);
  }
});
