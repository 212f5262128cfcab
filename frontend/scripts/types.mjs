// Writes src/api/schema.d.ts from the backend's OpenAPI; with --check it only says whether the file is fresh.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const root = new URL('../../', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);
const python = fileURLToPath(new URL('.venv/bin/python', root));

const openapi = execFileSync(existsSync(python) ? python : 'python3', ['-m', 'backend.openapi'], {
  cwd: fileURLToPath(root),
  maxBuffer: 64 * 2 ** 20,
  encoding: 'utf8',
});
const source = astToString(await openapiTS(JSON.parse(openapi)));
const fresh = await format(`// Made by “npm run types” from the backend's OpenAPI; do not edit.\n${source}`, {
  parser: 'typescript',
  printWidth: 110,
  singleQuote: true,
});

if (process.argv.includes('--check')) {
  const kept = existsSync(target) ? readFileSync(target, 'utf8') : '';
  if (kept !== fresh) {
    console.error('src/api/schema.d.ts is stale: run “npm run types” and commit it.');
    process.exit(1);
  }
} else {
  writeFileSync(target, fresh);
}
