import { Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import type { Run } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';

type Bottleneck = NonNullable<Run['bottlenecks']>[number];

const route = getRouteApi('/runs/$id');

/** What held the run back, what is believed first at the front: evidence, what helps, and the chart that shows it. */
export function RunBottlenecks({ bottlenecks }: { bottlenecks: Bottleneck[] }) {
  const [first, ...otherBottlenecks] = bottlenecks;
  if (!first) return null;
  return (
    <Paper
      component="aside"
      aria-label="What was the bottleneck"
      style={{ borderLeft: '3px solid var(--dyno-hot)' }}
    >
      <Stack gap="xs">
        <Text>
          <Text span inherit fw={600}>
            {first.is_near ? `Near a limit: ${first.title}.` : `Limited by ${first.title}.`}
          </Text>{' '}
          <Evidence bottleneck={first} />
        </Text>
        {otherBottlenecks.map((bottleneck) => (
          <Text key={bottleneck.code + bottleneck.sentence} fz="sm">
            <Text span inherit fw={500}>
              {bottleneck.is_near ? 'Near' : 'Also'} {bottleneck.title}.
            </Text>{' '}
            <Evidence bottleneck={bottleneck} />
          </Text>
        ))}
        <Text fz="xs" c="dimmed">
          From exact counters of every host over the valid trials.{' '}
          <DocsLink topic="bottlenecks">How a bottleneck is found</DocsLink>
        </Text>
      </Stack>
    </Paper>
  );
}

function Evidence({ bottleneck }: { bottleneck: Bottleneck }) {
  const { id } = route.useParams();
  const search = route.useSearch();
  return (
    <>
      {bottleneck.sentence}{' '}
      <Text span inherit c="dimmed">
        What helps: {bottleneck.advice}.
      </Text>{' '}
      <TextLink
        underline="always"
        to="/runs/$id"
        params={{ id }}
        search={{ ...search, series: bottleneck.chart === 'cpu' ? undefined : bottleneck.chart }}
        hash="hosts"
      >
        See it
      </TextLink>
    </>
  );
}
