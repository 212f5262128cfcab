import { Anchor } from '@mantine/core';

import type { Comparison } from '@/api/types';
import { plural } from '@/components/words/format';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted } from '@/components/ui/labels/texts';

import { useCompare } from '../selection/compare-state';
import { chosenSide } from '../selection/sides';

/** How the pairs were made, and the other way to make them. */
export function MatchNote({ comparison }: { comparison: Comparison }) {
  const { search, set } = useCompare();
  const { matching, pairs } = comparison;
  const byOrder = search.match === 'order';
  const canChange = !comparison.factor && !['alone', 'pins'].includes(matching.how);
  if (matching.how === 'alone' && !chosenSide(comparison)?.pairs[0]?.a.repeats?.length) return null;
  return (
    <Muted>
      {plural(pairs.length, 'pair')}, made by {matching.text}.
      {matching.pooled ? ' Repeats of one variant are grouped, each as the mean of its trials.' : ''}{' '}
      {canChange && (byOrder || matching.how !== 'order') && (
        <Anchor
          component="button"
          type="button"
          inherit
          underline="always"
          onClick={() => set({ match: byOrder ? undefined : 'order', pair: undefined })}
        >
          {byOrder ? 'Pair by equal settings' : 'Pair in the order chosen'}
        </Anchor>
      )}{' '}
      <DocsLink topic="pairs">How pairs are made</DocsLink>
    </Muted>
  );
}
