// `make screenshots`: docs/screenshots from a real finished experiment.
import { defineConfig, devices } from '@playwright/test';

import base from './playwright.config';

const phone = { ...devices['Pixel 7'].viewport, width: 390 };

export default defineConfig({
  ...base,
  testDir: 'screenshots',
  timeout: 15 * 60_000,
  reporter: [['list']],
  // a style of ours makes rows be drawn that a window would leave out
  use: { ...base.use, screenshot: 'off', trace: 'off', bypassCSP: true },
  projects: [
    { name: '1280-light', use: { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } },
    { name: '1280-dark', use: { viewport: { width: 1280, height: 800 }, colorScheme: 'dark' } },
    { name: '1920-light', use: { viewport: { width: 1920, height: 1080 }, colorScheme: 'light' } },
    { name: '1920-dark', use: { viewport: { width: 1920, height: 1080 }, colorScheme: 'dark' } },
    { name: 'phone-light', use: { viewport: phone, colorScheme: 'light' } },
    { name: 'phone-dark', use: { viewport: phone, colorScheme: 'dark' } },
  ],
});
