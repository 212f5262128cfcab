import type { DecidedSpec, Definition, PreciseSpec, Typed } from '../draft/definition';

export type TrialsKind = 'decided' | 'fixed' | 'halving' | 'precise';

/** A few planned looks: it ends at the first at which every variant has its verdict. */
export const FIRST_DECIDED: DecidedSpec = { min: 8, max: 40, until: 'decided' };
/** The rule that is offered first: what a share of a percent is to most questions. */
export const FIRST_PRECISE: PreciseSpec = { min: 8, max: 30, until: { requests_per_s: '2%' } };
const FIRST_NUMBER = 12;
/** To share out among stages: with so many, twelve runs find a change that a fixed number mostly misses. */
const FIRST_HALVED = 20;

type WithTrials = Pick<Definition, 'search' | 'trials'>;

/** The rule that may end the rounds early. */
export const ruleOf = ({ trials }: WithTrials): DecidedSpec | PreciseSpec | undefined =>
  typeof trials === 'object' ? trials : undefined;

export function preciseOf(definition: WithTrials): PreciseSpec | undefined {
  const rule = ruleOf(definition);
  return rule && rule.until !== 'decided' ? (rule as PreciseSpec) : undefined;
}

export function kindOf(definition: WithTrials): TrialsKind {
  if (definition.search) return 'halving';
  if (!ruleOf(definition)) return 'fixed';
  return preciseOf(definition) ? 'precise' : 'decided';
}

/** Changes between the kinds; a number becomes the maximum that is measured, where that is more. */
export function setKind(definition: Definition, kind: TrialsKind): Definition {
  if (kind === kindOf(definition)) return definition;
  const plain = { ...definition, search: undefined };
  const rule = ruleOf(definition);
  if (kind === 'halving') return halvedWith(definition, FIRST_HALVED);
  if (kind === 'fixed') return { ...plain, trials: (preciseOf(definition) && rule?.max) || FIRST_NUMBER };
  const first = kind === 'decided' ? FIRST_DECIDED : FIRST_PRECISE;
  const most = Math.max(Number(first.max), Number(definition.trials) || 0);
  return { ...plain, trials: { ...first, max: most } };
}

/** Halving of so many trials of each run. */
export const halvedWith = (definition: Definition, trials: Typed): Definition => ({
  ...definition,
  search: 'halving',
  trials,
});

export function setRule(definition: Definition, fields: Pick<PreciseSpec, 'min' | 'max'>): Definition {
  const rule = ruleOf(definition);
  return rule ? { ...definition, trials: { ...rule, ...fields } } : definition;
}

/** Changes what is wanted of a metric; `metric` may take the place of another. */
export function setWanted(definition: Definition, old: string, metric: string, share: Typed): Definition {
  const wanted = Object.entries(preciseOf(definition)?.until ?? {});
  const until = wanted.map(([name, value]) => (name === old ? [metric, share] : [name, value]));
  if (!wanted.some(([name]) => name === old)) until.push([metric, share]);
  return withWanted(definition, Object.fromEntries(until) as PreciseSpec['until']);
}

export function dropWanted(definition: Definition, metric: string): Definition {
  const wanted = Object.entries(preciseOf(definition)?.until ?? {}).filter(([name]) => name !== metric);
  return withWanted(definition, Object.fromEntries(wanted));
}

const withWanted = (definition: Definition, until: PreciseSpec['until']): Definition => ({
  ...definition,
  trials: { ...FIRST_PRECISE, ...preciseOf(definition), until },
});

/** The API says 0.01, people say 1%; what is not a number stays as it was typed. */
export function percentOf(share: Typed | undefined): Typed {
  if (typeof share === 'string') {
    const typed = Number.parseFloat(share);
    return Number.isNaN(typed) ? '' : typed;
  }
  return Number((100 * (share ?? 0)).toPrecision(10));
}
