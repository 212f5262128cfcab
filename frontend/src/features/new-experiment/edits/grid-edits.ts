import { type Definition, freshName, type KnobMap, type Levels } from '../draft/definition';
import { cellName, cellsOf } from '../draft/cells';

import { renamePublished, settlePublished } from './edits';

const renamedKey = <T>(map: Record<string, T>, old: string, name: string): Record<string, T> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key === old ? name : key, value]));

const without = <T>(map: Record<string, T>, removedKey: string): Record<string, T> =>
  Object.fromEntries(Object.entries(map).filter(([key]) => key !== removedKey));

/** The baseline by its levels, when it is a cell of the grid. */
export function baselineCell(definition: Definition): Levels | undefined {
  const { baseline } = definition;
  if (typeof baseline === 'object') return baseline;
  const cells = cellsOf(definition);
  if (baseline === undefined) return definition.variants.length === 0 ? cells[0] : undefined;
  return cells.find((levels) => cellName(levels) === baseline);
}

/** Replaces the factors and carries over the cells: their names, the baseline and the published rows. */
function regrid(
  definition: Definition,
  factors: Definition['factors'],
  carryLevels: (levels: Levels) => Levels,
): Definition {
  const cell = baselineCell(definition);
  const names = new Map(cellsOf(definition).map((old) => [cellName(old), cellName(carryLevels(old))]));
  const hasLevels = (levels: Levels) => Object.entries(levels).every(([f, level]) => factors[f]?.[level]);
  const newCell = cell && carryLevels(cell);
  const baseline = !cell
    ? definition.baseline
    : newCell && Object.keys(newCell).length > 0 && hasLevels(newCell)
      ? newCell
      : cellsOf({ factors })[0];
  return settlePublished(renamePublished({ ...definition, factors, baseline }, names));
}

/** A new factor with one level that changes nothing, and a second to fill. */
export function addFactor(definition: Definition, proposedName = 'factor'): Definition {
  const name = freshName(proposedName, Object.keys(definition.factors));
  const factors = { ...definition.factors, [name]: { default: {}, changed: {} } };
  const cell = baselineCell(definition);
  if (cell) return regrid(definition, factors, (levels) => ({ ...levels, [name]: 'default' }));
  return { ...definition, factors };
}

export const renameFactor = (definition: Definition, old: string, name: string) =>
  regrid(definition, renamedKey(definition.factors, old, name), (levels) => renamedKey(levels, old, name));

export const removeFactor = (definition: Definition, factor: string) =>
  regrid(definition, without(definition.factors, factor), (levels) => without(levels, factor));

export function addLevel(definition: Definition, factor: string): Definition {
  const levels = definition.factors[factor] ?? {};
  const name = freshName('level', Object.keys(levels));
  return regrid(
    definition,
    { ...definition.factors, [factor]: { ...levels, [name]: {} } },
    (levels) => levels,
  );
}

export function renameLevel(definition: Definition, factor: string, old: string, name: string): Definition {
  const levels = renamedKey(definition.factors[factor] ?? {}, old, name);
  return regrid(definition, { ...definition.factors, [factor]: levels }, (cell) =>
    cell[factor] === old ? { ...cell, [factor]: name } : cell,
  );
}

export function removeLevel(definition: Definition, factor: string, level: string): Definition {
  const levels = without(definition.factors[factor] ?? {}, level);
  return regrid(definition, { ...definition.factors, [factor]: levels }, (cell) => cell);
}

/** The grid written out as a list of variants, each with the knobs of its levels. */
export function gridToList(definition: Definition): Definition {
  const cell = baselineCell(definition);
  const listVariants = cellsOf(definition).map((levels) => ({
    name: cellName(levels),
    set: Object.entries(levels).reduce<KnobMap>(
      (set, [factor, level]) => ({ ...set, ...definition.factors[factor]?.[level] }),
      {},
    ),
  }));
  const baseline = cell ? cellName(cell) : definition.baseline;
  return { ...definition, factors: {}, variants: [...definition.variants, ...listVariants], baseline };
}

/** The cell that differs from the baseline in one level only: what that level does. */
export function cellOfLevel(definition: Definition, factor: string, level: string): Levels | undefined {
  const base = baselineCell(definition) ?? cellsOf(definition)[0];
  return base && { ...base, [factor]: level };
}
