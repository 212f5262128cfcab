import { Group, Table, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { noiseQuery, testbedsQuery } from '@/api/queries/hosts';
import type { Testbed } from '@/api/types';
import { plural } from '@/components/words/format';
import { Needs } from '@/components/domain/needs';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { AddHostButton } from './add-host';
import { CheckButton, CheckDialog } from './testbed-check';
import { RetiredTestbeds, RetireTestbed } from './retired-testbeds';
import { TestbedForm } from './testbed-form';

/** What is open over the table; the form of a new testbed is by the address. */
type Opened = { kind: 'form'; testbed?: Testbed } | { kind: 'check'; testbed: Testbed; atOnce: boolean };

/** Which hosts play which role together. */
export function TestbedTable() {
  const { data, isPending, isError, error, refetch } = useQuery(testbedsQuery);
  const [add, setAdd] = useUrlParam('add');
  const [otherDialog, setOtherDialog] = useState<Opened>();
  const dialog: Opened | undefined = add === 'testbed' ? { kind: 'form' } : otherDialog;
  const open = (next?: Opened) => {
    if (add === 'testbed') setAdd(undefined);
    setOtherDialog(next);
  };
  const close = () => open();
  return (
    <Section
      title="Testbeds"
      tools={
        <Needs right="hosts">
          <PlainButton leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdd('testbed')}>
            Make a testbed
          </PlainButton>
        </Needs>
      }
      caption="A testbed assigns hosts to roles; one experiment at a time uses a host. Roles that share a machine also share its CPUs."
    >
      {isPending && <TableSkeleton rows={2} />}
      {isError && <ErrorState error={error} failedPart="the testbeds" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          plain
          title="No testbed yet"
          text="It assigns hosts to the roles load, proxy and backend. One host may have several."
          action={<AddHostButton variant="default" />}
        />
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Testbeds"
          heads={['Testbed', 'Roles', 'On one machine', 'Network', 'Noise', 'Now']}
          last="Change"
          minWidth={760}
          stacks
          spacing="sm"
        >
          {data.map((testbed) => (
            <Row key={testbed.id} testbed={testbed} onOpen={open} />
          ))}
        </PlainTable>
      )}
      <Needs right="hosts">
        <RetiredTestbeds />
      </Needs>
      {dialog?.kind === 'form' && (
        <TestbedForm
          testbed={dialog.testbed}
          onClose={close}
          onSaved={(testbed) => open({ kind: 'check', testbed, atOnce: true })}
        />
      )}
      {dialog?.kind === 'check' && (
        <CheckDialog testbed={dialog.testbed} atOnce={dialog.atOnce} onClose={close} />
      )}
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
      <Needs right="operator">
        <ButtonLink
          to="/new"
          search={{ recipe: 'calibration', form: 'full', testbed: id, step: 'plan' }}
          size="compact-xs"
          variant="default"
        >
          Calibrate
        </ButtonLink>
      </Needs>
    </>
  );
}

function Row({ testbed, onOpen }: { testbed: Testbed; onOpen: (dialog: Opened) => void }) {
  return (
    <Table.Tr>
      <Table.Td fw={550}>
        {testbed.name}
        {(testbed.labels ?? []).length > 0 && <Small>{testbed.labels?.join(', ')}</Small>}
      </Table.Td>
      <Table.Td>
        {testbed.roles.map(
          ({
            role,
            host_id,
            host_name,
            address,
            online,
            removed: isRemoved,
            condition,
            drained: isDrained,
          }) => (
            <Text key={`${role} ${host_id}`} fz="sm">
              {role}: {host_name} <span className="dyno-mono">{address}</span>
              {isRemoved ? ' — removed' : !online && ' — offline'}
              {condition === 'needs_restore' && ' — not as it was'}
              {isDrained && ' — drained'}
            </Text>
          ),
        )}
      </Table.Td>
      <Table.Td>{testbed.colocated.map((roles) => roles.join(' + ')).join('; ') || 'none'}</Table.Td>
      <Table.Td>
        <CheckButton testbed={testbed} onOpen={() => onOpen({ kind: 'check', testbed, atOnce: false })} />
      </Table.Td>
      <Table.Td maw={280}>
        <Noise testbed={testbed} />
      </Table.Td>
      <Table.Td>
        {testbed.busy_with ? (
          <TextLink to="/experiments/$id" params={{ id: testbed.busy_with.id }}>
            {testbed.busy_with.name}
          </TextLink>
        ) : (
          testbed.unavailable || 'free'
        )}
        {testbed.waiting > 0 && (
          <Text fz="xs">
            <TextLink to="/hosts/queue" fz="xs" underline="always">
              {plural(testbed.waiting, 'experiment')} waiting
            </TextLink>
          </Text>
        )}
      </Table.Td>
      <Table.Td ta="right">
        <Group gap="xs" wrap="nowrap" justify="flex-end">
          <Needs right="hosts">
            <PlainButton onClick={() => onOpen({ kind: 'form', testbed })}>Change</PlainButton>
            <RetireTestbed testbed={testbed} />
          </Needs>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
