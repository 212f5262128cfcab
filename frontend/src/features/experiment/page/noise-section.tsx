import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { deltasQuery } from '@/api/queries/experiments';
import type { Experiment, Metric, Trial } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import { NoiseCard } from '../deltas/noise-card';
import { PinningCard } from '../deltas/pinning-card';
import { pinsOf } from '../deltas/pins-link';
import { TrialsCard } from '../runs/trials-card';
import type { Scope } from '../view/scope';

interface NoiseSectionProps {
  experiment: Experiment;
  scope: Scope;
  /** The one that is looked at. */
  metric: Metric;
  trials?: Trial[];
}

/** What pinning does over all pairs, what equal settings differ by, and how many trials count. */
export function NoiseSection(props: NoiseSectionProps) {
  const { experiment, scope } = props;
  const { factor, pins } = pinsOf(experiment, scope);
  return (
    <FoldedSection id="noise" title={pins ? 'Pinned against unpinned, noise, trials' : 'Noise and trials'}>
      <Cards {...props} factor={factor} pins={pins} />
    </FoldedSection>
  );
}

type CardsProps = NoiseSectionProps & { factor?: string; pins: boolean };

function Cards({ experiment, scope, metric, trials, factor, pins }: CardsProps) {
  const deltas = useQuery(deltasQuery(experiment.id, metric.name));
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: pins ? 3 : 2 }} spacing="md" style={{ '--stat-least': '0' }}>
      {pins && <PinningCard experiment={experiment} factor={factor} metric={metric} />}
      <NoiseCard scope={scope} metric={metric} deltas={deltas.data} />
      <TrialsCard runs={scope.runs} trials={trials} isImported={experiment.origin === 'imported'} />
    </SimpleGrid>
  );
}
