import type { TrialSamples } from '@/api/types';
import type { TimeLine } from '@/components/charts/time/time-series-data';

export interface SeriesKind {
  value: string;
  label: string;
  unit: string;
  text: string;
  /** Names of series that it is made from. */
  pattern: RegExp;
  /** Several that match are added up, else the largest is taken. */
  sum?: boolean;
}

/** What can be laid over each other: one line per side, so one figure for all hosts of a side. */
export const KINDS: SeriesKind[] = [
  {
    value: 'rate',
    label: 'req/s',
    unit: '1/s',
    text: 'From the counter of the server that receives the load tool’s requests.',
    pattern: /^nginx\.[^.]+\.requests_per_s$/,
  },
  {
    value: 'nginx-cpu',
    label: 'CPU of nginx',
    unit: '1',
    text: 'CPU time of every nginx together: 1 is one CPU fully used.',
    pattern: /^nginx\.[^.]+\.cpu$/,
    sum: true,
  },
  {
    value: 'load-cpu',
    label: 'CPU of the load tool',
    unit: '1',
    text: '1 is one CPU fully used.',
    pattern: /^load\.cpu$/,
  },
  {
    value: 'softirq',
    label: 'softirq',
    unit: 'share',
    text: 'Share of all CPU time in soft interrupts, on the host with the most.',
    pattern: /^softirq$/,
  },
  {
    value: 'switches',
    label: 'context switches',
    unit: '1',
    text: 'Per second, on the host with the most.',
    pattern: /^context_switches_per_s$/,
  },
  {
    value: 'established',
    label: 'connections',
    unit: '1',
    text: 'Established TCP connections, on the host with the most.',
    pattern: /^tcp\.established$/,
  },
  {
    value: 'time-wait',
    label: 'TIME_WAIT',
    unit: '1',
    text: 'Closed connections still held in TIME_WAIT, on the host with the most.',
    pattern: /^tcp\.time_wait$/,
  },
  {
    value: 'queue',
    label: 'accept queue',
    unit: '1',
    text: 'Connections that wait to be accepted, at the socket with the most.',
    pattern: /^tcp\.accept_queue$/,
  },
];

interface SampledLine {
  times: number[];
  values: (number | null)[];
}

const mean = (values: (number | null)[]) => {
  const knownValues = values.filter((value) => value !== null);
  return knownValues.length
    ? knownValues.reduce((sum, value) => sum + value, 0) / knownValues.length
    : -Infinity;
};

/** The readings of one kind in one trial; null where no host has them. */
export function readingOf(
  { hosts }: Pick<TrialSamples, 'hosts'>,
  { pattern, sum }: SeriesKind,
): SampledLine | null {
  const hostLines = hosts.flatMap(({ times, series }) =>
    Object.entries(series)
      .filter(([name, values]) => pattern.test(name) && values.some((value) => value !== null))
      .map(([, values]) => ({ times, values })),
  );
  if (hostLines.length === 0) return null;
  if (!sum) return hostLines.reduce((most, line) => (mean(line.values) > mean(most.values) ? line : most));
  const [longest] = hostLines.toSorted((x, y) => y.times.length - x.times.length);
  return {
    times: longest?.times ?? [],
    values: (longest?.times ?? []).map((time) => total(hostLines.map((line) => nearest(line, time)))),
  };
}

function total(values: (number | null)[]): number | null {
  const knownValues = values.filter((value) => value !== null);
  return knownValues.length ? knownValues.reduce((sum, value) => sum + value, 0) : null;
}

const CLOSE_S = 0.75;

/** The reading at a moment, at most three quarters of a second away. */
function nearest({ times, values }: SampledLine, moment: number): number | null {
  let best = -1;
  times.forEach((time, n) => {
    if (best < 0 || Math.abs(time - moment) < Math.abs((times[best] ?? 0) - moment)) best = n;
  });
  return best >= 0 && Math.abs((times[best] ?? 0) - moment) <= CLOSE_S ? (values[best] ?? null) : null;
}

/** Trials of their own clocks on one axis: seconds since each one's start. */
export function laidOver(sides: (Omit<TimeLine, 'values'> & { reading: SampledLine | null })[]): {
  times: number[];
  lines: TimeLine[];
} {
  const withReading = sides.flatMap(({ reading, ...line }) => (reading ? [{ line, reading }] : []));
  const last = Math.max(0, ...withReading.flatMap(({ reading }) => reading.times));
  const times = Array.from({ length: Math.floor(last) + 1 }, (_, second) => second);
  return {
    times,
    lines: withReading.map(({ line, reading }) => ({
      ...line,
      values: times.map((time) => nearest(reading, time)),
    })),
  };
}
