import { SimpleGrid } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';

import type { DeltaOfRun, Experiment, Trial } from '@/api/types';
import { percent } from '@/components/words/format';
import { splitsByPins } from '@/components/words/pins';
import { TextLink } from '@/components/ui/navigation/links';
import { StatCard } from '@/components/ui/layout/stat-card';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { isUnfinished } from '@/components/words/states';

import { TrialsCard } from '../runs/trials-card';
import { isGrid, pinningFactor, type Scope } from '../view/scope';
import { PinningCard } from '../deltas/pinning-card';
import { NoiseCard } from '../deltas/noise-card';
import { bestOf, intervalText } from '../deltas/delta-rows';

interface HeadlineCardsProps {
  experiment: Experiment;
  scope: Scope;
  /** Of requests per second. */
  deltas: UseQueryResult<DeltaOfRun[]>;
  trials?: Trial[];
}

/** The figures that sum the experiment up. */
export function HeadlineCards({ experiment, scope, deltas, trials }: HeadlineCardsProps) {
  const factor = pinningFactor(experiment.factors, scope.runs);
  const pins = factor !== undefined || (!isGrid(scope.runs) && splitsByPins(scope.runs));
  const candidates = scope.runs.some((run) => !run.is_baseline && !run.is_control);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: pins && candidates ? 4 : 3 }} spacing="md">
      {candidates && <BestCard experiment={experiment} scope={scope} deltas={deltas.data} />}
      {pins && <PinningCard experiment={experiment} factor={factor} />}
      <NoiseCard scope={scope} deltas={deltas.data} />
      <TrialsCard runs={scope.runs} trials={trials} imported={experiment.origin === 'imported'} />
    </SimpleGrid>
  );
}

interface BestCardProps {
  experiment: Experiment;
  scope: Scope;
  deltas?: DeltaOfRun[];
}

function BestCard({ experiment, scope, deltas }: BestCardProps) {
  const best = bestOf(scope, deltas);
  const open = isUnfinished(experiment.state);
  if (!deltas) return <StatCard label="Best against baseline" value="…" />;
  if (best?.change == null) {
    return (
      <StatCard label="Best against baseline" value="–">
        {open
          ? 'Waits for a round of the baseline and another run.'
          : 'No run could be compared with the baseline.'}
      </StatCard>
    );
  }
  const settled = best.verdict === 'better';
  const run = scope.runs.find(({ id }) => id === best.run_id);
  return (
    <StatCard
      label={
        settled
          ? 'Best against baseline'
          : best.verdict === 'interim'
            ? `Largest change${open ? ' so far' : ''}`
            : 'Largest change; none is better'
      }
      value={percent(best.change)}
      unit="req/s"
      aside={best.low == null ? 'one trial, no interval' : `95% interval ${intervalText(best)}`}
      tone={best.verdict === 'better' || best.verdict === 'worse' ? best.verdict : undefined}
    >
      <TextLink underline="always" to="/runs/$id" params={{ id: best.run_id }}>
        {run?.variant ?? best.name}
      </TextLink>{' '}
      <VerdictBadge verdict={best.verdict} detail={best.reason} />
    </StatCard>
  );
}
