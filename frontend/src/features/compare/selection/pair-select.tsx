import { Select } from '@mantine/core';

import type { Comparison } from '@/api/types';

import { useCompare } from './compare-state';
import { pairAt } from './sides';

/** Which pair is looked at closely; nothing where there is only one. */
export function PairSelect({ comparison }: { comparison: Comparison }) {
  const { search, set } = useCompare();
  const { pairs } = comparison;
  if (pairs.length < 2) return null;
  return (
    <Select
      aria-label="Pair"
      size="xs"
      w={240}
      maw="100%"
      searchable={pairs.length > 10}
      allowDeselect={false}
      data={pairs.map(({ label }, n) => ({ value: String(n), label }))}
      value={String(pairAt(comparison, search.pair))}
      onChange={(next) => set({ pair: next === '0' || next === null ? undefined : next, round: undefined })}
    />
  );
}
