import type { Definition, Typed, UntilSpec } from './definition';

/** The rule that is offered first: what a share of a percent is to most questions. */
export const FIRST_RULE: UntilSpec = { min: 8, max: 30, until: { requests_per_s: '2%' } };

export const ruleOf = ({ trials }: Pick<Definition, 'trials'>): UntilSpec | undefined =>
  typeof trials === 'object' ? trials : undefined;

/** Changes between a fixed number and until precise; a number becomes the maximum that is measured. */
export function setPrecise(definition: Definition, precise: boolean): Definition {
  const { trials } = definition;
  const rule = ruleOf(definition);
  if (precise === (rule !== undefined)) return definition;
  if (rule) return { ...definition, trials: rule.max ?? 12 };
  const most = Math.max(Number(FIRST_RULE.max), Number(trials) || 0);
  return { ...definition, trials: { ...FIRST_RULE, max: most } };
}

export const setRule = (definition: Definition, fields: Partial<UntilSpec>): Definition => ({
  ...definition,
  trials: { ...FIRST_RULE, ...ruleOf(definition), ...fields },
});

/** Changes what is wanted of a metric; `metric` may take the place of another. */
export function setWanted(definition: Definition, old: string, metric: string, share: Typed): Definition {
  const wanted = Object.entries(ruleOf(definition)?.until ?? {});
  const until = wanted.map(([name, value]) => (name === old ? [metric, share] : [name, value]));
  if (!wanted.some(([name]) => name === old)) until.push([metric, share]);
  return setRule(definition, { until: Object.fromEntries(until) as UntilSpec['until'] });
}

export function dropWanted(definition: Definition, metric: string): Definition {
  const wanted = Object.entries(ruleOf(definition)?.until ?? {}).filter(([name]) => name !== metric);
  return setRule(definition, { until: Object.fromEntries(wanted) });
}

/** The API says 0.01, people say 1%; what is not a number stays as it was typed. */
export function percentOf(share: Typed | undefined): Typed {
  if (typeof share === 'string') {
    const typed = Number.parseFloat(share);
    return Number.isNaN(typed) ? '' : typed;
  }
  return Number((100 * (share ?? 0)).toPrecision(10));
}
