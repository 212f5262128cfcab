import { Group, Paper, SimpleGrid, Text } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { ids } from './selection';
import { runQuery } from '@/api/queries/runs';
import { ButtonLink } from '@/components/ui/links';

const route = getRouteApi('/compare');

/** What was chosen for each side so far, and the way on. */
export function Tray() {
  const { a, b, metric } = route.useSearch();
  const [left, right] = [ids(a), ids(b)];
  const ready = left.length > 0 && right.length > 0;
  return (
    <Paper component="section" aria-label="Chosen runs" pos="sticky" top={68} style={{ zIndex: 5 }} py="md">
      <Group justify="space-between" align="center" gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="lg" flex="1 1 320px">
          <SideList name="A · baseline" runs={left} />
          <SideList name="B" runs={right} />
        </SimpleGrid>
        <Group gap="xs">
          {(a || b) && (
            <ButtonLink to="/compare" search={{ pick: 'all' }} variant="subtle" color="gray">
              Clear
            </ButtonLink>
          )}
          <ButtonLink
            to="/compare"
            search={{ a, b, metric }}
            disabled={!ready}
            aria-disabled={!ready}
            data-disabled={!ready || undefined}
            style={ready ? undefined : { pointerEvents: 'none' }}
          >
            Compare
          </ButtonLink>
        </Group>
      </Group>
      {ready && left.length !== right.length && (
        <Text fz="xs" c="dimmed" mt={6}>
          {Math.abs(left.length - right.length)} of them have no partner and will be left out.
        </Text>
      )}
    </Paper>
  );
}

function SideList({ name, runs }: { name: string; runs: string[] }) {
  const found = useQueries({ queries: runs.map((id) => runQuery(id)) });
  return (
    <div>
      <Text fz="xs" c="dimmed">
        {name}
      </Text>
      {runs.length === 0 ? (
        <Text fz="sm" c="dimmed">
          choose a run below
        </Text>
      ) : (
        <Text fz="sm" fw={550}>
          {runs.map((id, n) => found[n]?.data?.name ?? id).join(', ')}
        </Text>
      )}
    </div>
  );
}
