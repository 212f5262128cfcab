// Writes src/api/schema.d.ts from the backend's OpenAPI, and src/api/catalog.json from the catalog of tools and
// metrics; with --check it only says whether the files are fresh.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import openapiTS, { astToString } from 'openapi-typescript';
import { format } from 'prettier';

const root = new URL('../../', import.meta.url);
const python = fileURLToPath(new URL('.venv/bin/python', root));

const printed = (module) =>
  JSON.parse(
    execFileSync(existsSync(python) ? python : 'python3', ['-m', module], {
      cwd: fileURLToPath(root),
      maxBuffer: 64 * 2 ** 20,
      encoding: 'utf8',
    }),
  );

const files = {
  'schema.d.ts': `// Made by “npm run types” from the backend's OpenAPI; do not edit.\n${astToString(
    await openapiTS(printed('backend.openapi')),
  )}`,
  'catalog.json': JSON.stringify(printed('agents.catalog')),
};

for (const [name, source] of Object.entries(files)) {
  const target = new URL(`../src/api/${name}`, import.meta.url);
  const fresh = await format(source, { filepath: name, printWidth: 110, singleQuote: true });
  if (!process.argv.includes('--check')) {
    writeFileSync(target, fresh);
  } else if ((existsSync(target) ? readFileSync(target, 'utf8') : '') !== fresh) {
    console.error(`src/api/${name} is stale: run “npm run types” and commit it.`);
    process.exitCode = 1;
  }
}
