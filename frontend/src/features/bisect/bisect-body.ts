import type { ExperimentIn } from '@/api/types';

export interface BisectDraft {
  name: string;
  testbed: string | null;
  knob: string | null;
  /** In their order, the good one first. */
  values: string[];
  /** Percent. */
  effect: number | string;
  question: 'throughput' | 'cpu';
  connections: number | string;
  seconds: number | string;
}

export const EMPTY_DRAFT: BisectDraft = {
  name: '',
  testbed: null,
  knob: 'server.name',
  values: [],
  effect: 3,
  question: 'throughput',
  connections: 64,
  seconds: 5,
};
export const MIN_VALUES = 3;

/** What is sent; undefined while there is too little to plan. */
export function bodyOf(draft: BisectDraft): ExperimentIn | undefined {
  const { knob, values, testbed, effect, connections, seconds } = draft;
  const isComplete = ![effect, connections, seconds].includes('');
  if (!knob || values.length < MIN_VALUES || !testbed || !isComplete) return undefined;
  const definition = {
    name: draft.name.trim() || `${knob}: ${values[0]} to ${values.at(-1)}`,
    workloads: [{ connections, duration: `${seconds}s` }],
    min_effect: `${effect}%`,
    decide_on: [draft.question],
    variants: values.map((value) => ({ name: value, set: { [knob]: value } })),
  };
  return { definition, testbed_id: testbed } as unknown as ExperimentIn;
}
