import { Table } from '@mantine/core';

import type { Metric } from '@/api/types';

import { metricWords } from '../view/metrics';
import classes from '../view/runs-table.module.css';

import { SortHead } from './sort-head';
import type { Sort } from './table-rows';

interface RunsHeadProps {
  metric: Metric;
  sort?: Sort;
  /** All figures, and columns that sort. */
  all: boolean;
  /** A column for the chosen metric. */
  extra: boolean;
  hasSettings: boolean;
  bySteps: boolean;
}

export function RunsHead({ metric, sort, all, extra, hasSettings, bySteps }: RunsHeadProps) {
  const sorts = all || sort !== undefined;
  return (
    <Table.Thead>
      <Table.Tr>
        <SortHead name="name" sort={sort} sorts={sorts}>
          Variant
        </SortHead>
        {hasSettings && <Table.Th visibleFrom="sm">Different settings</Table.Th>}
        {all && (
          <SortHead name="requests" sort={sort} figure roomy hint="Mean number of requests of a trial">
            Requests
          </SortHead>
        )}
        <SortHead
          name="rate"
          sort={sort}
          sorts={sorts}
          figure
          hint="Arithmetic mean of the valid trials, as write-ups give it"
        >
          req/s
        </SortHead>
        {(all || metric.name === 'latency_mean') && (
          <SortHead
            name="latency"
            sort={sort}
            sorts={sorts}
            figure
            roomy
            hint="Mean over the valid trials of each trial’s mean latency"
          >
            latency
          </SortHead>
        )}
        {extra && (
          <SortHead name="metric" sort={sort} sorts={sorts} figure hint={meanHint(metric)}>
            {metric.label}
          </SortHead>
        )}
        {all && (
          <SortHead
            name="spread"
            sort={sort}
            figure
            roomy
            hint={`Coefficient of variation of ${metricWords(metric)} over the valid trials`}
          >
            spread
          </SortHead>
        )}
        <SortHead
          name="change"
          sort={sort}
          sorts={sorts}
          figure
          hint={`Change in ${metricWords(metric)} against the ${bySteps ? 'step before' : 'baseline'}`}
        >
          Δ {metric.label}
        </SortHead>
        {all && (
          <Table.Th className={classes.figure} data-roomy>
            95% interval
          </Table.Th>
        )}
        <SortHead name="verdict" sort={sort} sorts={sorts}>
          Verdict
        </SortHead>
        {all && (
          <SortHead
            name="trials"
            sort={sort}
            figure
            roomy
            hint="Valid trials; invalid and failed ones are left out"
          >
            Trials
          </SortHead>
        )}
      </Table.Tr>
    </Table.Thead>
  );
}

/** A percentile belongs to one trial: what stands here is not a percentile of all requests. */
const meanHint = ({ name, text }: Metric) =>
  `${text}: mean over the valid trials${name.startsWith('latency_p') ? ', of each trial’s own' : ''}`;
