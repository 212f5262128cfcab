import { Text } from '@mantine/core';

import type { Report } from '@/api/types';
import { count, exact, exactMeasure, measure, percentSize } from '@/components/words/format';
import { PlainLink } from '@/components/ui/navigation/plain-link';

import classes from './report.module.css';
import { DeltaCells } from './delta-cells';

type Row = Report['rows'][number];

const USUAL = ['requests_per_s', 'latency_mean'];

/** The table of a write-up: numbered, the baseline first, with interval and verdict beside. */
export function RowsTable({ report: { rows, metric } }: { report: Report }) {
  if (rows.length === 0) return <Text>No run has been measured yet.</Text>;
  const extra = !USUAL.includes(metric.name);
  const workloads = rows.some(({ workload }) => workload);
  const counted = rows.some(({ requests }) => requests !== null);
  const spread = rows.some(({ cv }) => cv !== null);
  const timed = rows.some(({ latency_mean: time }) => time !== null);
  return (
    <div className={classes.scroll} tabIndex={0} role="region" aria-label="Results">
      <table className={classes.table} aria-label="Results">
        <thead>
          <tr>
            <th scope="col">#</th>
            <th scope="col">Variant</th>
            {workloads && <th scope="col">Workload</th>}
            <th scope="col">What is set</th>
            {counted && (
              <th scope="col" data-figure>
                Requests
              </th>
            )}
            <th scope="col" data-figure>
              req/s
            </th>
            {timed && (
              <th scope="col" data-figure>
                Mean latency
              </th>
            )}
            {extra && (
              <th scope="col" data-figure>
                {metric.label}
              </th>
            )}
            {spread && (
              <th scope="col" data-figure>
                Spread
              </th>
            )}
            <th scope="col" data-figure>
              Δ {metric.label}
            </th>
            <th scope="col" data-figure>
              95% interval, %
            </th>
            <th scope="col">Verdict</th>
            <th scope="col" data-figure>
              Trials
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Line key={row.run_id} {...{ row, metric, extra, workloads, counted, timed, spread }} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  row: Row;
  metric: Report['metric'];
  extra: boolean;
  workloads: boolean;
  counted: boolean;
  timed: boolean;
  spread: boolean;
}

function Line({ row, metric, extra, workloads, counted, timed, spread }: LineProps) {
  return (
    <tr>
      <td>{row.number}</td>
      <th scope="row">
        <PlainLink href={`/runs/${row.run_id}`}>{row.name}</PlainLink>
      </th>
      {workloads && <td>{row.workload}</td>}
      <td className={classes.what}>{row.what}</td>
      {counted && <td data-figure>{count(row.requests)}</td>}
      <td data-figure>{exact(row.requests_per_s)}</td>
      {timed && <td data-figure>{exactMeasure(row.latency_mean, 's')}</td>}
      {extra && <td data-figure>{measure(row.value, metric.unit)}</td>}
      {spread && <td data-figure>{percentSize(row.cv)}</td>}
      <DeltaCells
        isExact
        delta={row.is_baseline ? null : row.delta}
        metric={metric}
        word={row.is_baseline ? 'baseline' : row.is_control ? 'control' : undefined}
      />
      <td data-figure>{row.trials}</td>
    </tr>
  );
}
