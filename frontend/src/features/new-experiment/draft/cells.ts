import type { Levels, Definition } from './definition';

/** Most runs of one experiment; the server refuses more. */
const MAX_RUNS = 500;

const BARE = new Set(['on', 'off', 'none', 'auto', 'default', 'yes', 'no', 'true', 'false']);

const isBare = (level: string) => BARE.has(level.toLowerCase()) || !/\p{L}/u.test(level);

/** “workers 16 · cores · log off”: the name that the server gives to a cell of the grid. */
export const cellName = (levels: Levels) =>
  Object.entries(levels)
    .map(([factor, level]) => (isBare(level) ? `${factor} ${level}` : level))
    .join(' · ');

/** Every combination of levels, the last factor changing fastest; at most as many as may be launched. */
export function cellsOf({ factors }: Pick<Definition, 'factors'>): Levels[] {
  const names = Object.keys(factors);
  if (names.length === 0) return [];
  return names.reduce<Levels[]>(
    (cells, factor) =>
      cells
        .flatMap((cell) => Object.keys(factors[factor] ?? {}).map((level) => ({ ...cell, [factor]: level })))
        .slice(0, MAX_RUNS),
    [{}],
  );
}

/** How many cells the grid has, however large. */
export const cellCount = ({ factors }: Pick<Definition, 'factors'>) => {
  const sizes = Object.values(factors).map((levels) => Object.keys(levels).length);
  return sizes.length === 0 ? 0 : sizes.reduce((product, size) => product * size, 1);
};

export const namesOf = (definition: Definition) => [
  ...definition.variants.map(({ name }) => name),
  ...cellsOf(definition).map(cellName),
];

/** The variant that the others are compared with; the first one when nothing is said. */
export function baselineName(definition: Definition): string | undefined {
  const { baseline } = definition;
  if (typeof baseline === 'object') return cellName(inOrder(definition, baseline));
  return baseline ?? namesOf(definition)[0];
}

const inOrder = ({ factors }: Definition, levels: Levels): Levels =>
  Object.fromEntries(Object.keys(factors).flatMap((f) => (levels[f] === undefined ? [] : [[f, levels[f]]])));
