// Circles of files, by types and lazy imports too.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const { options } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile).config,
  ts.sys,
  root,
);

const files = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => join(root, 'src', name));

const importsOf = (file) =>
  ts
    .preProcessFile(readFileSync(file, 'utf8'))
    .importedFiles.map(
      ({ fileName }) =>
        ts.resolveModuleName(fileName, file, options, ts.sys).resolvedModule?.resolvedFileName,
    );
const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** The first way from a file back to one that it came by; null where there is none. */
function circleFrom(file, way, done) {
  if (way.includes(file)) return [...way.slice(way.indexOf(file)), file];
  if (done.has(file) || !graph.has(file)) return null;
  for (const next of graph.get(file)) {
    const circle = circleFrom(next, [...way, file], done);
    if (circle) return circle;
  }
  done.add(file);
  return null;
}

const done = new Set();
for (const file of files) {
  const circle = circleFrom(file, [], done);
  if (circle) {
    console.error(
      `Files import each other in a circle:\n  ${circle.map((one) => relative(root, one)).join('\n  → ')}`,
    );
    process.exit(1);
  }
}
