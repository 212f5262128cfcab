import type { Run } from '@/api/types';
import type { CoreRow } from '@/components/charts/time/core-heat-data';
import type { TimeLine } from '@/components/charts/time/time-series-data';

import type { MachineSeries, Readings } from './machines';
import type { SeriesTab } from './series-names';

export interface ChartOf {
  title: string;
  /** What it says, for people who see it for the first time. */
  text: string;
  unit: string;
  lines: TimeLine[];
}

type Setups = Run['setups'];

const MAX_LINES = 8;

const hasValue = ({ values }: TimeLine) => values.some((value) => value !== null);
const moves = ({ values }: TimeLine) => values.some((value) => value !== null && value !== 0);

/** Lines of all machines that have the series, named by machine where there are several. */
function lines(machines: MachineSeries[], names: [string, string][]): TimeLine[] {
  return machines.flatMap(({ name: machine, series }) =>
    names.flatMap(([key, label]) => {
      const values = series[key];
      const name = machines.length > 1 ? `${machine} ${label}` : label;
      return values ? [{ name, values }] : [];
    }),
  );
}

/** nginx's own counters: `nginx.<setup>.<what>` of every setup of the run. */
function ofSetups({ machines }: Readings, setups: Setups, quantity: string): TimeLine[] {
  return setups.flatMap(({ key, role }) =>
    machines.flatMap(({ series }) => {
      const values = series[`nginx.${key}.${quantity}`];
      return values ? [{ name: role, values }] : [];
    }),
  );
}

/** Requests per second as the servers counted them. */
export const serverRates = (readings: Readings, setups: Setups) =>
  ofSetups(readings, setups, 'requests_per_s').filter(hasValue);

/** A row for each CPU, a cell for each second; `kind` is cpu or softirq. */
export function coreRows({ machines }: Readings, kind: 'cpu' | 'softirq' = 'cpu'): CoreRow[] {
  return machines.flatMap(({ name, series }) =>
    coresOf(series, new RegExp(`^${kind}\\.(\\d+)$`)).map((core) => ({
      name: machines.length > 1 ? `${name} cpu${core}` : `cpu${core}`,
      values: series[`${kind}.${core}`] ?? [],
    })),
  );
}

