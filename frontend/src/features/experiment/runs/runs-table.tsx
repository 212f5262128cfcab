import { Table } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode, useCallback, useMemo } from 'react';

import type { Metric } from '@/api/types';
import {
  ABSENT,
  count,
  exactMeasure,
  figure,
  latency,
  measure,
  percentSize,
  rangeWords,
} from '@/components/words/format';
import { Hint } from '@/components/ui/labels/hint';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { Judged } from '@/components/ui/labels/judged';
import { hasWord, VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { isUnfinished } from '@/components/words/states';
import { Small } from '@/components/ui/labels/texts';

import { changeText, intervalText, toneOf, whyInvalid, whyNotMeasured } from '../deltas/delta-rows';
import { isGrid } from '../view/scope';
import type { ViewProps } from '../view/view-props';
import classes from '../view/runs-table.module.css';

import { BottleneckNote, BottleneckNotes, sharedBottleneck } from './bottleneck-note';
import { SettingList } from './setting-list';
import { RunsHead } from './runs-head';
import { isOffMeans, parseSort, type RunDelta, type TableRow, tableRows } from './table-rows';

interface RunsTableProps extends Omit<ViewProps, 'deltas'> {
  deltas?: RunDelta[];
  /** They are against the step before, not against the baseline. */
  bySteps: boolean;
}

/** One row per run, as the write-ups print it, with interval and verdict beside; a row leads to its run. */
export function RunsTable({ experiment, scope, search, metric, deltas, inOrder, bySteps }: RunsTableProps) {
  const sort = parseSort(search.sort);
  const hasEnded = !isUnfinished(experiment.state);
  const rows = useMemo(
    () => tableRows(scope, deltas, metric, hasEnded, parseSort(search.sort), inOrder),
    [scope, deltas, metric, hasEnded, search.sort, inOrder],
  );
  const navigate = useNavigate();
  const open = useCallback((id: string) => void navigate({ to: '/runs/$id', params: { id } }), [navigate]);
  const extra = metric.name !== 'requests_per_s' && metric.name !== 'latency_mean';
  const all = search.view === 'figures';
  // an import says some or none of what was set, which is not the same as nothing
  const isAllKnown = experiment.origin === 'measured';
  const isSettingKnown = isAllKnown || rows.some(({ settings }) => settings.length > 0);
  const hasSettings = isSettingKnown && (all || !isGrid(scope.runs)); // a cell's name has its levels
  const hasBottlenecks = all && !sharedBottleneck(scope.runs);
  return (
    <>
      <Table.ScrollContainer minWidth="var(--runs-least)" className={classes.scroll} data-extra={extra}>
        <Table highlightOnHover aria-label="Runs" className={classes.table} horizontalSpacing="xs">
          <RunsHead {...{ metric, sort, all, extra, hasSettings, bySteps }} />
          <Table.Tbody>
            {rows.map((row) => (
              <Row
                key={row.run.id}
                {...{ row, metric, extra, all, hasSettings, isAllKnown }}
                hasBottleneck={hasBottlenecks}
                onOpen={open}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {!bySteps && isOffMeans(rows, metric) && (
        <Small mt="xs">Δ compares round by round, not the means.</Small>
      )}
      {!hasBottlenecks && <BottleneckNotes runs={scope.runs} />}
    </>
  );
}

interface RowProps {
  row: TableRow;
  metric: Metric;
  extra: boolean;
  /** All figures, not only those that answer. */
  all: boolean;
  hasSettings: boolean;
  /** A row without settings sets nothing. */
  isAllKnown: boolean;
  hasBottleneck: boolean;
  onOpen: (run: string) => void;
}

const Row = memo(function Row({
  row,
  metric,
  extra,
  all,
  hasSettings,
  isAllKnown,
  hasBottleneck,
  onOpen,
}: RowProps) {
  const { run, delta, figures, settings } = row;
  const isSettingShown = !(run.is_baseline || run.is_control) && (isAllKnown || settings.length > 0);
  const open = (event: MouseEvent) => {
    // Inside of the row: what scrolls around the table has a tabindex as well.
    const control = (event.target as Element).closest('a, button, [tabindex]');
    if (event.currentTarget.contains(control) || run.deleted) return;
    onOpen(run.id);
  };
  return (
    // Plain elements: two hundred rows of components would be drawn again with every metric.
    <tr className={classes.row} data-deleted={run.deleted} onClick={open}>
      <Cell>
        {run.deleted ? (
          <Hint label="This run was deleted; its figures are no longer shown.">
            <s>{run.variant}</s>
          </Hint>
        ) : (
          <PlainLink href={`/runs/${run.id}`} className={classes.name}>
            {run.variant}
          </PlainLink>
        )}
      </Cell>
      {hasSettings && (
        <Cell roomy>{isSettingShown && <SettingList settings={settings} before={row.before} />}</Cell>
      )}
      {all && <Figure roomy>{count(run.total_requests)}</Figure>}
      <Figure exact={exactMeasure(run.means.requests_per_s, '1/s')}>
        {figure(run.means.requests_per_s)}
      </Figure>
      {(all || metric.name === 'latency_mean') && <Figure roomy>{latency(run.means.latency_mean)}</Figure>}
      {extra && <Figure>{measure(run.means[metric.name], metric.unit)}</Figure>}
      {all && (
        <Figure roomy exact={rangeWords(run.range?.[metric.name], metric.unit)}>
          {percentSize(run.cv[metric.name])}
        </Figure>
      )}
      <Figure tone={delta && toneOf(delta) === 'muted' ? 'dimmed' : 'strong'}>
        {run.is_baseline ? '' : changeText(figures.change as number | null, metric, delta)}
      </Figure>
      {all && (
        <Figure roomy tone="dimmed">
          {run.is_baseline ? '' : intervalText(delta, metric)}
        </Figure>
      )}
      <Cell>
        <Verdict row={row} isBrief={!all} />
        {hasBottleneck && <BottleneckNote bottlenecks={run.bottlenecks} />}
      </Cell>
      {all && (
        <Figure roomy tone="dimmed">
          {trialsText(row)}
        </Figure>
      )}
    </tr>
  );
});

interface CellProps {
  /** Left out on a phone, where change and verdict have to be in sight. */
  roomy?: boolean;
}

const Cell = ({ roomy, children }: CellProps & { children: ReactNode }) => (
  <td className={classes.cell} data-roomy={roomy}>
    {children}
  </td>
);

interface FigureProps extends CellProps {
  children: string;
  /** On hover: all digits, to be held against a published table; the range behind a spread. */
  exact?: string;
  tone?: 'strong' | 'dimmed';
}

const Figure = ({ children, exact, tone, roomy }: FigureProps) => (
  <td className={`${classes.cell} ${classes.figure}`} data-tone={tone} data-roomy={roomy} title={exact}>
    {children}
  </td>
);

function Verdict({ row: { run, delta }, isBrief }: { row: TableRow; isBrief: boolean }) {
  if (run.deleted) return 'deleted';
  if (run.is_baseline) return <VerdictBadge verdict="baseline" />;
  const notMeasured = whyNotMeasured(run);
  if (notMeasured) return <VerdictBadge verdict="not_measured" detail={notMeasured} />;
  const reason = whyInvalid(run);
  if (reason) return <VerdictBadge verdict="invalid" detail={reason} />;
  if (run.is_control) return <VerdictBadge verdict="control" detail={delta?.reason} />;
  if (!delta || !hasWord(delta)) return ABSENT;
  return <Judged delta={delta} isBrief={isBrief} />;
}

function trialsText({
  run: { trials_done: doneCount, trials_invalid: invalid, trials_failed: failedCount, trials_not_measured },
}: TableRow) {
  const lostCount = invalid + failedCount - trials_not_measured;
  return lostCount ? `${doneCount} of ${doneCount + lostCount}` : String(doneCount);
}
