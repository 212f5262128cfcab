// Article B, a guide of settings: each of them, launched from the form. Its workers, CPU masks and connections are rows of article A.
import { expect } from '@playwright/test';

import { needsRoot, test } from './fixture';
import { launch, openRecipe, shorten } from '../pages/form';
import { expectDeltas, readFinished } from '../pages/results';

needsRoot();

test('article B: buffers, timeouts, keep-alive, gzip, expires, access log, open_file_cache', async ({ page }) => {
  await openRecipe(page, 'buffers-timeouts-gzip', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  const experiment = await readFinished(page);
  expect(experiment.run_list).toHaveLength(14);
  await expectDeltas(page, experiment);
});

test('article B: sendfile, tcp_nopush, tcp_nodelay', async ({ page }) => {
  await openRecipe(page, 'sendfile', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page));
});

test('article B: keep-alive to the backend and the size of its pool', async ({ page }) => {
  await openRecipe(page, 'upstream-keepalive', 'full');
  await shorten(page, { seconds: 1 });
  await launch(page);
  await expectDeltas(page, await readFinished(page));
});

test('article B: HTTP against HTTPS over five backends, keys, protocols, ciphers, session cache', async ({ page }) => {
  await openRecipe(page, 'https', 'full');
  await shorten(page, { requests: 300, connections: 20 });
  await launch(page);
  const experiment = await readFinished(page);
  expect(experiment.run_list).toHaveLength(18);
  await expectDeltas(page, experiment);
});
