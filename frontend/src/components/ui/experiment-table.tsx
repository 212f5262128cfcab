import { Group, Table, Text } from '@mantine/core';

import { TextLink } from './links';
import { StateBadge } from './state-badge';
import { VerdictBadge } from './verdict-badge';
import { ago, dateTime, interval, percent, plural } from '../format';
import type { ExperimentSummary } from '@/api/types';

/** Experiments, newest first, each with the one figure that sums it up. */
export function ExperimentTable({ experiments }: { experiments: ExperimentSummary[] }) {
  return (
    <Table highlightOnHover aria-label="Experiments" layout="fixed">
      <Table.Thead>
        <Table.Tr c="dimmed">
          <Table.Th fw={500}>Experiment</Table.Th>
          <Table.Th fw={500} w="38%">
            Against baseline
          </Table.Th>
          <Table.Th fw={500} w={110} visibleFrom="sm">
            State
          </Table.Th>
          <Table.Th fw={500} w={110} ta="right" visibleFrom="sm">
            Started
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {experiments.map((one) => (
          <Row key={one.id} experiment={one} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Row({ experiment: one }: { experiment: ExperimentSummary }) {
  const when = one.started_at ?? one.created_at;
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/experiments/$id" params={{ id: one.id }} fw={550} c="var(--dyno-ink)">
          {one.name}
        </TextLink>
        <Text fz="xs" c="dimmed">
          {one.tool} · {plural(one.runs, 'run')} × {plural(one.rounds, 'round')} ·{' '}
          {one.testbed?.name ?? 'imported'}
        </Text>
        <Group gap={8} mt={4} hiddenFrom="sm">
          <StateBadge state={one.state} />
          <Text fz="xs" c="dimmed">
            {ago(when)}
          </Text>
        </Group>
      </Table.Td>
      <Table.Td>
        <HeadlineCell experiment={one} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <StateBadge state={one.state} detail={one.failure?.message} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" fz="sm" c="dimmed" title={dateTime(when)}>
        {ago(when)}
      </Table.Td>
    </Table.Tr>
  );
}

/** “+92.2% workers 2, better”, or the sentence that says why there is none. */
function HeadlineCell({ experiment: { headline, failure, progress } }: { experiment: ExperimentSummary }) {
  const delta = headline?.delta;
  if (!headline || !delta) {
    return (
      <Text fz="sm" c="dimmed" lineClamp={2}>
        {failure?.message ?? headline?.sentence ?? progress?.step ?? 'Not measured yet'}
      </Text>
    );
  }
  return (
    <>
      <Group gap={8}>
        <Text fw={650}>{percent(delta.change)}</Text>
        <VerdictBadge verdict={delta.verdict} detail={delta.reason} />
        <Text fz="xs" c="dimmed" visibleFrom="md">
          {interval(delta.low, delta.high)}
        </Text>
      </Group>
      <Text fz="xs" c="dimmed" truncate title={headline.sentence}>
        {headline.name}
      </Text>
    </>
  );
}
