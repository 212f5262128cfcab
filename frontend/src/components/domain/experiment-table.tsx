import { Checkbox, Group, Table, Text, VisuallyHidden } from '@mantine/core';

import { TextLink } from '@/components/ui/navigation/links';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { ago, dateTime, plural } from '@/components/words/format';
import { roundsWords } from '@/components/words/progress';
import type { ExperimentSummary } from '@/api/types';

import { MadeBy } from './made-by';
import { TagPills } from './tag-pills';
import { StarButton } from './star-button';

interface ExperimentTableProps {
  experiments: ExperimentSummary[];
  /** Ids with a mark in their box; boxes are there only with `onChoose`. */
  chosen?: string[];
  onChoose?: (ids: string[]) => void;
}

/** Experiments, newest first, each with the one figure that sums it up. */
export function ExperimentTable({ experiments, chosen = [], onChoose }: ExperimentTableProps) {
  const toggle = (id: string) =>
    onChoose?.(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]);
  return (
    <Table highlightOnHover aria-label="Experiments" layout="fixed">
      <Table.Thead>
        <Table.Tr c="dimmed">
          {onChoose && (
            <Table.Th w={40} visibleFrom="sm">
              <VisuallyHidden>Choose</VisuallyHidden>
            </Table.Th>
          )}
          <Table.Th fw={500}>Experiment</Table.Th>
          <Table.Th fw={500} w="44%">
            What came out
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
          <Row
            key={one.id}
            experiment={one}
            chosen={chosen.includes(one.id)}
            onToggle={onChoose && (() => toggle(one.id))}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  experiment: ExperimentSummary;
  chosen: boolean;
  onToggle?: () => void;
}

function Row({ experiment: one, chosen, onToggle }: RowProps) {
  const when = one.started_at ?? one.created_at;
  return (
    <Table.Tr>
      {onToggle && (
        <Table.Td visibleFrom="sm">
          <Checkbox size="xs" aria-label={`Choose “${one.name}”`} checked={chosen} onChange={onToggle} />
        </Table.Td>
      )}
      <Table.Td>
        <Group gap={4} wrap="nowrap" align="flex-start">
          <TextLink
            to="/experiments/$id"
            params={{ id: one.id }}
            fw={550}
            c="var(--dyno-ink)"
            style={{ overflowWrap: 'anywhere' }}
          >
            {one.name}
          </TextLink>
          <StarButton id={one.id} name={one.name} starred={one.starred} size="sm" />
        </Group>
        <Text fz="xs" c="dimmed">
          {one.tool} · {plural(one.runs, 'run')} × {roundsWords(one)} · {one.testbed?.name ?? 'imported'} ·{' '}
          <MadeBy owner={one.owner} />
          {one.archived && ' · archived'}
        </Text>
        <TagPills tags={one.tags} />
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

/** The headline, or what is known instead of one; muted unless it is settled. */
function HeadlineCell({ experiment: { headline, progress } }: { experiment: ExperimentSummary }) {
  const said = headline?.sentence ?? progress?.step ?? 'Its result is being worked out';
  return (
    <Text
      fz="sm"
      c={headline?.settled ? undefined : 'dimmed'}
      lineClamp={4}
      title={said}
      style={{ overflowWrap: 'anywhere' }}
    >
      {said}
    </Text>
  );
}
