import { Paper, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';

import type { Run } from '@/api/types';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { TextLink } from '@/components/ui/navigation/links';

type Limit = NonNullable<Run['limits']>[number];

const route = getRouteApi('/runs/$id');

/** What held the run back, what is believed first at the front: evidence, what helps, and the chart that shows it. */
export function RunLimits({ limits }: { limits: Limit[] }) {
  const [first, ...otherLimits] = limits;
  if (!first) return null;
  return (
    <Paper
      component="aside"
      aria-label="What was the limit"
      style={{ borderLeft: '3px solid var(--dyno-hot)' }}
    >
      <Stack gap="xs">
        <Text>
          <Text span inherit fw={600}>
            Limited by {first.title}.
          </Text>{' '}
          <Evidence limit={first} />
        </Text>
        {otherLimits.map((limit) => (
          <Text key={limit.code + limit.sentence} fz="sm">
            <Text span inherit fw={500}>
              Also {limit.title}.
            </Text>{' '}
            <Evidence limit={limit} />
          </Text>
        ))}
        <Text fz="xs" c="dimmed">
          From exact counters of every host over the valid trials.{' '}
          <DocsLink topic="limits">How a limit is found</DocsLink>
        </Text>
      </Stack>
    </Paper>
  );
}

function Evidence({ limit }: { limit: Limit }) {
  const { id } = route.useParams();
  const search = route.useSearch();
  return (
    <>
      {limit.sentence}{' '}
      <Text span inherit c="dimmed">
        What helps: {limit.advice}.
      </Text>{' '}
      <TextLink
        underline="always"
        to="/runs/$id"
        params={{ id }}
        search={{ ...search, series: limit.chart === 'cpu' ? undefined : limit.chart }}
        hash="hosts"
      >
        See it
      </TextLink>
    </>
  );
}
