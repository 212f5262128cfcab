import { defineConfig } from '@playwright/test';

import { chromium } from './setup/chromium';

// The first needs an empty dashboard. What measures takes turns on the hosts; beside it run the scenarios on
// imported results, since much of a scenario is waiting. None of them counts on a quiet machine.
const first = /01-first-minutes/;
const measuring = /(command-line|kernel|latency|measure-more|notebook|precise|recipes|stack)\.spec/;
const dependencies = ['first minutes'];

export default defineConfig({
  testDir: 'scenarios',
  projects: [
    { name: 'first minutes', testMatch: first },
    { name: 'measured', testMatch: measuring, dependencies, workers: 1 },
    { name: 'imported', testIgnore: [first, measuring], dependencies, workers: 1 },
  ],
  globalSetup: './setup/global.ts',
  outputDir: 'test-results',
  workers: 2,
  fullyParallel: false,
  forbidOnly: Boolean(process.env.CI),
  timeout: 240_000, // for what hangs: the longest take a minute where nothing else runs
  expect: { timeout: 30_000 }, // likewise
  reporter: [
    ['list'],
    ['html', { open: 'never', outputFolder: 'playwright-report' }],
    ['junit', { outputFile: '../.test-results/e2e.xml' }],
  ],
  use: {
    baseURL: process.env.DYNO_E2E_URL,
    storageState: process.env.DYNO_E2E_STATE,
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' }, // nothing is clicked or judged while it moves or fades
    reuseContext: true, // emptied between tests; a new one costs 1.4 s of CPU
    screenshot: 'only-on-failure',
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false }, // a film and the DOM of each step cost much
    launchOptions: {
      executablePath: chromium(),
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
  },
});
