import { numberOf, type Typed } from '@/components/ui/dialogs/number-field';

import type { DecidedSpec, Definition } from '../draft/definition';

export type TrialsKind = 'decided' | 'fixed' | 'halving';

/** A few planned interim analyses: it ends at the first at which every variant has its verdict. */
export const FIRST_DECIDED: DecidedSpec = { min: 8, max: 40, until: 'decided' };
const FIRST_NUMBER = 12;
/** To share out among stages: with so many, twelve runs find a change that a fixed number mostly misses. */
const FIRST_HALVED = 20;

type WithTrials = Pick<Definition, 'search' | 'trials'>;

/** The rule that may end the rounds early. */
export const ruleOf = ({ trials }: WithTrials): DecidedSpec | undefined =>
  typeof trials === 'object' ? trials : undefined;

export function kindOf(definition: WithTrials): TrialsKind {
  if (definition.search) return 'halving';
  return ruleOf(definition) ? 'decided' : 'fixed';
}

/** Changes between the kinds; a number becomes the maximum that is measured, where that is more. */
export function setKind(definition: Definition, kind: TrialsKind): Definition {
  if (kind === kindOf(definition)) return definition;
  const plain = { ...definition, search: undefined };
  if (kind === 'halving') return halvedWith(definition, FIRST_HALVED);
  if (kind === 'fixed') return { ...plain, trials: FIRST_NUMBER };
  const most = Math.max(Number(FIRST_DECIDED.max), Number(definition.trials) || 0);
  return { ...plain, trials: { ...FIRST_DECIDED, max: most } };
}

/** Halving of so many trials of each run. */
export const halvedWith = (definition: Definition, trials: Typed): Definition => ({
  ...definition,
  search: 'halving',
  trials,
});

export function setRule(definition: Definition, fields: Pick<DecidedSpec, 'min' | 'max'>): Definition {
  const rule = ruleOf(definition);
  return rule ? { ...definition, trials: { ...rule, ...fields } } : definition;
}

/** So many rounds: the maximum of a rule, else the trials of a run. */
export const setRounds = (definition: Definition, rounds: number): Definition =>
  ruleOf(definition) ? setRule(definition, { max: rounds }) : { ...definition, trials: rounds };

/** The API says 0.01, people say 1%; what is not a number stays as it was typed. */
export function percentOf(share: Typed | undefined): Typed {
  if (typeof share === 'string') return numberOf(share.replace(/%$/, ''));
  return Number((100 * (share ?? 0)).toPrecision(10));
}

/** A number with its unit, as the API takes it; what is no number stays as it was typed, to be refused so. */
export const withUnit = (value: Typed, unit: '%' | 'm'): string | undefined =>
  value === '' ? undefined : typeof value === 'number' ? `${value}${unit}` : value;

/** “3” (percent) → 0.03; undefined for what is no change that can be asked for. */
export function shareOf(percentage: string | undefined): number | undefined {
  const share = Number(percentage) / 100;
  return share >= 0.001 && share <= 1 ? share : undefined;
}
