// Script that the first load of each page needs, gzipped; fails when the run permalink passes its budget.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const BUDGET_KB = 350;
const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));

/** Keys of a chunk and of everything it imports statically. */
function closure(key, seen = new Set()) {
  if (seen.has(key)) return seen;
  seen.add(key);
  for (const next of manifest[key].imports ?? []) closure(next, seen);
  return seen;
}

const kilobytes = (key) => gzipSync(readFileSync(new URL(manifest[key].file, dist))).length / 1000;
const total = (...keys) =>
  [...new Set(keys.flatMap((key) => [...closure(key)]))].reduce((sum, key) => sum + kilobytes(key), 0);

const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));
for (const page of pages) console.log(page.padEnd(60), `${total('index.html', page).toFixed(0)} kB`);

const run = pages.find((key) => key.endsWith('/run-page.tsx'));
if (run && total('index.html', run) > BUDGET_KB) {
  console.error(`The run permalink loads more than ${BUDGET_KB} kB of script.`);
  process.exit(1);
}
