import { memo, useMemo, useRef } from 'react';

import type { Experiment, Metric, RunSummary, Trial } from '@/api/types';
import { ABSENT, quantity } from '@/components/words/format';
import { PlainLink } from '@/components/ui/navigation/plain-link';
import { Small } from '@/components/ui/labels/texts';

import { MatrixTip } from './matrix-tip';
import classes from './trials-matrix.module.css';
import { type TrialCell, type TrialRow, roundsAfterGaps, trialRows } from './trial-rows';

interface TrialsMatrixProps {
  runs: RunSummary[];
  trials: Trial[];
  metric: Metric;
  interruptions: Experiment['interruptions'];
}

/** All trials of all runs: one row per run, one column per round. */
export function TrialsMatrix({ runs, trials, metric, interruptions }: TrialsMatrixProps) {
  const rows = useMemo(() => trialRows(runs, trials, metric.name), [runs, trials, metric.name]);
  const rounds = rows[0]?.cells.length ?? 0;
  const gaps = useMemo(() => roundsAfterGaps(interruptions, trials), [interruptions, trials]);
  const hasRepeats = trials.some((trial) => trial.repeat > 1);
  const table = useRef<HTMLDivElement>(null);
  return (
    <div>
      <div
        ref={table}
        className={classes.scroll}
        tabIndex={0}
        role="region"
        aria-label={`${metric.label} of every trial by round`}
      >
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" style={{ textAlign: 'left' }}>
                Run ↓ Round →
              </th>
              {Array.from({ length: rounds }, (_, n) => (
                <th key={n} scope="col" data-gap={gaps.has(n + 1) || undefined}>
                  {n + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row, n) => (
              <Row key={row.run.id} row={row} at={n} unit={metric.unit} gaps={gaps} />
            ))}
          </tbody>
        </table>
      </div>
      <MatrixTip table={table} rows={rows} unit={metric.unit} />
      <Small mt="sm">
        {metric.label} of every trial. The bluer, the further above the mean of its run; a column that is pale
        throughout was a slow moment of the machine. Outlined in orange: invalid, in red: failed; both are
        left out of every delta. Select a figure to see its trial.
        {hasRepeats &&
          ' A round takes longer than two minutes, so the baseline is measured several times in it: first at the top.'}
        {gaps.size > 0 && ' A line to the left of a round: the experiment was interrupted before or in it.'}
      </Small>
    </div>
  );
}

interface RowProps {
  row: TrialRow;
  at: number;
  unit: string;
  gaps: Set<number>;
}

const Row = memo(function Row({ row: { run, cells }, at, unit, gaps }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <PlainLink href={`/runs/${run.id}`}>{run.variant}</PlainLink>
      </th>
      {cells.map((cell, n) => (
        <td key={n} data-gap={gaps.has(n + 1) || undefined}>
          {cell.map((trialCell, nth) => (
            <Cell
              key={trialCell.trial.id}
              cell={trialCell}
              run={run}
              unit={unit}
              place={`${at} ${n} ${nth}`}
            />
          ))}
        </td>
      ))}
    </tr>
  );
});

interface CellProps {
  cell: TrialCell;
  run: RunSummary;
  unit: string;
  /** Row, column and which of several, for the one tooltip of the table. */
  place: string;
}

function Cell({ cell: { trial, value, deviation }, run, unit, place }: CellProps) {
  const { state } = trial;
  return (
    <PlainLink
      href={`/runs/${run.id}?trial=${trial.id}`}
      className={classes.cell}
      data-state={state}
      data-place={place}
      style={state === 'done' ? { background: shade(deviation) } : undefined}
    >
      {value === null ? STATES[state] : short(value, unit)}
    </PlainLink>
  );
}

const STATES: Record<Trial['state'], string> = {
  queued: '·',
  preparing: '…',
  warming: '…',
  measuring: '…',
  done: ABSENT,
  invalid: 'invalid',
  failed: 'failed',
  cancelled: ABSENT,
};

const short = (value: number, unit: string) => {
  const { value: text, unit: name } = quantity(value, unit);
  return unit === '1/s' || !name ? text : `${text} ${name}`;
};

const FULL = 0.2;

/** From pale, a fifth below the mean, to blue, a fifth above it. */
function shade(deviation: number | null): string {
  if (deviation === null) return 'var(--dyno-sunken)';
  const strength = Math.min(1, Math.max(0, 0.5 + deviation / (2 * FULL)));
  return `color-mix(in srgb, var(--dyno-accent) ${Math.round(strength * 34)}%, var(--dyno-sunken))`;
}
