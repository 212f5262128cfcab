import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';

import { PairsTable } from './pairs-table';
import { DEFAULT_METRIC } from './selection';
import { changeWords, intervalWords } from './words';
import { metricsQuery } from '@/api/queries/comparisons';
import type { Comparison } from '@/api/types';
import { PairedBars } from '@/components/charts/paired-bars';
import type { PairedRow } from '@/components/charts/paired-data';
import { pValue, spread } from '@/components/format';
import { Section } from '@/components/ui/section';
import { UrlSegments } from '@/components/ui/url-segments';

const route = getRouteApi('/compare');
const PICKED = [
  'requests_per_s',
  'latency_mean',
  'latency_p50',
  'latency_p90',
  'latency_p99',
  'latency_p99_9',
  'failed_requests',
  'cpu_s_per_request',
];

/** A bar for each side of each pair, with what the difference is worth. */
export function PairsSection({ comparison }: { comparison: Comparison }) {
  const { pairs, metric, a_title, b_title } = comparison;
  const { pair } = route.useSearch();
  const navigate = route.useNavigate();
  const { data: metrics = [metric] } = useQuery(metricsQuery);
  const options = metrics
    .filter(({ name }) => PICKED.includes(name) || name === metric.name)
    .map(({ name, label }) => ({ value: name, label }));
  const rows = useMemo(() => pairedRows(pairs, metric.unit), [pairs, metric.unit]);
  const names = useMemo<[string, string]>(() => [a_title, b_title], [a_title, b_title]);
  const select = (id: string) =>
    void navigate({
      search: (previous) => ({ ...previous, pair: id === '0' || id === pair ? undefined : id }),
      replace: true,
      resetScroll: false,
    });
  return (
    <Section
      id="pairs"
      title={titleOf(metric)}
      subtitle={`— grey ${a_title}, blue ${b_title}`}
      aside={<UrlSegments name="metric" label="Metric" options={options} fallback={DEFAULT_METRIC} />}
      caption={`Bar: mean of valid trials. Dots: trials. ±: their spread, A above B. Then the change from A to B with its 95% interval in percent. ${metric.direction === 'lower' ? 'Lower' : 'Higher'} is better.${pairs.length > 1 ? ' Choose a pair to see its percentiles below.' : ''}`}
    >
      <PairedBars
        rows={rows}
        unit={metric.unit}
        names={names}
        onSelect={pairs.length > 1 ? select : undefined}
      />
      <PairsTable comparison={comparison} />
    </Section>
  );
}

/** The metric's name in full, without its definition. */
const titleOf = ({ name, text }: Comparison['metric']) =>
  name === 'cpu_s_per_request' ? 'CPU time per request' : text.split(/[,:]/)[0];

type Side = Comparison['pairs'][number]['a'];

const side = ({ mean, cv, dots }: Side) => ({
  mean,
  spread: cv,
  trials: dots.flatMap(({ value, state }) => (state === 'done' && value !== null ? [value] : [])),
});

function pairedRows(pairs: Comparison['pairs'], unit: string): PairedRow[] {
  return pairs.map(({ label, a, b, delta }, n) => ({
    id: String(n),
    name: label,
    a: side(a),
    b: side(b),
    change: delta.change,
    low: delta.change === null ? null : delta.low,
    high: delta.change === null ? null : delta.high,
    verdict: delta.verdict,
    ...(delta.change === null && {
      changeText: changeWords(delta, unit),
      intervalText: intervalWords(delta),
    }),
    details: [delta.reason, `p ${pValue(delta.p_adjusted ?? delta.p)}, noise floor ${spread(delta.margin)}`],
  }));
}
