import type { Definition, Value, KnobMap, Variant } from './definition';

const SHARED = 'all variants';

/** A variant and what it derives from, the root first; ends at a circle. */
export function chainOf(definition: Definition, variant: Variant): Variant[] {
  const chain = [variant];
  for (;;) {
    const parent = definition.variants.find(({ name }) => name === chain[0]?.from);
    if (!parent || chain.includes(parent)) return chain;
    chain.unshift(parent);
  }
}

interface Inherited {
  knob: string;
  value: Value;
  /** The variant that sets it, or SHARED. */
  from: string;
}

/** Knobs that act on a set of knobs without being set in it, with where they come from. */
export function inheritKnobs(
  definition: Definition,
  ownKnobs: KnobMap,
  parents: Variant[] = [],
): Inherited[] {
  const inheritedByKnob = new Map<string, Inherited>();
  const layers = [{ name: SHARED, set: definition.set }, ...parents];
  for (const { name: from, set } of layers) {
    for (const [knob, value] of Object.entries(set ?? {})) {
      if (value === null) inheritedByKnob.delete(knob);
      else inheritedByKnob.set(knob, { knob, value, from });
    }
  }
  return [...inheritedByKnob.values()].filter(({ knob }) => !(knob in ownKnobs));
}
