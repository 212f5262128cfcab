import { Paper, Stack, Table } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { bisectsQuery } from '@/api/queries/bisects';
import { Needs } from '@/components/domain/needs';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PageSkeleton } from '@/components/ui/feedback/loading';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { PageHeader } from '@/components/ui/layout/page-header';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Crumb, TextLink } from '@/components/ui/navigation/links';
import { dateTime } from '@/components/words/format';

import { BisectForm } from './bisect-form';

/** Bisects, and the form of a new one. */
export function BisectsPage() {
  const { data, isPending, error, refetch } = useQuery(bisectsQuery);
  if (isPending) return <PageSkeleton />;
  return (
    <Stack gap="lg">
      <PageHeader
        title="Bisects"
        crumbs={[<Crumb to="/experiments">Experiments</Crumb>]}
        meta="Which of several builds, or of the values of a setting, made the difference"
      />
      <Needs right="operator">
        <BisectForm />
      </Needs>
      {error && <ErrorState error={error} failedPart="the bisects" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          title="No bisect yet"
          text="A bisect compares the first with the last, then halves the way between them until two neighbours are left."
        />
      )}
      {data && data.length > 0 && (
        <Paper p="md">
          <PlainTable
            label="Bisects"
            heads={['Name', 'Answer', 'State', 'Begun']}
            widths={['22%', '48%', '12%', '18%']}
            minWidth={640}
            stacks
          >
            {data.map(({ id, name, sentence, state, created_at: begunAt }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <TextLink to="/bisects/$id" params={{ id }}>
                    {name}
                  </TextLink>
                </Table.Td>
                <Table.Td>{sentence}</Table.Td>
                <Table.Td>
                  <StateBadge state={state} />
                </Table.Td>
                <Table.Td>{dateTime(begunAt)}</Table.Td>
              </Table.Tr>
            ))}
          </PlainTable>
        </Paper>
      )}
    </Stack>
  );
}
