import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { retestedQuery } from '@/api/queries/experiments';
import type { DeltaOfRun, Experiment } from '@/api/types';
import { percent, plural } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TextLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { StatCard } from '@/components/ui/layout/stat-card';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';

import { intervalText } from '../deltas/delta-rows';

/** A re-test’s figure beside the first one, which helped to choose what was measured again. */
export function RetestResultSection({ experiment, metric }: { experiment: Experiment; metric: string }) {
  const isRetest = experiment.derived?.how === 'retest';
  const query = useQuery({ ...retestedQuery(experiment.id, metric), enabled: isRetest });
  if (!isRetest) return null;
  if (query.isPending) return <CardSkeleton />;
  if (!query.data)
    return (
      <ErrorState error={query.error} failedPart="the first figure" onRetry={() => void query.refetch()} />
    );
  const { source, first, again, sentence } = query.data;
  return (
    <Section
      id="retested"
      title="First figure and re-test"
      aside={
        <TextLink to="/experiments/$id" params={{ id: source.id }} fz="sm">
          {source.name}
        </TextLink>
      }
      caption="The first figure is that of the best of several, so it looks too good on average; the re-test had no part in the choice."
    >
      <Text fz="sm" mb="md">
        {sentence}
      </Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" style={{ '--stat-least': '146px' }}>
        <Figure label="At first, best of several" delta={first} quiet />
        <Figure label="In the re-test" delta={again} />
      </SimpleGrid>
    </Section>
  );
}

function Figure({ label, delta, quiet }: { label: string; delta?: DeltaOfRun | null; quiet?: boolean }) {
  if (delta?.change == null) {
    return (
      <StatCard label={label} value="–">
        No valid round of both sides.
      </StatCard>
    );
  }
  const isSettled = !quiet && (delta.verdict === 'better' || delta.verdict === 'worse');
  return (
    <StatCard
      label={label}
      value={percent(delta.change, delta.low, delta.high)}
      aside={delta.low == null ? 'one trial, no interval' : `95% interval ${intervalText(delta)}`}
      tone={isSettled ? (delta.verdict as 'better' | 'worse') : undefined}
    >
      <VerdictBadge verdict={delta.verdict} detail={delta.reason} /> from{' '}
      {plural(delta.n, delta.by_start ? 'start' : 'round')}
    </StatCard>
  );
}
