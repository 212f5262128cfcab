import { Button, Group, Switch, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery } from '@tanstack/react-query';

import {
  changeReceiver,
  deleteReceiver,
  type Receiver,
  receiversQuery,
  sendTest,
} from '@/api/queries/notices';
import { ConfirmButton } from '@/components/ui/dialogs/confirm-button';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Section } from '@/components/ui/layout/section';
import { KIND_WORDS, WAY_WORDS } from '@/components/words/notices';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { ReceiverDialog } from './receiver-dialog';

/** Where notices go. */
export function Receivers() {
  const { data, error, isPending, refetch } = useQuery(receiversQuery);
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <Section
      title="Receivers"
      tools={
        <Button size="xs" onClick={open}>
          New receiver
        </Button>
      }
      caption="Only the host of an address is shown later; the rest often holds a secret. When off, pending deliveries are dropped. Backups contain no receivers."
    >
      {isPending && <TableSkeleton rows={2} />}
      {error && <ErrorState error={error} failedPart="the receivers" onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <EmptyState
          plain
          title="No receiver yet"
          text="A webhook, a chat that accepts Slack messages, or a mail address."
        />
      )}
      {data && data.length > 0 && (
        <PlainTable
          label="Receivers"
          heads={['Name', 'Told of', 'On']}
          widths={['30%', undefined, 72, 330]}
          last="What to do"
          minWidth={980}
          stacks
        >
          {data.map((receiver) => (
            <Row key={receiver.id} receiver={receiver} />
          ))}
        </PlainTable>
      )}
      {isOpen && <ReceiverDialog onClose={close} />}
    </Section>
  );
}

function Row({ receiver }: { receiver: Receiver }) {
  const { id, name, way, place, kinds, enabled: isEnabled } = receiver;
  const [isOpen, { open, close }] = useDisclosure(false);
  const change = useMutation({ mutationFn: (on: boolean) => changeReceiver(id, { enabled: on }) });
  const test = useMutation({ mutationFn: () => sendTest(id) });
  const error = change.error ?? test.error;
  return (
    <Table.Tr>
      <Table.Td>
        <Text fz="sm" fw={550}>
          {name}
        </Text>
        <Small>
          {WAY_WORDS[way]} · {place}
        </Small>
        {error && <ErrorState error={error} failedPart="nothing was changed" />}
      </Table.Td>
      <Table.Td>{kinds.map((kind) => KIND_WORDS[kind]).join(', ')}</Table.Td>
      <Table.Td>
        <Switch
          aria-label={`Tell ${name}`}
          checked={isEnabled}
          disabled={change.isPending}
          onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end" gap="xs" wrap="nowrap">
          <PlainButton disabled={!isEnabled} loading={test.isPending} onClick={() => test.mutate()}>
            Send a test
          </PlainButton>
          <PlainButton onClick={open}>Change</PlainButton>
          <ConfirmButton
            label="Delete"
            title={`Delete “${name}”?`}
            text="It gets no more notices, and its deliveries are deleted."
            confirm="Delete it"
            keep="Keep it"
            action={() => deleteReceiver(id)}
          />
        </Group>
        {isOpen && <ReceiverDialog receiver={receiver} onClose={close} />}
      </Table.Td>
    </Table.Tr>
  );
}
