import {
  columnEnd,
  columnRange,
  heatShare,
  type LatencyHeat,
} from '@/components/charts/distribution/latency-heat-data';
import { count } from '@/components/words/format';

import { type DataTable, figures, number, words } from './data-table';

/** Heat maps of latency: one row a round, its share of requests in each column. */
export function latencyHeatTable(maps: LatencyHeat[]): DataTable {
  const { first, last } = columnRange(maps);
  const columns = Array.from({ length: last - first + 1 }, (_, n) => first + n);
  const several = maps.length > 1;
  return {
    columns: [
      { name: several ? 'run' : 'round' },
      ...figures(...(several ? ['round'] : []), 'requests', ...columns.map((at) => `to ${columnEnd(at)}`)),
    ],
    rows: maps.flatMap(({ name, heat }) =>
      heat.rounds.map(({ round, requests, shares }) => [
        ...(several ? [words(name)] : []),
        number(round, count),
        number(requests, count),
        ...columns.map((at) => number(shares[at - heat.first] ?? 0, heatShare)),
      ]),
    ),
  };
}
