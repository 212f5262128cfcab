import { List } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import type { Run } from '@/api/types';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';
import { Dimmed, Strong } from '@/components/ui/labels/texts';

type Bottleneck = NonNullable<Run['bottlenecks']>[number];

const route = getRouteApi('/runs/$id');

/** “Limited by the proxy’s workers.” */
export const bottleneckTitle = ({ title, is_near }: Bottleneck) =>
  is_near ? `Near a limit: ${title}.` : `Limited by ${title}.`;

/** What held the run back, what is believed first at the front: evidence, what helps, and the chart that shows it. */
export function BottlenecksSection({ bottlenecks }: { bottlenecks: Bottleneck[] }) {
  if (bottlenecks.length === 0) return null;
  return (
    <FoldedSection
      id="bottlenecks"
      title="Bottlenecks"
      subtitle="evidence, and what helps"
      caption={
        <>
          From exact counters of every host over the valid trials.{' '}
          <DocsLink topic="bottlenecks">How a bottleneck is found</DocsLink>
        </>
      }
    >
      <List spacing="xs" fz="sm" listStyleType="none">
        {bottlenecks.map((bottleneck) => (
          <List.Item key={bottleneck.code + bottleneck.sentence}>
            <Strong>{bottleneckTitle(bottleneck)}</Strong> <Evidence bottleneck={bottleneck} />
          </List.Item>
        ))}
      </List>
    </FoldedSection>
  );
}

function Evidence({ bottleneck }: { bottleneck: Bottleneck }) {
  const { id } = route.useParams();
  const search = route.useSearch();
  const series = bottleneck.chart === 'cpu' ? undefined : bottleneck.chart;
  return (
    <>
      {bottleneck.sentence} <Dimmed>What helps: {bottleneck.advice}.</Dimmed>{' '}
      <TextLink
        underline="always"
        to="/runs/$id"
        params={{ id }}
        search={{ ...search, series, open: 'bottlenecks,hosts' }}
        hash="hosts"
      >
        See it
      </TextLink>
    </>
  );
}
