// Packs what a page loads once, as well as it can be: `dyno up` sends it as it is, to browsers that take br or gzip.
import { readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

const LEAST_BYTES = 1_000;
const assets = new URL(`../${process.argv[2]}/`, import.meta.url);
const brotlied = promisify(brotliCompress);
const gzipped = promisify(gzip);

async function pack(name) {
  const text = await readFile(new URL(name, assets));
  if (text.length < LEAST_BYTES) return;
  await writeFile(new URL(`${name}.br`, assets), await brotlied(text));
  await writeFile(new URL(`${name}.gz`, assets), await gzipped(text, { level: 9 }));
}

const names = readdirSync(assets, { recursive: true }).filter((file) => /\.(js|css|svg)$/.test(file));
await Promise.all(names.map(pack));
