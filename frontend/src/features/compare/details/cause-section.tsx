import type { Comparison } from '@/api/types';
import { DifferenceSection } from '@/components/domain/profile/difference-section';

import { useCompare } from '../selection/compare-state';
import { PairSelect } from '../selection/pair-select';
import { pairAt } from '../selection/sides';

/** Where the difference between both runs of a pair comes from; nothing where one of them has no profiles. */
export default function CauseSection({ comparison }: { comparison: Comparison }) {
  const { search } = useCompare();
  const pair = comparison.pairs[pairAt(comparison, search.pair)];
  if (!pair?.a.profiled || !pair.b.profiled) return null;
  const { a, b } = pair;
  const several = [a, b].some(({ repeats = [] }) => repeats.length > 1);
  return (
    <DifferenceSection
      experiment={b.experiment_id}
      a={a.id}
      b={b.id}
      subtitle={`${comparison.b_title} against ${comparison.a_title}${several ? ', the first repeat of each' : ''}`}
      aside={<PairSelect comparison={comparison} />}
    />
  );
}
