import { Group, Text } from '@mantine/core';

import type { Run } from '@/api/types';
import { TrustBadge } from '@/components/domain/trust-badge';
import { Strong } from '@/components/ui/labels/texts';

import { bottleneckTitle } from './bottlenecks';

/** How far the figures can be trusted, with the reasons; nothing before the end. */
export function TrustLine({ trust }: Pick<Run, 'trust'>) {
  if (!trust) return null;
  return (
    <Group gap="sm" align="baseline">
      <TrustBadge trust={trust} />
      {trust.reasons.length > 0 && (
        <Text fz="sm" flex="1 1 240px">
          {trust.reasons.map(({ sentence }) => sentence).join(' ')}
        </Text>
      )}
    </Group>
  );
}

/** What held the run back, with the evidence for the first. */
export function BottleneckLine({ bottlenecks = [] }: Pick<Run, 'bottlenecks'>) {
  const [first, ...otherBottlenecks] = bottlenecks;
  if (!first) return null;
  return (
    <Text fz="sm" component="aside" aria-label="What was the bottleneck">
      <Strong>{bottleneckTitle(first)}</Strong> {first.sentence}
      {otherBottlenecks.length > 0 && ` Also ${otherBottlenecks.map(({ title }) => title).join(', ')}.`}
    </Text>
  );
}
