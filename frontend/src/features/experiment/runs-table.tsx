import { Table, Text, Tooltip } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { type MouseEvent, useMemo } from 'react';

import { changeText, intervalText } from './delta-rows';
import { metricWords } from './metrics';
import type { ViewProps } from './runs-section';
import classes from './runs-table.module.css';
import { isOpen } from './scope';
import { SettingList } from './setting-list';
import { SortHead } from './sort-head';
import { parseSort, type TableRow, tableRows } from './table-rows';
import type { Metric } from '@/api/types';
import { ABSENT, count, figure, latency, measure, share } from '@/components/format';
import { TextLink } from '@/components/ui/links';
import { VerdictBadge } from '@/components/ui/verdict-badge';

/** One row a run, as the write-ups print it, with interval and verdict beside; a row leads to its run. */
export function RunsTable({ experiment, scope, search, metric, deltas }: ViewProps) {
  const sort = parseSort(search.sort);
  const ended = !isOpen(experiment.state);
  const rows = useMemo(
    () => tableRows(scope, deltas, metric, ended, parseSort(search.sort)),
    [scope, deltas, metric, ended, search.sort],
  );
  const extra = metric.name !== 'requests_per_s' && metric.name !== 'latency_mean';
  return (
    <>
      <Table.ScrollContainer minWidth={extra ? 860 : 780}>
        <Table highlightOnHover aria-label="Runs" className={classes.table} horizontalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <SortHead name="name" sort={sort}>
                Variant
              </SortHead>
              <Table.Th visibleFrom="sm">Set otherwise</Table.Th>
              <SortHead name="requests" sort={sort} figure hint="Mean number of requests of a trial">
                Requests
              </SortHead>
              <SortHead
                name="rate"
                sort={sort}
                figure
                hint="Arithmetic mean of the valid trials, as write-ups give it"
              >
                req/s
              </SortHead>
              <SortHead
                name="latency"
                sort={sort}
                figure
                hint="Mean over the valid trials of each trial’s mean latency"
              >
                latency
              </SortHead>
              {extra && (
                <SortHead name="metric" sort={sort} figure hint={metric.text}>
                  {metric.label}
                </SortHead>
              )}
              <SortHead
                name="spread"
                sort={sort}
                figure
                hint={`Coefficient of variation of ${metricWords(metric)} over the valid trials`}
              >
                spread
              </SortHead>
              <SortHead
                name="change"
                sort={sort}
                figure
                hint={`Change in ${metricWords(metric)} against the baseline`}
              >
                Δ {metric.label}
              </SortHead>
              <Table.Th className={classes.figure}>95% interval</Table.Th>
              <SortHead name="verdict" sort={sort}>
                Verdict
              </SortHead>
              <SortHead
                name="trials"
                sort={sort}
                figure
                hint="Valid trials; invalid and failed ones are left out"
              >
                Trials
              </SortHead>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row key={row.run.id} row={row} metric={metric} extra={extra} />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <Text fz="xs" c="dimmed" mt="md">
        “Set otherwise” lists what differs from the baseline. Figures are arithmetic means of valid trials, so
        that they can be held against published tables; the change is the geometric mean over rounds. A row
        leads to the run’s permalink.
      </Text>
    </>
  );
}

function Row({ row, metric, extra }: { row: TableRow; metric: Metric; extra: boolean }) {
  const navigate = useNavigate();
  const { run, delta, figures, settings } = row;
  const open = (event: MouseEvent) => {
    if ((event.target as Element).closest('a, [tabindex]') || run.deleted) return;
    void navigate({ to: '/runs/$id', params: { id: run.id } });
  };
  return (
    <Table.Tr className={classes.row} data-deleted={run.deleted} onClick={open}>
      <Table.Td>
        {run.deleted ? (
          <Tooltip label="This run was deleted; its figures are no longer shown.">
            <Text fz="sm" td="line-through" tabIndex={0}>
              {run.variant}
            </Text>
          </Tooltip>
        ) : (
          <TextLink to="/runs/$id" params={{ id: run.id }} fw={550} c="var(--dyno-ink)">
            {run.variant}
          </TextLink>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        {!run.is_baseline && !run.is_control && <SettingList settings={settings} />}
      </Table.Td>
      <Figure>{count(run.total_requests)}</Figure>
      <Figure>{figure(run.means.requests_per_s)}</Figure>
      <Figure>{latency(run.means.latency_mean)}</Figure>
      {extra && <Figure>{measure(run.means[metric.name], metric.unit)}</Figure>}
      <Figure>{share(run.cv[metric.name], 1)}</Figure>
      <Figure strong>{run.is_baseline ? '' : changeText(figures.change as number | null, metric)}</Figure>
      <Figure dimmed>{run.is_baseline ? '' : intervalText(delta, metric)}</Figure>
      <Table.Td>
        <Verdict row={row} />
      </Table.Td>
      <Figure dimmed>{trialsText(row)}</Figure>
    </Table.Tr>
  );
}

function Figure({ children, strong, dimmed }: { children: string; strong?: boolean; dimmed?: boolean }) {
  return (
    <Table.Td className={classes.figure} fw={strong ? 600 : undefined} c={dimmed ? 'dimmed' : undefined}>
      {children}
    </Table.Td>
  );
}

function Verdict({ row: { run, delta } }: { row: TableRow }) {
  if (run.deleted) return <Text fz="xs">deleted</Text>;
  if (run.is_baseline) return <VerdictBadge verdict="baseline" />;
  if (run.is_control) return <VerdictBadge verdict="control" detail={delta?.reason} />;
  if (run.failure) return <VerdictBadge verdict="invalid" detail={run.failure.message} />;
  if (!delta || delta.n === 0) return <Text c="dimmed">{ABSENT}</Text>;
  return (
    <VerdictBadge
      verdict={delta.verdict}
      detail={delta.suspect ? `${delta.reason} Some of its trials are suspect.` : delta.reason}
    />
  );
}

function trialsText({
  run: { trials_done: done, trials_invalid: invalid, trials_failed: failed },
}: TableRow) {
  const lost = invalid + failed;
  return lost ? `${done} of ${done + lost}` : String(done);
}
