import { Box, SegmentedControl } from '@mantine/core';

import { valuesOf, withOnly } from '@/components/words/search';

import type { FilterProps } from './filter-chips';

const STATES = ['all', 'running', 'queued', 'finished', 'failed', 'cancelled'];

/** One state or all; it is written into the search. */
export function StateFilter({ q, onChange }: FilterProps) {
  const [state, ...more] = valuesOf(q, 'state');
  const shownState = state && more.length === 0 && STATES.includes(state) ? state : 'all';
  return (
    <Box maw="100%" style={{ overflowX: 'auto' }}>
      <SegmentedControl
        aria-label="State"
        data={STATES}
        value={shownState}
        onChange={(next) => onChange(withOnly(q, 'state', next === 'all' ? null : next))}
      />
    </Box>
  );
}
