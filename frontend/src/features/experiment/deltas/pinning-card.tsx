import { keepPreviousData, useQuery } from '@tanstack/react-query';

import { compareQuery } from '@/api/queries/comparisons';
import type { Comparison, Experiment } from '@/api/types';
import { percent, plural } from '@/components/words/format';
import { TextLink } from '@/components/ui/navigation/links';
import { StatCard } from '@/components/ui/layout/stat-card';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { MAIN_METRIC } from '@/components/words/metrics';

import { steadiness } from './steadiness';
import { intervalText } from './delta-rows';

/** What pinning does over all pairs of the grid, or of a list whose variants differ only in pins; while running it is asked again once a round. */
export function PinningCard({ experiment, factor }: { experiment: Experiment; factor?: string }) {
  const comparison = compareQuery({ experiment: experiment.id, factor, metric: MAIN_METRIC });
  const query = useQuery({
    ...comparison,
    queryKey: [...comparison.queryKey, `round ${experiment.progress?.round ?? 'end'}`],
    placeholderData: keepPreviousData,
  });
  const link = (
    <TextLink
      to="/compare"
      search={{ experiment: experiment.id, factor }}
      underline="always"
      style={{ whiteSpace: 'nowrap' }}
    >
      side by side →
    </TextLink>
  );
  const found = query.data?.overall.find(({ metric }) => metric.name === MAIN_METRIC);
  if (!query.data || found?.delta.change == null) {
    return (
      <StatCard label="Pinned against unpinned" value="–">
        {query.isError ? 'The two sides could not be compared' : 'Waits for a round of both sides'} · {link}
      </StatCard>
    );
  }
  const { delta } = found;
  return (
    <StatCard
      label={sides(query.data)}
      value={percent(delta.change)}
      unit="req/s"
      aside={delta.low == null ? 'no interval yet' : `95% interval ${intervalText(delta)}`}
      tone={delta.verdict === 'better' || delta.verdict === 'worse' ? delta.verdict : undefined}
    >
      <VerdictBadge verdict={delta.verdict} detail={delta.reason} /> over{' '}
      {plural(query.data.pairs.length, 'pair')} of runs
      <br />
      {steadiness(found.spread)} · {link}
    </StatCard>
  );
}

/** “Pinned against unpinned”. */
const sides = ({ a_title, b_title }: Comparison) =>
  `${b_title} against ${a_title.charAt(0).toLowerCase()}${a_title.slice(1)}`;
