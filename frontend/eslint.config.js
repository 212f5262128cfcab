import { existsSync, readdirSync } from 'node:fs';

import js from '@eslint/js';
import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

import { ROOMS } from './rooms.js';

const foldersOf = (place) =>
  readdirSync(new URL(`./src/${place}/`, import.meta.url), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name);

/** What each room of an ordered list may not import: the rooms above it. */
function wallsOf([place, rooms]) {
  const unnamed = foldersOf(place).filter((name) => !rooms.includes(name) && name !== 'test');
  const gone = rooms.filter((name) => !existsSync(new URL(`./src/${place}/${name}`, import.meta.url)));
  if (unnamed.length + gone.length > 0) {
    throw new Error(`rooms.js and src/${place} differ: ${[...unnamed, ...gone].join(', ')}`);
  }
  return rooms.slice(1).map((room, index) => ({
    target: `./src/${place}/${room}`,
    from: rooms.slice(0, index + 1).map((above) => `./src/${place}/${above}`),
    message: `See rooms.js: ${place}/${room} stands below.`,
  }));
}

const { '.': layers, ...inner } = ROOMS;

const features = foldersOf('features');

const walls = [
  ...wallsOf(['.', layers]),
  { target: './src/components/charts', from: './src/api', message: 'A chart gets props and draws them.' },
  {
    target: './src/components/ui',
    from: './src/api',
    except: ['./browser-storage.ts', './errors.ts', './share.ts'],
    message: 'What knows the API stands in components/domain.',
  },
  ...features.map((name) => ({
    target: `./src/features/${name}`,
    from: './src/features',
    except: [`./${name}`],
    message: 'A feature knows no other feature.',
  })),
];

const TESTS = 'src/**/*.test.{ts,tsx}';
const lines = (max) => ['error', { max, skipBlankLines: true, skipComments: true }];

export default tseslint.config(
  { ignores: ['dist', 'src/api/schema.d.ts'] },
  js.configs.recommended,
  ...tseslint.configs.recommended,
  hooks.configs.flat.recommended,
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver({ project: './tsconfig.json' })],
    },
    rules: {
      // Circles are found by scripts/circles.mjs, imports of what is not there by tsc: both without a second parse.
      'import-x/no-restricted-paths': [
        'error',
        { zones: [...walls, ...Object.entries(inner).flatMap(wallsOf)] },
      ],
      'import-x/order': [
        'error',
        {
          groups: ['builtin', 'external', 'internal', 'parent', 'sibling'],
          pathGroups: [{ pattern: '@/**', group: 'internal' }],
          pathGroupsExcludedImportTypes: ['builtin'],
          'newlines-between': 'always',
        },
      ],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportAllDeclaration', message: 'No barrel files: import from the file itself.' },
      ],
      'max-lines': lines(300),
    },
  },
  { files: ['src/**/*.tsx'], rules: { 'max-lines': lines(250) } },
  {
    // A test may look into rooms above its own, and tells one story at length.
    files: [TESTS],
    rules: { 'import-x/no-restricted-paths': ['error', { zones: walls }], 'max-lines': lines(350) },
  },
  {
    files: ['scripts/**', 'public/**', '*.js'],
    languageOptions: {
      globals: {
        process: 'readonly',
        console: 'readonly',
        window: 'readonly',
        document: 'readonly',
        URL: 'readonly',
      },
    },
  },
);
