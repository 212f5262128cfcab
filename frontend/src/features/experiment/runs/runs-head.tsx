import { Table } from '@mantine/core';

import type { Metric } from '@/api/types';
import { SortHead } from '@/components/ui/layout/sort-head';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import { metricWords } from '../view/metrics';
import classes from '../view/runs-table.module.css';

import { nextSort, type Sort, type SortKey } from './table-rows';

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

export function RunsHead(props: RunsHeadProps) {
  const { sort, all } = props;
  const [, setSort] = useUrlParam('sort');
  const sorts = all || sort !== undefined;
  return (
    <Table.Thead>
      <Table.Tr>
        {columnsOf(props).map(({ label, key, hint, isText, isRoomy }) => {
          const look = {
            className: isText ? undefined : classes.figure,
            'data-roomy': isRoomy,
            children: label,
          };
          if (!key || !sorts) return <Table.Th key={label} {...look} />;
          const order = sort?.key === key ? (sort.down ? 'descending' : 'ascending') : undefined;
          const sortBy = () => setSort(nextSort(sort, key));
          return <SortHead key={label} order={order} hint={hint} onSort={sortBy} {...look} />;
        })}
      </Table.Tr>
    </Table.Thead>
  );
}

interface Column {
  label: string;
  /** What it sorts by. */
  key?: SortKey;
  hint?: string;
  isText?: boolean;
  /** Left out on a phone. */
  isRoomy?: boolean;
}

function columnsOf({ metric, all, extra, hasSettings, bySteps }: RunsHeadProps): Column[] {
  const words = metricWords(metric);
  const against = bySteps ? 'step before' : 'baseline';
  const columns: (Column | false)[] = [
    { label: 'Variant', key: 'name', isText: true },
    hasSettings && { label: 'Different settings', isText: true, isRoomy: true },
    all && { label: 'Requests', key: 'requests', hint: 'Mean number of requests of a trial', isRoomy: true },
    { label: 'req/s', key: 'rate', hint: 'Arithmetic mean of the valid trials, as write-ups give it' },
    (all || metric.name === 'latency_mean') && {
      label: 'latency',
      key: 'latency',
      hint: 'Mean over the valid trials of each trial’s mean latency',
      isRoomy: true,
    },
    extra && { label: metric.label, key: 'metric', hint: meanHint(metric) },
    all && {
      label: 'spread',
      key: 'spread',
      hint: `Coefficient of variation of ${words} over the valid trials`,
      isRoomy: true,
    },
    { label: `Δ ${metric.label}`, key: 'change', hint: `Change in ${words} against the ${against}` },
    all && { label: '95% interval', isRoomy: true },
    { label: 'Verdict', key: 'verdict', isText: true },
    all && {
      label: 'Trials',
      key: 'trials',
      hint: 'Valid trials, of all attempts where some are invalid or failed',
      isRoomy: true,
    },
  ];
  return columns.filter((column) => column !== false);
}

/** A percentile belongs to one trial: what stands here is not a percentile of all requests. */
const meanHint = ({ name, text }: Metric) =>
  `${text}: mean over the valid trials${name.startsWith('latency_p') ? ', of each trial’s own' : ''}`;
