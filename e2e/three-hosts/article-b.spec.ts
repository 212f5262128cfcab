// Article B, a guide of settings: each of them, launched from the form. Its workers, CPU masks and connections are rows of article A.
import { needsRoot, test } from './fixture';
import { launch, openRecipe, shorten } from '../pages/form';
import { expectResults } from '../pages/results';

const RECIPES = {
  'buffers-timeouts-gzip': { runs: 14, seconds: 1 }, // with keep-alive, expires, access log and open_file_cache
  sendfile: { runs: 11, seconds: 1 }, // with tcp_nopush and tcp_nodelay
  'upstream-keepalive': { runs: 8, seconds: 1 }, // keep-alive to the backend and the size of its pool
  https: { runs: 18, requests: 300, connections: 20 }, // five backends, keys, protocols, ciphers, session cache
};

needsRoot();

test('article B: buffers and timeouts, sendfile, keep-alive to the backend, HTTP against HTTPS, every row', async ({ page }) => {
  const launched: [string, number][] = [];
  for (const [slug, { runs, ...length }] of Object.entries(RECIPES)) {
    await openRecipe(page, slug, 'full');
    await shorten(page, length);
    launched.push([await launch(page), runs]);
  }
  for (const [address, runs] of launched) await expectResults(page, address, runs);
});
