import { Checkbox, Group, Table, Text, VisuallyHidden } from '@mantine/core';

import type { ExperimentSummary } from '@/api/types';
import { outcomeWords } from '@/components/words/states';
import { StarButton } from '@/components/domain/star-button';
import { TagPills } from '@/components/domain/tag-pills';
import { SortHead } from '@/components/ui/layout/sort-head';
import { TextLink } from '@/components/ui/navigation/links';
import { useUrlPatch } from '@/components/ui/navigation/use-url-param';

import { type Column, nextSort, type Sort, type SortKey } from './columns';
import { CELLS, FigureLine } from './figure-cells';
import classes from './figures-table.module.css';

const NAME_WIDTH = 340; // px, with the box

interface HeadColumn {
  label: string;
  width?: number;
  sort?: SortKey;
  figure?: boolean;
}

const NAME: HeadColumn = { label: 'Experiment', sort: 'name' };

interface FiguresTableProps {
  experiments: ExperimentSummary[];
  columns: Column[];
  sort: Sort;
  chosenIds: string[];
  onChoose: (ids: string[]) => void;
}

/** Experiments with their figures, a column each; the sentence is the second line of a row. */
export function FiguresTable({ experiments, columns, sort, chosenIds, onChoose }: FiguresTableProps) {
  const toggle = (id: string) =>
    onChoose(chosenIds.includes(id) ? chosenIds.filter((chosenId) => chosenId !== id) : [...chosenIds, id]);
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table
        highlightOnHover
        aria-label="Experiments"
        layout="fixed"
        className={classes.table}
        style={{ '--least-width': `${NAME_WIDTH + columns.reduce((sum, { width }) => sum + width, 0)}px` }}
      >
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.box}>
              <VisuallyHidden>Choose</VisuallyHidden>
            </Table.Th>
            <Head column={NAME} sort={sort} />
            {columns.map((column) => (
              <Head key={column.key} column={column} sort={sort} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {experiments.map((experiment) => (
            <Table.Tr key={experiment.id} data-untrusted={experiment.headline?.trust?.level === 'red'}>
              <Table.Td className={classes.box} valign="top">
                <Checkbox
                  size="xs"
                  mt={3}
                  aria-label={`Choose “${experiment.name}”`}
                  checked={chosenIds.includes(experiment.id)}
                  onChange={() => toggle(experiment.id)}
                />
              </Table.Td>
              <NameCell experiment={experiment} />
              {columns.map((column) => (
                <Figure key={column.key} column={column} experiment={experiment} />
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** A column's head; the order is the server's, and in the address. Without a width it stays on a phone. */
function Head({ column, sort }: { column: HeadColumn; sort: Sort }) {
  const patch = useUrlPatch();
  const { label, width, sort: key } = column;
  const look = {
    className: column.figure ? classes.figure : undefined,
    w: width,
    visibleFrom: width ? 'sm' : undefined,
    children: label,
  };
  if (!key) return <Table.Th {...look} />;
  const order = sort.key === key ? (sort.isDown ? 'descending' : 'ascending') : undefined;
  return (
    <SortHead
      order={order}
      onSort={() => patch({ sort: nextSort(sort, key), before: undefined })}
      {...look}
    />
  );
}

function Figure({ column, experiment }: { column: Column; experiment: ExperimentSummary }) {
  const Cell = CELLS[column.key];
  return (
    <Table.Td
      className={'figure' in column ? classes.figure : undefined}
      visibleFrom="sm"
      valign="top"
      fz="sm"
      style={{ overflowWrap: 'anywhere' }}
    >
      <Cell experiment={experiment} />
    </Table.Td>
  );
}

/** Name, figures on a phone, and the sentence: muted unless it is settled. */
function NameCell({ experiment }: { experiment: ExperimentSummary }) {
  const { headline } = experiment;
  const sentence = outcomeWords(experiment);
  return (
    <Table.Td valign="top">
      <Group gap={4} wrap="nowrap" align="flex-start">
        <TextLink
          to="/experiments/$id"
          params={{ id: experiment.id }}
          fw={550}
          c="var(--dyno-ink)"
          style={{ overflowWrap: 'anywhere' }}
        >
          {experiment.name}
        </TextLink>
        <StarButton id={experiment.id} name={experiment.name} isStarred={experiment.starred} size="sm" />
      </Group>
      <FigureLine experiment={experiment} />
      <Text
        fz="xs"
        c={headline?.settled ? undefined : 'dimmed'}
        lineClamp={2}
        title={sentence}
        style={{ overflowWrap: 'anywhere' }}
      >
        {experiment.archived && 'Archived. '}
        {headline?.question && (
          <Text span inherit visibleFrom="sm">
            {`${headline.question} `}
          </Text>
        )}
        {sentence}
      </Text>
      <TagPills tags={experiment.tags} />
    </Table.Td>
  );
}
