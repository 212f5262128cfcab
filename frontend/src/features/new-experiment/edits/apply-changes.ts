import type { Advice } from '@/api/types';

import type { Definition } from '../draft/definition';

type Change = NonNullable<Advice['changes']>[number];
type Json = Record<string | number, unknown>;

/** What an advice proposes: each value at its path. null unsets a knob, and takes any other field away. */
export const applyChanges = (definition: Definition, changes: readonly Change[]): Definition =>
  changes.reduce((old, { path, value }) => at(old, path, value) as Definition, definition);

function at(old: unknown, path: Change['path'], value: unknown): unknown {
  const [head, ...rest] = path;
  if (head === undefined) return value;
  if (Array.isArray(old))
    return old.map((item, i) => (i === head ? at(item, rest, value) : (item as unknown)));
  const fields = (old ?? {}) as Json;
  const isKnob = String(head).includes('.');
  if (rest.length === 0 && value === null && !isKnob)
    return Object.fromEntries(Object.entries(fields).filter(([name]) => name !== head));
  return { ...fields, [head]: at(fields[head], rest, value) };
}
