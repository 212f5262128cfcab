import { Button, Group, List, Loader, Stack, Table, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { checkQuery, startCheck } from '@/api/queries/hosts';
import type { Testbed, TestbedCheck } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { Dialog } from '@/components/ui/dialogs/dialog';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { count, dateTime } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Notice } from './notice';

const OFTEN_MS = 1_000;

interface CheckDialogProps {
  testbed: Testbed;
  /** Begins without being asked: the testbed was just made or changed. */
  atOnce: boolean;
  onClose: () => void;
}

/** The hosts of a testbed call each other; what came of it, for each pair. */
export function CheckDialog({ testbed: { id, name }, atOnce, onClose }: CheckDialogProps) {
  const client = useQueryClient();
  const check = useQuery({
    ...checkQuery(id),
    refetchInterval: ({ state }) => (state.data?.state === 'running' ? OFTEN_MS : false),
  });
  const start = useMutation({
    mutationFn: () => startCheck(id),
    onSuccess: (startedCheck) => client.setQueryData(checkQuery(id).queryKey, startedCheck),
    onError: () => client.invalidateQueries({ queryKey: checkQuery(id).queryKey }), // somebody else’s may run
  });
  const { mutate } = start;
  useEffect(() => {
    if (atOnce) mutate();
  }, [atOnce, mutate]);
  const running = start.isPending || check.data?.state === 'running';
  return (
    <Dialog onClose={onClose} title={`Check of ${name}`} size="xl">
      <Stack gap="md">
        {check.isError && <ErrorState error={check.error} failedPart="the check" />}
        {start.isError && !running && <ErrorState error={start.error} failedPart="nothing was checked" />}
        <div role="status">{check.data && <Outcome check={check.data} running={running} />}</div>
        {!running && check.data && <Results check={check.data} />}
        <Group justify="space-between" gap="xs">
          <Muted>
            <DocsLink topic="testbeds">What is checked</DocsLink>
          </Muted>
          <Group gap="xs">
            <Needs right="operator">
              <PlainButton onClick={() => mutate()} disabled={running}>
                {check.data?.state === 'none' ? 'Check now' : 'Check again'}
              </PlainButton>
            </Needs>
            <Button onClick={onClose}>Done</Button>
          </Group>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Outcome({ check, running }: { check: TestbedCheck; running: boolean }) {
  if (running)
    return (
      <Group gap="sm" wrap="nowrap">
        <Loader size={18} />
        <Text fz="sm">Its hosts call each other, about {Math.ceil(check.takes_s)} s …</Text>
      </Group>
    );
  if (check.state === 'none')
    return (
      <Text fz="sm">
        Not checked yet. Each host connects to the others, sends for a second, and checks its ports and its
        clock; about {Math.ceil(check.takes_s)} s.
      </Text>
    );
  const hasPassed = check.state === 'passed';
  return (
    <Notice
      good={hasPassed}
      title={hasPassed ? 'Passed: all hosts reach each other' : 'Something is in the way'}
    >
      <Text fz="sm">{check.at && dateTime(check.at)}</Text>
    </Notice>
  );
}

function Results({ check: { hosts = [], pairs = [] } }: { check: TestbedCheck }) {
  const problems = [
    ...hosts.map(({ name, ok, problem, help }) => ({ who: name, ok, problem, help })),
    ...pairs.map(({ source, target, ok, problem, help }) => ({
      who: `${source} → ${target}`,
      ok,
      problem,
      help,
    })),
  ].filter(({ ok }) => !ok);
  return (
    <>
      {problems.length > 0 && (
        <List fz="sm" spacing={6}>
          {problems.map(({ who: subject, problem, help }) => (
            <List.Item key={subject}>
              <strong>{subject}</strong>: {problem} {help}
            </List.Item>
          ))}
        </List>
      )}
      {pairs.length > 0 && (
        <PlainTable
          label="From host to host"
          heads={['From → to', ...figureHeads('Round trip', 'A second of load')]}
          spacing="sm"
        >
          {pairs.map((pair) => (
            <Table.Tr key={`${pair.source} ${pair.target}`}>
              <Table.Td>
                {pair.source} → {pair.target}
              </Table.Td>
              <Table.Td ta="right">{figure(pair.round_trip_ms, 2, 'ms')}</Table.Td>
              <Table.Td ta="right">{pair.ok ? figure(pair.mbit_per_s, 0, 'Mbit/s') : 'not reached'}</Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
      )}
      {hosts.length > 0 && (
        <PlainTable
          label="Ports and clocks"
          heads={['Host', ...figureHeads('Free ports', 'Clock')]}
          spacing="sm"
        >
          {hosts.map(({ name, free_ports: ports, clock_offset_ms: offset, clock_error_ms: error }) => (
            <Table.Tr key={name}>
              <Table.Td>{name}</Table.Td>
              <Table.Td ta="right">{typeof ports === 'number' ? count(ports) : '–'}</Table.Td>
              <Table.Td ta="right">
                {figure(offset, 1, 'ms')}
                {typeof error === 'number' && ` ± ${error.toFixed(1)}`}
              </Table.Td>
            </Table.Tr>
          ))}
        </PlainTable>
      )}
    </>
  );
}

const figure = (value: number | null | undefined, digits: number, unit: string) =>
  typeof value === 'number'
    ? `${value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits })} ${unit}`
    : '–';

/** “passed”, “failed”, and the way to more. */
export function CheckButton({ testbed, onOpen }: { testbed: Testbed; onOpen: () => void }) {
  const { data } = useQuery(checkQuery(testbed.id));
  const words = { none: 'Not checked', running: 'Checking …', passed: 'Passed', failed: 'Failed' };
  return (
    <>
      {data && (
        <Text fz="xs" mb={6} c={data.state === 'failed' ? 'var(--dyno-danger)' : undefined}>
          {words[data.state]}
        </Text>
      )}
      <PlainButton size="compact-xs" onClick={onOpen} aria-label={`Check ${testbed.name}`}>
        Check
      </PlainButton>
    </>
  );
}
