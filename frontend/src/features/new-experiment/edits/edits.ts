import { DEFAULT_TOOL } from '@/components/words/tools';

import {
  type Definition,
  freshName,
  type KnobMap,
  type Value,
  type Variant,
  type WorkloadSpec,
} from '../draft/definition';
import { baselineName, cellName, namesOf } from '../draft/cells';

/** Where a map of knobs stands in the definition. */
export type KnobPath = ['set'] | ['variants', number, 'set'] | ['factors', string, string];

export function knobsAt(definition: Definition, path: KnobPath): KnobMap {
  if (path[0] === 'set') return definition.set;
  if (path[0] === 'variants') return definition.variants[path[1]]?.set ?? {};
  return definition.factors[path[1]]?.[path[2]] ?? {};
}

function withKnobs(definition: Definition, path: KnobPath, set: KnobMap): Definition {
  if (path[0] === 'set') return { ...definition, set };
  if (path[0] === 'variants') return setVariant(definition, path[1], { set });
  const [, factor, level] = path;
  const levels = { ...definition.factors[factor], [level]: set };
  return { ...definition, factors: { ...definition.factors, [factor]: levels } };
}

export const setKnob = (definition: Definition, path: KnobPath, knob: string, value: Value | null) =>
  withKnobs(definition, path, { ...knobsAt(definition, path), [knob]: value });

export function removeKnob(definition: Definition, path: KnobPath, knob: string): Definition {
  const rest = Object.fromEntries(
    Object.entries(knobsAt(definition, path)).filter(([name]) => name !== knob),
  );
  return withKnobs(definition, path, rest);
}

/** Puts a knob under another name, such as that of another host, at the same place of the list. */
export function renameKnob(definition: Definition, path: KnobPath, old: string, name: string): Definition {
  const entries = Object.entries(knobsAt(definition, path));
  return withKnobs(
    definition,
    path,
    Object.fromEntries(entries.map(([key, v]) => [key === old ? name : key, v])),
  );
}

/** Sets fields of a variant; undefined removes one. */
export function setVariant(definition: Definition, index: number, fields: Partial<Variant>): Definition {
  const variants = definition.variants.map((variant, at) =>
    at === index ? dropUndefined({ ...variant, ...fields }) : variant,
  );
  return { ...definition, variants };
}

const dropUndefined = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

/** A new variant that derives from the baseline, when that is one of the list. */
export function addVariant(definition: Definition): Definition {
  const baseline = baselineName(definition);
  const from = definition.variants.some(({ name }) => name === baseline) ? baseline : undefined;
  const name = freshName('new variant', namesOf(definition));
  return { ...definition, variants: [...definition.variants, dropUndefined({ name, from, set: {} })] };
}

export function duplicateVariant(definition: Definition, index: number): Definition {
  const original = definition.variants[index];
  if (!original) return definition;
  const copy = { ...original, name: freshName(`${original.name} copy`, namesOf(definition)) };
  return { ...definition, variants: definition.variants.toSpliced(index + 1, 0, copy) };
}

/** Renames a variant wherever it is mentioned. */
export function renameVariant(definition: Definition, index: number, name: string): Definition {
  const old = definition.variants[index]?.name;
  if (old === undefined || old === name) return definition;
  const variants = definition.variants.map((variant, at) => ({
    ...variant,
    ...(at === index && { name }),
    ...(variant.from === old && { from: name }),
  }));
  const baseline = definition.baseline === old ? name : definition.baseline;
  return renamePublished({ ...definition, variants, baseline }, new Map([[old, name]]));
}

/** Removes a variant; those that derive from it keep what it had set. */
export function removeVariant(definition: Definition, index: number): Definition {
  const removedVariant = definition.variants[index];
  if (!removedVariant) return definition;
  const variants = definition.variants.toSpliced(index, 1).map((variant) =>
    variant.from === removedVariant.name
      ? dropUndefined({
          ...variant,
          from: removedVariant.from,
          set: { ...removedVariant.set, ...variant.set },
          topology: variant.topology ?? removedVariant.topology,
        })
      : variant,
  );
  const baseline = definition.baseline === removedVariant.name ? undefined : definition.baseline;
  return settlePublished(dropUndefined({ ...definition, variants, baseline }));
}

/** The variants that a variant may derive from: all but itself and those that derive from it. */
export function possibleParents({ variants }: Definition, index: number): string[] {
  const below = new Set([variants[index]?.name]);
  for (let hasGrown = true; hasGrown;) {
    const more = variants.filter((v) => v.from !== undefined && below.has(v.from) && !below.has(v.name));
    more.forEach(({ name }) => below.add(name));
    hasGrown = more.length > 0;
  }
  return variants.map(({ name }) => name).filter((name) => !below.has(name));
}

/** Chooses the baseline by name; a cell of the grid is kept by its levels. */
export function setBaseline(
  definition: Definition,
  name: string,
  cells: Record<string, string>[],
): Definition {
  const cell = cells.find((levels) => cellName(levels) === name);
  return { ...definition, baseline: cell ?? name };
}

export function renamePublished(definition: Definition, names: Map<string, string>): Definition {
  const { published: quotedResults } = definition;
  if (!quotedResults?.rows) return definition;
  const rows = quotedResults.rows.map((row) => ({ ...row, variant: names.get(row.variant) ?? row.variant }));
  return { ...definition, published: { ...quotedResults, rows } };
}

/** A published row whose variant is gone stays, and says so; the server asks for that. */
export function settlePublished(definition: Definition): Definition {
  const { published: quotedResults } = definition;
  if (!quotedResults?.rows) return definition;
  const variantNames = new Set(namesOf(definition));
  const rows = quotedResults.rows.map((row) =>
    variantNames.has(row.variant) || row.note ? row : { ...row, note: 'not measured here' },
  );
  return { ...definition, published: { ...quotedResults, rows } };
}

export const setWorkload = (definition: Definition, index: number, fields: Partial<WorkloadSpec>) =>
  replaceWorkload(definition, index, { ...definition.workloads[index], ...fields });

/** Replaces a workload with another; undefined fields are left out. */
export function replaceWorkload(definition: Definition, index: number, workload: WorkloadSpec): Definition {
  const workloads = definition.workloads.map((old, at) => (at === index ? dropUndefined(workload) : old));
  return { ...definition, workloads };
}

export function addWorkload(definition: Definition): Definition {
  const takenNames = definition.workloads.map(({ name }) => name ?? 'default');
  const last = definition.workloads.at(-1) ?? { tool: DEFAULT_TOOL, duration_s: 1, connections: 32 };
  const copy = { ...last, name: freshName(last.name ?? 'default', takenNames) };
  return { ...definition, workloads: [...definition.workloads, copy] };
}

export const removeWorkload = (definition: Definition, index: number): Definition => ({
  ...definition,
  workloads: definition.workloads.toSpliced(index, 1),
});
