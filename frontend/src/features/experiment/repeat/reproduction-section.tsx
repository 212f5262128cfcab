import { Group, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { deltasQuery, experimentQuery } from '@/api/queries/experiments';
import type { DeltaOfRun, Experiment, Metric } from '@/api/types';
import { ABSENT, dateTime } from '@/components/words/format';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { ButtonLink } from '@/components/ui/navigation/links';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { changeText, intervalText } from '../deltas/delta-rows';

import { agreement, type Pair, pairsOf } from './reproduction';

interface ReproducedSectionProps {
  experiment: Experiment;
  metric: Metric;
}

/** The changes of this experiment beside those of the one that it repeats. */
export function ReproductionSection({ experiment, metric }: ReproducedSectionProps) {
  const id = experiment.derived?.how === 'reproduce' ? experiment.derived.experiment.id : undefined;
  const hasSource = id !== undefined;
  const source = useQuery({ ...experimentQuery(id ?? ''), enabled: hasSource });
  const first = useQuery({ ...deltasQuery(id ?? '', metric.name), enabled: hasSource });
  const again = useQuery({ ...deltasQuery(experiment.id, metric.name), enabled: hasSource });
  if (!hasSource || experiment.run_list.every((run) => run.trials_done === 0)) return null;
  // One that failed before its first trial is no original to be held against.
  if (source.data?.run_list.every((run) => run.trials_done === 0)) return null;
  const failedQuery = [source, first, again].find(({ isError }) => isError);
  if (failedQuery)
    return (
      <ErrorState
        error={failedQuery.error}
        failedPart="the original"
        onRetry={() => void failedQuery.refetch()}
      />
    );
  if (!source.data || !first.data || !again.data) return <CardSkeleton />;
  const pairs = pairsOf(
    { runs: source.data.run_list, deltas: first.data },
    { runs: experiment.run_list, deltas: again.data },
  );
  return (
    <Section
      id="reproduced"
      title="The original and this one"
      subtitle={metric.label}
      aside={<CompareLink source={source.data} experiment={experiment} metric={metric.name} />}
      caption={`The same definition, first measured ${dateTime(source.data.started_at ?? source.data.created_at)}. Changes are against the baseline of each.`}
    >
      <Text fz="sm" mb="xs" fw={550}>
        {agreement(pairs)}
      </Text>
      <PlainTable
        label="The original and this one"
        heads={['Variant', 'Original', 'This one', 'Verdict']}
        minWidth={480}
        spacing="sm"
      >
        {pairs.map((pair) => (
          <Row key={pair.name} pair={pair} metric={metric} />
        ))}
      </PlainTable>
    </Section>
  );
}

function Row({ pair: { name, then, now, agree }, metric }: { pair: Pair; metric: Metric }) {
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <DeltaCell delta={then} metric={metric} />
      <DeltaCell delta={now} metric={metric} />
      <Table.Td c={agree === false ? undefined : 'dimmed'} fw={agree === false ? 550 : undefined}>
        {agree === undefined ? ABSENT : agree ? 'the same' : 'different'}
      </Table.Td>
    </Table.Tr>
  );
}

function DeltaCell({ delta, metric }: { delta?: DeltaOfRun; metric: Metric }) {
  const change = metric.zero_ok ? delta?.difference : delta?.change;
  if (!delta || change === null || change === undefined) return <Table.Td c="dimmed">{ABSENT}</Table.Td>;
  return (
    <Table.Td>
      <Group gap={8}>
        <span>{changeText(change, metric)}</span>
        <VerdictBadge verdict={delta.verdict} detail={delta.reason} />
        {delta.low != null && <Small span>{intervalText(delta, metric)}</Small>}
      </Group>
    </Table.Td>
  );
}

interface CompareLinkProps {
  source: Experiment;
  experiment: Experiment;
  metric: string;
}

const MAX_RUNS = 60; // run ids in one address

/** Both experiments in Compare, their runs paired by name. */
function CompareLink({ source, experiment, metric }: CompareLinkProps) {
  const names = new Set(experiment.run_list.filter((run) => !run.deleted).map((run) => run.name));
  const common = source.run_list.filter((run) => !run.deleted && names.has(run.name)).slice(0, MAX_RUNS);
  const byName = new Map(experiment.run_list.map((run) => [run.name, run.id]));
  if (common.length === 0) return null;
  return (
    <ButtonLink
      to="/compare"
      size="xs"
      variant="default"
      search={{
        a: common.map((run) => run.id).join(','),
        b: common.map((run) => byName.get(run.name)).join(','),
        metric,
      }}
    >
      Compare run by run
    </ButtonLink>
  );
}
