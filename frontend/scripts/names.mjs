// Counts the bare participles and pronouns among the names that the UI binds, by the words of .ci/names.json.
//   node scripts/names.mjs [--list] [--words]
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import ts from 'typescript';

const root = fileURLToPath(new URL('..', import.meta.url));
const rules = JSON.parse(readFileSync(join(root, '../.ci/names.json'), 'utf8'));
const words = new Set([...rules.pronouns, ...rules.participles]);
const isVague = (name) =>
  words.has(name) || (/^[a-z]+ed$/.test(name) && !rules.not_participles.includes(name));

const files = readdirSync(join(root, 'src'), { recursive: true })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|schema\.d\.ts$|^test\//.test(name))
  .map((name) => join(root, 'src', name));

/** Declarations that bind a name: variables, parameters, functions, types, their members, import aliases. */
const binds = (node) =>
  ts.isVariableDeclaration(node) ||
  ts.isParameter(node) ||
  ts.isBindingElement(node) ||
  ts.isFunctionDeclaration(node) ||
  ts.isFunctionExpression(node) ||
  ts.isClassDeclaration(node) ||
  ts.isInterfaceDeclaration(node) ||
  ts.isTypeAliasDeclaration(node) ||
  ts.isPropertySignature(node) ||
  ts.isMethodDeclaration(node) ||
  ts.isPropertyDeclaration(node) ||
  (ts.isImportSpecifier(node) && node.propertyName !== undefined);

function boundNames(file) {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const names = [];
  const visit = (node) => {
    if (binds(node) && node.name && ts.isIdentifier(node.name)) {
      const { line } = source.getLineAndCharacterOfPosition(node.name.getStart());
      names.push({ place: `${relative(join(root, '..'), file)}:${line + 1}`, name: node.name.text });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return names;
}

const names = files.flatMap(boundNames);
const vague = names.filter(({ name }) => isVague(name));
if (process.argv.includes('--list')) {
  console.log(vague.map(({ place, name }) => `${place}: ${name}`).join('\n'));
}
if (process.argv.includes('--words')) {
  const counts = new Map();
  for (const { name } of vague) counts.set(name, (counts.get(name) ?? 0) + 1);
  console.log(
    [...counts]
      .sort((a, b) => b[1] - a[1])
      .map((entry) => entry.join(' '))
      .join(', '),
  );
}
const limit = rules.max.typescript;
const share = ((100 * vague.length) / names.length).toFixed(2);
console.log(
  `TypeScript: ${vague.length} of ${names.length} names (${share}%) are bare participles or pronouns; at most ${limit} may be`,
);
if (vague.length < limit) {
  console.log(`Lower max.typescript in .ci/names.json to ${vague.length}, so that the count only falls.`);
}
process.exitCode = vague.length > limit ? 1 : 0;
