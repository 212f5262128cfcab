import { SimpleGrid } from '@mantine/core';

import type { DeltaOfRun, Experiment, Metric, Trial } from '@/api/types';
import { splitsByPins } from '@/components/words/pins';
import { TextLink } from '@/components/ui/navigation/links';
import { StatCard } from '@/components/ui/layout/stat-card';
import { Judged } from '@/components/ui/labels/judged';
import { isUnfinished } from '@/components/words/states';
import { isShared } from '@/api/share';

import { TrialsCard } from '../runs/trials-card';
import { isGrid, pinningFactor, type Scope } from '../view/scope';
import { PinningCard } from '../deltas/pinning-card';
import { NoiseCard } from '../deltas/noise-card';
import { amountOf, bestOf, changeOf, toneOf } from '../deltas/delta-rows';

interface HeadlineCardsProps {
  experiment: Experiment;
  scope: Scope;
  /** The one that is looked at; `deltas` are of it. */
  metric: Metric;
  deltas?: DeltaOfRun[];
  trials?: Trial[];
}

/** The figures that sum the experiment up, in the metric that is looked at. */
export function HeadlineCards({ experiment, scope, metric, deltas, trials }: HeadlineCardsProps) {
  const factor = pinningFactor(experiment.factors, scope.runs);
  // a comparison is no part of what a link shares
  const pins = !isShared && (factor !== undefined || (!isGrid(scope.runs) && splitsByPins(scope.runs)));
  const candidates = scope.runs.some((run) => !run.is_baseline && !run.is_control);
  const four = pins && candidates;
  return (
    <SimpleGrid
      cols={{ base: 1, xs: 2, md: four ? 4 : 3 }}
      spacing="md"
      style={four ? { '--stat-least': '228px' } : undefined}
    >
      {candidates && <BestCard {...{ experiment, scope, metric, deltas }} />}
      {pins && <PinningCard experiment={experiment} factor={factor} metric={metric} />}
      <NoiseCard scope={scope} metric={metric} deltas={deltas} />
      <TrialsCard runs={scope.runs} trials={trials} isImported={experiment.origin === 'imported'} />
    </SimpleGrid>
  );
}

const LABELS: Partial<Record<DeltaOfRun['verdict'], string>> = {
  better: 'Best against baseline',
  worse: 'Nothing is better; largest loss',
};

function BestCard({ experiment, scope, metric, deltas }: Omit<HeadlineCardsProps, 'trials'>) {
  const best = bestOf(scope, deltas);
  const open = isUnfinished(experiment.state);
  if (!deltas) return <StatCard label="Best against baseline" value="…" />;
  if (!best || changeOf(best, metric) === null) {
    return (
      <StatCard label="Best against baseline" value="–">
        {open
          ? 'Waits for a round of the baseline and another run.'
          : 'No run could be compared with the baseline.'}
      </StatCard>
    );
  }
  const { value, aside } = amountOf(best, metric);
  const run = scope.runs.find(({ id }) => id === best.run_id);
  const largest = best.verdict === 'interim' ? 'Largest change' : 'Largest change; none is better';
  return (
    <StatCard
      label={LABELS[best.verdict] ?? `${largest}${open ? ' so far' : ''}`}
      value={value}
      unit={metric.label}
      aside={aside}
      tone={toneOf(best)}
    >
      <TextLink underline="always" to="/runs/$id" params={{ id: best.run_id }}>
        {run?.variant ?? best.name}
      </TextLink>{' '}
      <Judged delta={best} />
    </StatCard>
  );
}