function coresOf(series: MachineSeries['series'], pattern: RegExp): string[] {
  return Object.keys(series)
    .flatMap((key) => pattern.exec(key)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
}

/** A line for each CPU; machines with many are left to the exact figures below the charts. */
function coreLines(machines: MachineSeries[], kind: 'all' | 'res'): TimeLine[] {
  const foundLines = machines.flatMap(({ name, series }) =>
    coresOf(series, new RegExp(`^irq\\.(\\d+)\\.${kind}_per_s$`)).map((core) => ({
      name: machines.length > 1 ? `${name} cpu${core}` : `cpu${core}`,
      values: series[`irq.${core}.${kind}_per_s`] ?? [],
    })),
  );
  return foundLines.length <= MAX_LINES ? foundLines : [];
}

/** The charts behind a tab; those without a reading are left out. */
export function chartsOf(tab: SeriesTab, readings: Readings, setups: Setups): ChartOf[] {
  return CHARTS[tab](readings, setups).filter((chart) => chart.lines.some(hasValue));
}

function networkLines(machines: MachineSeries[], quantity: 'bytes' | 'packets'): TimeLine[] {
  const foundLines = machines.flatMap((machine) => {
    const keys = Object.keys(machine.series).filter((key) => key.endsWith(`x_${quantity}_per_s`));
    return keys.flatMap((key): TimeLine[] => {
      const [, face, way] = /^net\.(.+)\.([rt]x)_\w+_per_s$/.exec(key) ?? [];
      const name = `${machines.length > 1 ? `${machine.name} ` : ''}${face} ${way === 'rx' ? 'received' : 'sent'}`;
      return [{ name, values: machine.series[key] ?? [] }];
    });
  });
  // What the loopback interface sends it receives: one line is enough.
  return foundLines.filter((line) => moves(line) && !/\blo sent$/.test(line.name));
}

/** `disk.<name>.<what>` of every disk that was used. */
function diskLines(machines: MachineSeries[], quantity: 'busy' | 'written_bytes_per_s'): TimeLine[] {
  const foundLines = machines.flatMap(({ name, series }) =>
    Object.keys(series).flatMap((key): TimeLine[] => {
      const [, disk] = new RegExp(`^disk\\.(.+)\\.${quantity}$`).exec(key) ?? [];
      if (!disk) return [];
      return [{ name: machines.length > 1 ? `${name} ${disk}` : disk, values: series[key] ?? [] }];
    }),
  );
  return foundLines.filter(moves);
}

const CHARTS: Record<SeriesTab, (readings: Readings, setups: Setups) => ChartOf[]> = {
  cpu: (readings, setups) => [
    {
      title: 'CPUs in use by the experiment',
      text: 'CPU time of the load tool and of each nginx in a second: 1 is one CPU fully used.',
      unit: '1',
      lines: [
        ...lines(readings.machines, [['load.cpu', 'load tool']]).map((line) => ({
          ...line,
          name: 'load tool',
        })),
        ...ofSetups(readings, setups, 'cpu'),
      ],
    },
  ],
  softirq: ({ machines }) => [
    {
      title: 'Softirq',
      text: 'Share of all CPU time spent in soft interrupts: the kernel’s network work.',
      unit: 'share',
      lines: lines(machines, [['softirq', 'softirq']]),
    },
    {
      title: 'Interrupts per second',
      text: 'All kinds, on each CPU: network cards, timers, and CPUs that wake each other.',
      unit: '1',
      lines: coreLines(machines, 'all'),
    },
    {
      title: 'Wake-ups from other CPUs per second',
      text: 'Rescheduling interrupts (RES) on each CPU: another CPU has work for it.',
      unit: '1',
      lines: coreLines(machines, 'res'),
    },
    {
      title: 'Steal',
      text: 'Share of all CPU time the hypervisor gave to other guests.',
      unit: 'share',
      lines: lines(machines, [['steal', 'steal']]),
    },
  ],
  network: ({ networks: machines }) => [
    {
      title: 'Bytes per second',
      text: 'By network interface. The loopback interface receives what it sends.',
      unit: 'B/s',
      lines: networkLines(machines, 'bytes'),
    },
    {
      title: 'Packets per second',
      text: 'By network interface.',
      unit: '1',
      lines: networkLines(machines, 'packets'),
    },
  ],
  sockets: ({ networks: machines }) => [
    {
      title: 'TCP sockets',
      text: 'TIME_WAIT grows when connections are closed after each request.',
      unit: '1',
      lines: lines(machines, [
        ['tcp.established', 'established'],
        ['tcp.time_wait', 'TIME_WAIT'],
        ['tcp.orphan', 'orphan'],
      ]),
    },
    {
      title: 'Memory of TCP buffers',
      text: 'Of all sockets of the machine: the kernel does not count it by network namespace.',
      unit: 'B',
      lines: lines(machines, [['tcp.buffers', 'buffers']]),
    },
    {
      title: 'Connections per second',
      text: 'Near zero with keep-alive, near req/s without.',
      unit: '1',
      lines: lines(machines, [
        ['tcp.opened_per_s', 'opened'],
        ['tcp.accepted_per_s', 'accepted'],
      ]),
    },
    {
      title: 'Accept queue',
      text: 'Connections that wait to be accepted, at the listening socket with the most. A full queue drops new connections.',
      unit: '1',
      lines: lines(machines, [['tcp.accept_queue', 'waiting']]),
    },
    {
      title: 'Losses per second',
      text: 'Connection requests dropped, SYN cookies sent, and segments retransmitted. Zero is good.',
      unit: '1',
      lines: lines(machines, [
        ['tcp.listen_overflows_per_s', 'accept queue overflows'],
        ['tcp.listen_drops_per_s', 'requests dropped'],
        ['tcp.syn_cookies_per_s', 'SYN cookies'],
        ['tcp.retransmits_per_s', 'retransmits'],
      ]),
    },
  ],
  switches: ({ machines }) => [
    {
      title: 'Context switches per second',
      text: 'How often CPUs switched from one thread to another.',
      unit: '1',
      lines: lines(machines, [['context_switches_per_s', 'switches']]),
    },
  ],
  nginx: (readings, setups) => [
    {
      title: 'Connections',
      text: 'Open connections as nginx counts them; waiting ones are idle between two requests.',
      unit: '1',
      lines: ['active', 'writing', 'waiting'].flatMap((quantity) =>
        ofSetups(readings, setups, quantity).map((line) => ({ ...line, name: `${line.name} ${quantity}` })),
      ),
    },
    {
      title: 'Connections accepted per second',
      text: 'By all workers of a server together. Near zero with keep-alive.',
      unit: '1',
      lines: ofSetups(readings, setups, 'accepted_per_s'),
    },
  ],
  waiting: ({ machines }) => [
    {
      title: 'Waiting',
      text: 'Share of the time in which something waited for a CPU, a disk or memory (PSI).',
      unit: 'share',
      lines: lines(machines, [
        ['pressure.cpu', 'CPU'],
        ['pressure.io', 'disk'],
        ['pressure.memory', 'memory'],
      ]),
    },
    {
      title: 'Disks busy',
      text: 'Share of the time in which a disk had something to do.',
      unit: 'share',
      lines: diskLines(machines, 'busy'),
    },
    {
      title: 'Written to disk',
      text: 'Bytes per second.',
      unit: 'B/s',
      lines: diskLines(machines, 'written_bytes_per_s'),
    },
  ],
};
