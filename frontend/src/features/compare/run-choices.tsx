import { Button, Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';

import { chosen, ids } from './selection';
import { shortcuts } from './shortcuts';
import { experimentQuery } from '@/api/queries/experiments';
import type { RunSummary } from '@/api/types';
import { latency, plural, rate, spread } from '@/components/format';
import { ErrorState } from '@/components/ui/error-state';
import { ButtonLink, TextLink } from '@/components/ui/links';
import { TableSkeleton } from '@/components/ui/loading';
import { Section } from '@/components/ui/section';
import { VerdictBadge } from '@/components/ui/verdict-badge';

const route = getRouteApi('/compare');

/** The runs of one experiment; each can go to side A or B, in the order in which they are pressed. */
export function RunChoices({ id }: { id: string }) {
  const { data, isPending, isError, error, refetch } = useQuery(experimentQuery(id));
  if (isPending) return <TableSkeleton />;
  if (isError) return <ErrorState error={error} where="this experiment" onRetry={() => void refetch()} />;
  const quick = shortcuts(data);
  return (
    <Section
      title={data.name}
      subtitle="— runs"
      caption="Runs are paired in the order in which you choose them: the first of A with the first of B, and so on."
    >
      {quick.length > 0 && (
        <Group gap="xs" mb="md">
          <Text fz="sm" c="dimmed">
            Or split it by a factor:
          </Text>
          {quick.map(({ label, search, pins }) => (
            <ButtonLink
              key={label}
              size="xs"
              variant={pins ? 'filled' : 'default'}
              to="/compare"
              search={search}
            >
              {label}
            </ButtonLink>
          ))}
        </Group>
      )}
      <Table.ScrollContainer minWidth={520}>
        <Table aria-label="Runs to choose from" fz="sm" verticalSpacing={8}>
          <Table.Thead>
            <Table.Tr c="dimmed">
              <Table.Th fw={500}>Run</Table.Th>
              <Table.Th fw={500} ta="right">
                req/s
              </Table.Th>
              <Table.Th fw={500} ta="right">
                Mean latency
              </Table.Th>
              <Table.Th fw={500} ta="right">
                Trials
              </Table.Th>
              <Table.Th fw={500} ta="right">
                Side
              </Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.run_list
              .filter(({ deleted }) => !deleted)
              .map((run) => (
                <Row key={run.id} run={run} />
              ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

function Row({ run }: { run: RunSummary }) {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/runs/$id" params={{ id: run.id }} c="var(--dyno-ink)">
          {run.name}
        </TextLink>{' '}
        {run.is_baseline && <VerdictBadge verdict="baseline" />}
        {run.is_control && <VerdictBadge verdict="control" />}
      </Table.Td>
      <Table.Td ta="right">
        {rate(run.means.requests_per_s)}{' '}
        <Text span inherit c="dimmed">
          {run.cv.requests_per_s === undefined ? '' : spread(run.cv.requests_per_s)}
        </Text>
      </Table.Td>
      <Table.Td ta="right">{latency(run.means.latency_mean)}</Table.Td>
      <Table.Td ta="right">{plural(run.trials_done, 'trial')}</Table.Td>
      <Table.Td ta="right">
        <Group gap={6} justify="flex-end" wrap="nowrap">
          <SideButton side="a" run={run} />
          <SideButton side="b" run={run} />
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function SideButton({ side, run }: { side: 'a' | 'b'; run: RunSummary }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const at = ids(search[side]).indexOf(run.id);
  const name = side.toUpperCase();
  return (
    <Button
      size="compact-sm"
      miw={44}
      variant={at >= 0 ? 'filled' : 'default'}
      aria-pressed={at >= 0}
      aria-label={`${run.name} on side ${name}`}
      onClick={() =>
        void navigate({
          search: (previous) => ({ ...previous, ...chosen(previous, side, run.id) }),
          replace: true,
          resetScroll: false,
        })
      }
    >
      {at >= 0 ? `${name} ${at + 1}` : name}
    </Button>
  );
}
