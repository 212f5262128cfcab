// What a person at a browser waits for, in the system's Chromium. One JSON object in (stdin), one out (stdout):
// {chromium, link, cold: [address …], large: address, live: address, liveSeconds, words: [address …]}; or
// {chromium, link, open: address}: says that the page is open, and stays until it is stopped.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { chromium } from 'playwright-core';

const given = JSON.parse(readFileSync(0, 'utf8'));
const WITHIN_MS = 120_000;
const VIEW = { viewport: { width: 1280, height: 800 } };

const browser = await chromium.launch({
  executablePath: given.chromium,
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const state = await signIn(given.link);
  const found = { cold: [] };
  const origin = new URL(given.link).origin;
  if (given.open) await open(origin + given.open, state);
  for (const address of given.cold ?? []) found.cold.push(await cold(origin + address, state));
  if (given.large) found.large = await large(origin + given.large, state);
  if (given.live) found.live = await live(origin + given.live, state, given.liveSeconds);
  if (given.words) found.words = [];
  for (const address of given.words ?? []) found.words.push(await words(origin + address, state));
  process.stdout.write(JSON.stringify(found));
} finally {
  await browser.close();
}

async function signIn(link) {
  const { context, page } = await fresh();
  await page.goto(link);
  await page.waitForFunction(() => !location.hash.includes('sign-in'));
  await page.waitForLoadState('networkidle');
  const state = await context.storageState();
  await context.close();
  return state;
}

async function fresh(state) {
  const context = await browser.newContext({ ...VIEW, storageState: state });
  const page = await context.newPage();
  page.setDefaultTimeout(WITHIN_MS);
  return { context, page };
}

/** A page that somebody looks at for as long as this program runs. */
async function open(url, state) {
  const { page } = await fresh(state);
  await page.goto(url);
  await page.locator('main h1').waitFor();
  process.stdout.write('open\n');
  await new Promise(() => undefined);
}

/** A permalink in a browser that has nothing of us: until its headline stands there, and what was fetched for it. */
async function cold(url, state) {
  const { context, page } = await fresh(state);
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      if (!document.querySelector('h1')?.textContent) return;
      observer.disconnect();
      requestAnimationFrame(() => (window.headlineMs = performance.now()));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
  const scripts = [];
  let requests = 0;
  page.on('request', (request) => (requests += request.url().startsWith('http') ? 1 : 0));
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname.endsWith('.js'))
      scripts.push(answer.body().then((body) => gzipSync(body).length));
  });
  await page.goto(url);
  await page.waitForFunction(() => window.headlineMs);
  const headlineMs = await page.evaluate(() => window.headlineMs);
  await page.waitForLoadState('networkidle');
  page.removeAllListeners('response'); // what comes later was not needed for the page, and would end with it
  const scriptBytes = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  await context.close();
  return { headlineMs, requests, scriptBytes };
}

/** A large experiment: the longest task while it is scrolled, while the pointer is over it, while the metric changes. */
async function large(url, state) {
  const { context, page } = await fresh(state);
  await page.addInitScript(() => {
    window.longTasks = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.longTasks.push(entry.duration);
    }).observe({ type: 'longtask' });
  });
  const taken = async (act) => {
    await settled(page);
    await page.evaluate(() => (window.longTasks = []));
    await act();
    await settled(page);
    return page.evaluate(() => window.longTasks);
  };
  await page.goto(url);
  const bars = page.locator('#deltas g[data-verdict] > rect');
  await bars.nth(100).waitFor({ state: 'attached' });
  const found = { open: await page.evaluate(() => window.longTasks) };
  found.scroll = await taken(async () => {
    for (let n = 0; n < 40; n += 1) {
      await page.mouse.wheel(0, n < 20 ? 600 : -600);
      await frame(page);
    }
  });
  await page.locator('#deltas').scrollIntoViewIfNeeded();
  found.hover = await taken(async () => {
    for (let n = 0; n < 40; n += 1) {
      await page.mouse.move(300 + 15 * n, 200 + 10 * (n % 40));
      await frame(page);
    }
  });
  found.metric = await taken(async () => {
    await page.locator('#deltas').getByRole('combobox', { name: 'Metric' }).selectOption('latency_p99');
    await page.locator('#deltas').getByText('change in p99 latency').first().waitFor();
  });
  await context.close();
  return found;
}

/** The next two frames: what happened until then is drawn. */
async function frame(page) {
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

/** Until nothing has been requested for a while and the browser is idle. */
async function settled(page) {
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done)));
}

/** A running experiment: for each reading, from its sampling to the frame in which it is drawn. */
async function live(url, state, seconds) {
  const { context, page } = await fresh(state);
  await page.addInitScript(() => {
    window.lateMs = [];
    let waiting = [];
    const listen = EventSource.prototype.addEventListener;
    EventSource.prototype.addEventListener = function (kind, listener, ...more) {
      const noted = (event) => {
        if (kind === 'reading') waiting.push(JSON.parse(event.data).time * 1000);
        listener(event);
      };
      return listen.call(this, kind, noted, ...more);
    };
    new MutationObserver((changes) => {
      if (waiting.length === 0 || !changes.some((change) => change.target.closest?.('svg, [aria-label*=", now "]')))
        return;
      const drawn = waiting;
      waiting = [];
      requestAnimationFrame(() => drawn.forEach((at) => window.lateMs.push(Date.now() - at)));
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });
  await page.goto(url);
  await page.waitForTimeout(seconds * 1000);
  const late = await page.evaluate(() => window.lateMs);
  await context.close();
  return late;
}

/** How much a page shows before anything is unfolded: words and controls of its main part, and its height. */
async function words(url, state) {
  const { context, page } = await fresh(state);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await settled(page);
  await page.waitForFunction(() => !document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root'));
  const counts = await page.evaluate(() => {
    const main = document.querySelector('main');
    const kinds = 'a[href], button, input, select, textarea, summary, [role=button], [role=tab], [role=switch]';
    const isDrawn = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects()[0]?.width > 1;
    const controls = [...main.querySelectorAll(kinds)].filter((node) => [node, ...(node.labels ?? [])].some(isDrawn));
    return {
      words: main.innerText.split(/\s+/).filter(Boolean).length,
      controls: controls.length,
      height: document.documentElement.scrollHeight,
    };
  });
  await context.close();
  return counts;
}
