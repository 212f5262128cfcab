import type { RunSummary } from '@/api/types';

export interface Told {
  setting: string;
  values: string[];
  variants: number;
}

/** Settings of imported runs that are not knobs, each once with its values. */
export function toldOnly(runs: Pick<RunSummary, 'variant' | 'described'>[]): Told[] {
  const found = new Map<string, { values: Set<string>; variants: Set<string> }>();
  for (const { variant, described } of runs)
    for (const [setting, value] of Object.entries(described)) {
      const one = found.get(setting) ?? { values: new Set(), variants: new Set() };
      if (value) one.values.add(value);
      found.set(setting, { ...one, variants: one.variants.add(variant) });
    }
  return [...found].map(([setting, { values, variants }]) => ({
    setting,
    values: [...values],
    variants: variants.size,
  }));
}
