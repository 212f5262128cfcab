import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { compareQuery } from '@/api/queries/comparisons';
import type { Comparison, Experiment, Metric } from '@/api/types';
import { plural } from '@/components/words/format';
import { StatCard } from '@/components/ui/layout/stat-card';
import { Judged } from '@/components/ui/labels/judged';

import { steadiness } from './steadiness';
import { amountOf, changeOf, toneOf } from './delta-rows';

interface PinningCardProps {
  experiment: Experiment;
  factor?: string;
  metric: Metric;
}

/** What pinning does over all pairs of the grid, or of a list whose variants differ only in pins; while running it is asked again once a round. */
export function PinningCard({ experiment, factor, metric }: PinningCardProps) {
  const comparison = compareQuery({ experiment: experiment.id, factor, metric: metric.name });
  const query = useQuery({
    ...comparison,
    queryKey: [...comparison.queryKey, `round ${experiment.progress?.round ?? 'end'}`],
    placeholderData: keepPreviousData,
  });
  const pinningRow = query.data?.overall.find((row) => row.metric.name === metric.name);
  if (!query.data || !pinningRow || changeOf(pinningRow.delta, metric) === null) {
    return (
      // other words in the place of these, not these words further down
      <StatCard key="waits" label="Pinned against unpinned" value="–">
        {query.isError
          ? 'The two sides could not be compared'
          : experiment.progress
            ? 'Waits for a round of both sides'
            : 'No round has both sides'}
        .
      </StatCard>
    );
  }
  const { delta } = pinningRow;
  const { value, aside } = amountOf(delta, metric);
  return (
    <StatCard label={sides(query.data)} value={value} unit={metric.label} aside={aside} tone={toneOf(delta)}>
      Over {plural(query.data.pairs.length, 'pair')} of runs <Judged delta={delta} />
      <br />
      {steadiness(pinningRow.spread)}
    </StatCard>
  );
}

/** “Pinned against unpinned”. */
const sides = ({ a_title, b_title }: Comparison) =>
  `${b_title} against ${a_title.charAt(0).toLowerCase()}${a_title.slice(1)}`;
