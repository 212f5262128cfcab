import { defineConfig } from '@playwright/test';

import { chromium } from './setup/chromium';

export default defineConfig({
  projects: [
    { name: 'one machine', testDir: 'scenarios' },
    // its dashboard has a certificate of its own CA
    { name: 'three hosts', testDir: 'three-hosts', use: { ignoreHTTPSErrors: true } },
  ],
  globalSetup: './setup/global.ts',
  outputDir: 'test-results',
  // one testbed, two cores: scenarios measure, so they take turns
  workers: 1,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 120_000,
  expect: { timeout: 10_000 },
  reporter: [['list'], ['html', { open: 'never', outputFolder: 'playwright-report' }]],
  use: {
    baseURL: process.env.DYNO_E2E_URL,
    storageState: process.env.DYNO_E2E_STATE,
    viewport: { width: 1280, height: 800 },
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    launchOptions: {
      executablePath: chromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
});
