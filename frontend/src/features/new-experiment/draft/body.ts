import type { ExperimentIn } from '@/api/types';

import type { Definition } from './definition';
import type { Draft } from './draft';

interface BodyChoices {
  recipe?: string;
  form: 'quick' | 'full';
  testbedId?: string;
  /** Keeps the order of the trials the same from one preview to the next. */
  seed: number;
  /** What it is made from, kept with the experiment. */
  derivation?: Pick<ExperimentIn, 'derived_from' | 'derived_how'>;
}

/** What to ask the server: a recipe that was not touched, the YAML as typed, or the definition. */
export function bodyOf(draft: Draft | null, original: Definition, choices: BodyChoices): ExperimentIn {
  const { recipe, form, testbedId, seed, derivation } = choices;
  const common = { form, testbed_id: testbedId, ...derivation };
  if (draft?.yaml != null) return { ...common, yaml: draft.yaml };
  if (!draft && recipe) return { ...common, recipe, seed };
  const definition = draft?.definition ?? original;
  // Half typed, it may be none yet: the server says so in its own words.
  const inputDefinition = definition as ExperimentIn['definition'];
  return {
    ...common,
    definition: inputDefinition,
    // One of its own counts, right or wrong.
    ...(definition.seed == null && { seed }),
  };
}

/** Whether any testbed with labels is meant: then no testbed is named. */
export const asksForLabels = ({ testbed_labels: labels = [] }: Definition, yaml?: string | null) =>
  yaml == null ? labels.length > 0 : /^testbed_labels\s*:/m.test(yaml);
