import { Table, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { noiseQuery, testbedsQuery } from '@/api/queries/hosts';
import type { Testbed } from '@/api/types';
import { plural } from '@/components/words/format';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';

import { RetiredTestbeds, RetireTestbed } from './retired-testbeds';

/** Which hosts play which role together. */
export function TestbedTable() {
  const { data, isPending, isError, error, refetch } = useQuery(testbedsQuery);
  return (
    <Section
      title="Testbeds"
      caption="A testbed assigns hosts to roles; one experiment at a time uses a host. Roles that share a machine also share its CPUs."
    >
      {isPending && <TableSkeleton rows={2} />}
      {isError && <ErrorState error={error} where="the testbeds" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          plain
          title="No testbed yet"
          text="One appears as soon as hosts cover the roles load, proxy and backend."
        />
      )}
      {data && data.length > 0 && (
        <Table.ScrollContainer minWidth={760}>
          <Table aria-label="Testbeds" fz="sm">
            <Table.Thead>
              <Table.Tr c="dimmed">
                {['Testbed', 'Roles', 'On one machine', 'Noise', 'Now', ''].map((name) => (
                  <Table.Th key={name} fw={500}>
                    {name || <VisuallyHidden>Retire</VisuallyHidden>}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data.map((testbed) => (
                <Row key={testbed.id} testbed={testbed} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      <RetiredTestbeds />
    </Section>
  );
}

/** What is known of it, with the way to know more. */
function Noise({ testbed: { id } }: { testbed: Testbed }) {
  const { data } = useQuery(noiseQuery(id));
  const calibration = data?.noise?.calibration;
  return (
    <>
      {data && (
        <Text fz="xs" mb={6}>
          {data.sentence}{' '}
          {calibration && (
            <TextLink to="/experiments/$id" params={{ id: calibration.id }} underline="always">
              Open it
            </TextLink>
          )}
        </Text>
      )}
      <ButtonLink
        to="/new"
        search={{ recipe: 'calibration', form: 'full', testbed: id, step: 'plan' }}
        size="compact-xs"
        variant="default"
      >
        Calibrate
      </ButtonLink>
    </>
  );
}

function Row({ testbed }: { testbed: Testbed }) {
  return (
    <Table.Tr>
      <Table.Td fw={550}>{testbed.name}</Table.Td>
      <Table.Td>
        {testbed.roles.map(({ role, host_name, address, online, removed, condition }) => (
          <Text key={role} fz="sm">
            {role}: {host_name} <span className="dyno-mono">{address}</span>
            {removed ? ' — removed' : !online && ' — offline'}
            {condition === 'dirty' && ' — not as it was'}
          </Text>
        ))}
      </Table.Td>
      <Table.Td>{testbed.colocated.map((roles) => roles.join(' + ')).join('; ') || 'none'}</Table.Td>
      <Table.Td maw={280}>
        <Noise testbed={testbed} />
      </Table.Td>
      <Table.Td>
        {testbed.busy_with ? (
          <TextLink to="/experiments/$id" params={{ id: testbed.busy_with.id }}>
            {testbed.busy_with.name}
          </TextLink>
        ) : testbed.roles.some(({ removed }) => removed) ? (
          'unavailable: a host was removed'
        ) : testbed.roles.some(({ condition }) => condition === 'dirty') ? (
          'unavailable: a host is not as it was'
        ) : testbed.roles.some(({ claimed_by }) => claimed_by) ? (
          'held by another dashboard'
        ) : (
          'free'
        )}
        {testbed.waiting > 0 && <Text fz="xs">{plural(testbed.waiting, 'experiment')} waiting</Text>}
      </Table.Td>
      <Table.Td ta="right">
        <RetireTestbed testbed={testbed} />
      </Table.Td>
    </Table.Tr>
  );
}
