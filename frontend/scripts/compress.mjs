// Packs what a page loads once, as well as it can be: `dyno up` sends it as it is, to browsers that take br or gzip.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const LEAST_BYTES = 1_000;
const assets = new URL(`../${process.argv[2]}/`, import.meta.url);

for (const name of readdirSync(assets, { recursive: true }).filter((file) => /\.(js|css|svg)$/.test(file))) {
  const text = readFileSync(new URL(name, assets));
  if (text.length < LEAST_BYTES) continue;
  writeFileSync(new URL(`${name}.br`, assets), brotliCompressSync(text));
  writeFileSync(new URL(`${name}.gz`, assets), gzipSync(text, { level: 9 }));
}
