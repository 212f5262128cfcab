import { Stack, Table, Text } from '@mantine/core';
import { useMemo } from 'react';

import type { Ceiling, CeilingRun, Experiment } from '@/api/types';
import { CeilingChart } from '@/components/charts/load/ceiling-chart';
import { ceilingTable } from '@/components/charts/data-table/chart-tables';
import { ABSENT, count, figure, latency, percent } from '@/components/words/format';
import { ChartSection } from '@/components/chart-frame/chart-section';
import { TextLink } from '@/components/ui/navigation/links';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Pill } from '@/components/ui/labels/pill';
import { Probes } from '@/components/domain/probes';
import { Section } from '@/components/ui/layout/section';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';

import classes from '../view/runs-table.module.css';

import { ceilingRows, shownRun } from './ceiling-rows';

/** What a search found: last passing and first failing of each run, then one run's probes. */
export function CeilingSections({ experiment, ceiling }: { experiment: Experiment; ceiling: Ceiling }) {
  const [chosenId, choose] = useUrlParam('run');
  const rows = useMemo(() => ceilingRows(ceiling.runs), [ceiling.runs]);
  const selectedRun = shownRun(ceiling.runs, chosenId, experiment.progress?.current_run_id);
  return (
    <>
      <ChartSection
        id="ceiling"
        name="ceiling"
        table={() => ceilingTable(rows)}
        title={titleOf(ceiling)}
        subtitle={`— from ${count(ceiling.first)} to ${count(ceiling.to)}`}
        caption={<Caption ceiling={ceiling} />}
      >
        <Stack gap="lg">
          <CeilingChart
            rows={rows}
            first={ceiling.first}
            to={ceiling.to}
            selectedId={selectedRun?.run_id}
            onSelect={choose}
          />
          <Results ceiling={ceiling} />
        </Stack>
      </ChartSection>
      {selectedRun && (
        <Section id="probes" title={`Probes of ${selectedRun.name}`} subtitle={`— ${selectedRun.sentence}`}>
          <Probes run={selectedRun} />
        </Section>
      )}
    </>
  );
}

const titleOf = ({ of, limit }: Ceiling) =>
  `Largest ${of === 'rate' ? 'rate' : 'clean number of connections'}${limit ? ` with ${limit}` : ''}`;

function Caption({ ceiling: { of, limit, resolution, confirm, runs } }: { ceiling: Ceiling }) {
  return (
    <>
      Each mark is a probe: one trial at that {of === 'rate' ? 'rate' : 'number of connections'}, on a
      logarithmic axis. The search doubles until requests fail{limit && ` or ${limit} is exceeded`}, then
      halves the gap down to {resolution}
      {confirm && ', and measures both sides once more'}.{' '}
      {runs.length > 1 && 'Choose a row to see its probes below.'}{' '}
      <DocsLink topic="ceiling">How a search finds the ceiling</DocsLink>
    </>
  );
}

function Results({ ceiling: { runs } }: { ceiling: Ceiling }) {
  const hasChange = runs.some(({ change }) => change !== null);
  const hasPublished = runs.some(({ published: value }) => value !== null);
  return (
    <PlainTable
      label="Results of the search"
      heads={[
        'Run',
        ...figureHeads(
          'Largest clean',
          'Fails at',
          hasChange && 'Δ baseline',
          hasPublished && 'Write-up',
          'req/s there',
          'p99 there',
          'Probes',
        ),
        'Answer',
      ]}
      minWidth={640}
      spacing="sm"
      className={classes.table}
      horizontalSpacing="xs"
    >
      {runs.map((run) => (
        <Row key={run.run_id} run={run} hasChange={hasChange} hasPublished={hasPublished} />
      ))}
    </PlainTable>
  );
}

function Row({
  run,
  hasChange,
  hasPublished,
}: {
  run: CeilingRun;
  hasChange: boolean;
  hasPublished: boolean;
}) {
  return (
    <Table.Tr>
      <Table.Td>
        <TextLink to="/runs/$id" params={{ id: run.run_id }} fw={550} c="var(--dyno-ink)">
          {run.name}
        </TextLink>
      </Table.Td>
      <Table.Td className={classes.figure} fw={600}>
        {count(run.clean)}
      </Table.Td>
      <Table.Td className={classes.figure}>{count(run.failing)}</Table.Td>
      {hasChange && (
        <Table.Td className={classes.figure}>{run.change === null ? ABSENT : percent(run.change)}</Table.Td>
      )}
      {hasPublished && <Table.Td className={classes.figure}>{count(run.published)}</Table.Td>}
      <Table.Td className={classes.figure}>{figure(run.requests_per_s)}</Table.Td>
      <Table.Td className={classes.figure}>{latency(run.latency_p99)}</Table.Td>
      <Table.Td className={classes.figure} c="dimmed">
        {run.probes.filter(({ clean }) => clean !== null).length}
      </Table.Td>
      <Table.Td>
        <Answer run={run} />
      </Table.Td>
    </Table.Tr>
  );
}

const WORDS: Record<CeilingRun['state'], string> = {
  waiting: 'waiting',
  searching: 'searching',
  found: 'found',
  no_failure: 'no failure',
  fails_at_first: 'fails at once',
  stopped: 'stopped',
};

function Answer({ run }: { run: CeilingRun }) {
  return (
    <>
      <Text span fz="sm" title={run.sentence}>
        {WORDS[run.state]}
      </Text>{' '}
      {run.unsteady && (
        <Pill hint="Some load was seen both clean and failing; repeat the search, or give each probe more time.">
          unsteady
        </Pill>
      )}
    </>
  );
}
