import { numbers } from '@/components/charts/kit/scales';

import type { CeilingProbe } from './ceiling-data';
import type { LoadPoint, LoadSeries } from './load-data';

/** A probe of a search for the ceiling, as the API gives it. */
export interface Probe {
  trial_id: string;
  number: number;
  attempt: number;
  connections: number;
  /** Of a search over the rate. */
  rate?: number | null;
  state: string;
  clean: boolean | null;
  repeat: boolean;
  requests_per_s: number | null;
  latency_p99: number | null;
  failed_requests: number | null;
  reason: string | null;
}

const OPEN = ['queued', 'preparing', 'warming', 'measuring'];

const isOpenProbe = ({ state }: Pick<Probe, 'state'>) => OPEN.includes(state);

/** Connections or rate of a probe. */
export const probeLoad = ({ connections, rate }: Probe) => rate ?? connections;

/** The marks of a run's row. */
export const marksOf = (probes: Probe[]): CeilingProbe[] =>
  probes.map((probe) => ({
    id: probe.trial_id,
    load: probeLoad(probe),
    clean: probe.clean,
    repeat: probe.repeat,
    open: isOpenProbe(probe) && probe.state !== 'queued',
  }));

/** Requests per second over the load; the line goes through clean probes, those that failed are hollow. */
export function rateSeries(name: string, probes: Probe[]): LoadSeries {
  return { name, points: byLoad(probes, (probe) => probe.requests_per_s, true) };
}

/** p99 over the rate, of all probes that were measured: throughput is what was asked. */
export function tailSeries(name: string, probes: Probe[]): LoadSeries {
  return { name, points: byLoad(probes, (probe) => probe.latency_p99, false) };
}

/** Failed requests over the load, of all probes that were measured. */
export function failureSeries(name: string, probes: Probe[]): LoadSeries {
  return { name, points: byLoad(probes, (probe) => probe.failed_requests, false) };
}

function byLoad(probes: Probe[], value: (probe: Probe) => number | null, cleanOnly: boolean): LoadPoint[] {
  const loads = [...new Set(probes.filter(({ clean }) => clean !== null).map(probeLoad))];
  return loads
    .sort((a, b) => a - b)
    .map((load) => {
      const ownProbes = probes.filter((probe) => probeLoad(probe) === load && probe.clean !== null);
      const figures = numbers(ownProbes.filter(({ clean }) => clean || !cleanOnly).map(value));
      return {
        load,
        value: figures.length ? figures.reduce((sum, figure) => sum + figure, 0) / figures.length : null,
        dots: ownProbes.map((probe) => ({
          value: value(probe),
          invalid: probe.clean ? undefined : (probe.reason ?? 'failed'),
        })),
      };
    });
}

/** The words of a probe's outcome. */
export function outcomeOf(probe: Probe): string {
  if (probe.clean === true) return probe.repeat ? 'clean again' : 'clean';
  if (probe.clean === false) return probe.repeat ? 'fails again' : 'fails';
  if (probe.state === 'queued') return 'next';
  return isOpenProbe(probe) ? 'measuring' : 'no answer';
}
