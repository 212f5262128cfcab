import { ActionIcon, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowBarToUp, IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';

import { moveInQueue, queueQuery } from '@/api/queries/queue';
import type { Move, QueueEntry, TestbedQueue } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Pill } from '@/components/ui/labels/pill';
import { Section } from '@/components/ui/layout/section';
import { TextLink } from '@/components/ui/navigation/links';
import { ago, dateTime, span } from '@/components/words/format';
import { startShort } from '@/components/words/start';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainTable } from '@/components/ui/layout/plain-table';

const WAYS = [
  { to: 'first', words: 'to the front', Icon: IconArrowBarToUp },
  { to: 'up', words: 'up', Icon: IconArrowUp },
  { to: 'down', words: 'down', Icon: IconArrowDown },
] as const;

/** One testbed: who uses it now, then who waits, first to begin first. */
export function TestbedLine({ line }: { line: TestbedQueue }) {
  const { testbed, now, labels, running, waiting } = line;
  const client = useQueryClient();
  const move = useMutation({
    mutationFn: ({ id, to }: { id: string; to: Move['to'] }) =>
      moveInQueue(id, { testbed_id: testbed.id, to, seen: waiting.map((entry) => entry.id) }),
    onSuccess: (queues) => client.setQueryData(queueQuery.queryKey, queues),
    onError: () => void client.invalidateQueries({ queryKey: queueQuery.queryKey }),
  });
  const order = waiting.map(({ id }) => id).join();
  const clickRef = useRef<{ button: HTMLElement; order: string }>(null);
  useEffect(() => {
    if (!clickRef.current || move.isPending) return;
    if (clickRef.current.order === order && !move.isError) return; // the answer is not drawn yet
    focusAgain(clickRef.current.button);
    clickRef.current = null;
  }, [move.isPending, move.isError, order]);
  return (
    <Section
      title={testbed.name}
      subtitle={`— ${now}`}
      tools={
        <Group gap={6}>
          {labels.map((label) => (
            <Pill key={label} tone="outline">
              {label}
            </Pill>
          ))}
        </Group>
      }
    >
      {move.isError && <ErrorState error={move.error} failedPart="the order is as it was" />}
      {running.length + waiting.length === 0 ? (
        <Muted>Idle, and nothing is queued.</Muted>
      ) : (
        <PlainTable
          label={`Queue of ${testbed.name}`}
          heads={[
            { name: <VisuallyHidden>Place</VisuallyHidden>, w: 52 },
            'Experiment',
            { name: 'By', w: '16%', visibleFrom: 'sm' },
            { name: 'Launched', w: '12%', visibleFrom: 'sm' },
            { name: 'Starts', w: '28%', visibleFrom: 'sm' },
            { name: <VisuallyHidden>Move</VisuallyHidden>, w: 136 },
          ]}
          minWidth={280}
          spacing="sm"
          layout="fixed"
          style={{ overflowWrap: 'anywhere' }}
        >
          {running.map((entry) => (
            <Row key={entry.id} entry={entry} place="now" testbed={testbed.name} />
          ))}
          {waiting.map((entry, i) => (
            <Row key={entry.id} entry={entry} place={String(i + 1)} testbed={testbed.name}>
              {WAYS.map(({ to, words, Icon }) => (
                <ActionIcon
                  key={to}
                  variant="default"
                  size="lg"
                  aria-label={`Move ${entry.name} ${words}`}
                  title={`Move ${words}`}
                  disabled={move.isPending || i === (to === 'down' ? waiting.length - 1 : 0)}
                  onClick={({ currentTarget }) => {
                    clickRef.current = { button: currentTarget, order };
                    move.mutate({ id: entry.id, to });
                  }}
                >
                  <Icon size={16} aria-hidden />
                </ActionIcon>
              ))}
            </Row>
          ))}
        </PlainTable>
      )}
    </Section>
  );
}

/** A button that was disabled, or whose row was moved, has lost the focus; at an end of the line another one of the row gets it. */
function focusAgain(button: HTMLElement): void {
  const next = button.matches(':disabled') ? button.closest('tr')?.querySelector('button:enabled') : button;
  if (next instanceof HTMLElement) next.focus();
}

interface RowProps {
  entry: QueueEntry;
  place: string;
  testbed: string;
  children?: ReactNode;
}

function Row({ entry, place, testbed, children }: RowProps) {
  const labels = entry.labels ?? [];
  const starts = startsOf(entry);
  return (
    <Table.Tr>
      <Table.Td c="dimmed">{place}</Table.Td>
      <Table.Td>
        <TextLink to="/experiments/$id" params={{ id: entry.id }} underline="always">
          {entry.name}
        </TextLink>
        {labels.length > 0 && <Small>any testbed with {labels.join(', ')}</Small>}
        {labels.length === 0 && entry.testbed.name !== testbed && (
          <Small>on {entry.testbed.name}, which shares a host</Small>
        )}
        <Text fz="xs" hiddenFrom="sm">
          {starts}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{entry.by}</Table.Td>
      <Table.Td visibleFrom="sm" c="dimmed" title={dateTime(entry.launched_at)}>
        {ago(entry.launched_at)}
      </Table.Td>
      <Table.Td visibleFrom="sm">{starts}</Table.Td>
      <Table.Td ta="right">
        <Needs right="operator">
          <Group gap={6} wrap="nowrap" justify="flex-end">
            {children}
          </Group>
        </Needs>
      </Table.Td>
    </Table.Tr>
  );
}

/** When it starts, or how long it still takes. */
function startsOf({ start, seconds_left: secondsLeft, step }: QueueEntry): string {
  if (start) return startShort(start);
  return secondsLeft == null ? (step ?? 'at work') : `at work, ${span(Math.ceil(secondsLeft))} left`;
}
