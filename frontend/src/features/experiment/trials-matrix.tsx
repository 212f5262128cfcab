import { Text, Tooltip } from '@mantine/core';
import { useMemo } from 'react';

import classes from './trials-matrix.module.css';
import { type TrialCell, trialRows } from './trial-rows';
import type { Metric, RunSummary, Trial } from '@/api/types';
import { ABSENT, measure, percent, quantity, roundWords } from '@/components/format';
import { TextLink } from '@/components/ui/links';

interface TrialsMatrixProps {
  runs: RunSummary[];
  trials: Trial[];
  metric: Metric;
}

/** All trials of all runs: a row each run, a column each round. */
export function TrialsMatrix({ runs, trials, metric }: TrialsMatrixProps) {
  const rows = useMemo(() => trialRows(runs, trials, metric.name), [runs, trials, metric.name]);
  const rounds = rows[0]?.cells.length ?? 0;
  const repeated = trials.some((trial) => trial.repeat > 1);
  return (
    <div>
      <div
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
                <th key={n} scope="col">
                  {n + 1}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ run, cells }) => (
              <tr key={run.id}>
                <th scope="row">
                  <TextLink to="/runs/$id" params={{ id: run.id }} c="var(--dyno-ink)">
                    {run.variant}
                  </TextLink>
                </th>
                {cells.map((cell, n) => (
                  <td key={n}>
                    {cell.map((one) => (
                      <Cell key={one.trial.id} cell={one} run={run} metric={metric} />
                    ))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Text fz="xs" c="dimmed" mt="sm">
        {metric.label} of every trial. The bluer, the further above the mean of its run; a column that is pale
        throughout was a slow moment of the machine. Outlined in orange: invalid, in red: failed; both are
        left out of every delta. A figure leads to its trial.
        {repeated &&
          ' A round takes longer than two minutes, so the baseline is measured several times in it: first at the top.'}
      </Text>
    </div>
  );
}

function Cell({ cell, run, metric }: { cell: TrialCell; run: RunSummary; metric: Metric }) {
  const { trial, value, deviation, lost } = cell;
  const { state, round, repeat } = trial;
  const text = value === null ? WORDS[state] : short(value, metric.unit);
  const hint = (
    <>
      {run.variant}, {roundWords(round, repeat)}: {value === null ? state : measure(value, metric.unit)}
      {deviation !== null && state === 'done' ? `, ${percent(deviation)} from its mean` : ''}
      {lost && <div>{lost}</div>}
    </>
  );
  return (
    <Tooltip label={hint}>
      <TextLink
        to="/runs/$id"
        params={{ id: run.id }}
        search={{ trial: trial.id }}
        className={classes.cell}
        data-state={state}
        style={state === 'done' ? { background: shade(deviation) } : undefined}
        underline="never"
        c="inherit"
      >
        {text}
      </TextLink>
    </Tooltip>
  );
}

const WORDS: Record<Trial['state'], string> = {
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
