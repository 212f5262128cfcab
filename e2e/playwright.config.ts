import { defineConfig } from '@playwright/test';

import { chromium } from './setup/chromium';

export default defineConfig({
  projects: [
    { name: 'one machine', testDir: 'scenarios', workers: 1 },
    // its dashboard has a certificate of its own CA
    { name: 'three hosts', testDir: 'three-hosts', workers: 1, use: { ignoreHTTPSErrors: true } },
  ],
  globalSetup: './setup/global.ts',
  outputDir: 'test-results',
  // A stack each, which measures: its scenarios take turns. The two stacks run side by side, since much of a
  // scenario is waiting; none of them counts on a quiet machine.
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000, // for what hangs: the longest take a minute where nothing else runs
  expect: { timeout: 30_000 }, // likewise
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'playwright-report' }]],
  use: {
    baseURL: process.env.DYNO_E2E_URL,
    storageState: process.env.DYNO_E2E_STATE,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' }, // nothing is clicked or judged while it moves or fades
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
});
