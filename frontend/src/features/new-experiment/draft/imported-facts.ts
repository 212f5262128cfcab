import type { RunSummary } from '@/api/types';

export interface Told {
  setting: string;
  values: string[];
  variants: number;
}

/** Settings of imported runs that are not knobs, each once with its values. */
export function toldOnly(runs: Pick<RunSummary, 'variant' | 'described'>[]): Told[] {
  const byKey = new Map<string, { values: Set<string>; variants: Set<string> }>();
  for (const { variant, described: texts } of runs)
    for (const [setting, value] of Object.entries(texts)) {
      const entry = byKey.get(setting) ?? { values: new Set(), variants: new Set() };
      if (value) entry.values.add(value);
      byKey.set(setting, { ...entry, variants: entry.variants.add(variant) });
    }
  return [...byKey].map(([setting, { values, variants }]) => ({
    setting,
    values: [...values],
    variants: variants.size,
  }));
}
