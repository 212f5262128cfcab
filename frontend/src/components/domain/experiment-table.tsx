import { Group, Table, Text } from '@mantine/core';

import { TextLink } from '@/components/ui/navigation/links';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { ago, dateTime, plural } from '@/components/words/format';
import { roundsWords } from '@/components/words/progress';
import { outcomeWords } from '@/components/words/states';
import type { ExperimentSummary } from '@/api/types';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { MadeBy } from './made-by';
import { TagPills } from './tag-pills';
import { StarButton } from './star-button';
import { TrustBadge } from './trust-badge';

/** Experiments, newest first, each with the sentence that sums it up. */
export function ExperimentTable({ experiments }: { experiments: ExperimentSummary[] }) {
  return (
    <PlainTable
      label="Experiments"
      heads={[
        'Experiment',
        { name: 'What came out', w: '44%' },
        { name: 'State, trust', w: 140, visibleFrom: 'sm' },
        { name: 'Started', w: 110, ta: 'right', visibleFrom: 'sm' },
      ]}
      spacing="sm"
      highlightOnHover
      layout="fixed"
    >
      {experiments.map((experiment) => (
        <Row key={experiment.id} experiment={experiment} />
      ))}
    </PlainTable>
  );
}

function Row({ experiment: summary }: { experiment: ExperimentSummary }) {
  const when = summary.started_at ?? summary.created_at;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap={4} wrap="nowrap" align="flex-start">
          <TextLink
            to="/experiments/$id"
            params={{ id: summary.id }}
            fw={550}
            c="var(--dyno-ink)"
            style={{ overflowWrap: 'anywhere' }}
          >
            {summary.name}
          </TextLink>
          <StarButton id={summary.id} name={summary.name} isStarred={summary.starred} size="sm" />
        </Group>
        <Small>
          {summary.tool} · {plural(summary.runs, 'run')} × {roundsWords(summary)} ·{' '}
          {summary.testbed?.name ?? 'imported'} · <MadeBy owner={summary.owner} />
          {summary.archived && ' · archived'}
        </Small>
        <TagPills tags={summary.tags} />
        <Group gap={8} mt={4} hiddenFrom="sm">
          <Outcome experiment={summary} />
          <Small>{ago(when)}</Small>
        </Group>
      </Table.Td>
      <Table.Td>
        <HeadlineCell experiment={summary} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Outcome experiment={summary} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" fz="sm" c="dimmed" title={dateTime(when)}>
        {ago(when)}
      </Table.Td>
    </Table.Tr>
  );
}

/** The trust in what finished, else the state. */
function Outcome({ experiment: { state, failure, headline } }: { experiment: ExperimentSummary }) {
  if (state === 'finished' && headline?.trust) return <TrustBadge trust={headline.trust} />;
  return <StateBadge state={state} detail={failure?.message} />;
}

/** The headline, or what is known instead of one; muted unless it is settled. */
function HeadlineCell({ experiment }: { experiment: ExperimentSummary }) {
  const sentence = outcomeWords(experiment);
  return (
    <Text
      fz="sm"
      c={experiment.headline?.settled ? undefined : 'dimmed'}
      lineClamp={4}
      title={sentence}
      style={{ overflowWrap: 'anywhere' }}
    >
      {sentence}
    </Text>
  );
}
