import type { Run, TrialDetail, TrialSamples } from '@/api/types';

type Series = Record<string, (number | null)[]>;
type HostSeries = TrialSamples['hosts'][number];
type WindowOf = TrialDetail['windows'][string];

/** One machine of the testbed; several roles may live on it, then it is shown once. */
export interface MachineSeries {
  /** “load = proxy = backend” where they are one machine. */
  name: string;
  /** On the clock of `times` of all machines. */
  series: Series;
}

export interface Readings {
  /** Seconds since the trial's start, common to every machine, so that cursors agree. */
  times: number[];
  machines: MachineSeries[];
  /** The same by network, for counters of packets and sockets. */
  networks: MachineSeries[];
}

/** Start and end of the measurement, on the clock of the readings. */
export function windowOf(samples: { window: number[] | null }): [number, number] | undefined {
  const [start, end] = samples.window ?? [];
  return start === undefined || end === undefined ? undefined : [start, end];
}

/** Readings of two hosts that lie closer than this belong to the same second. */
const SAME_READING_S = 0.25;
/** A reading this soon after another was cut short by the trial's end and speaks for too little. */
const MIN_S = 0.5;

type RunHost = Run['hosts'][number];

const machineOf = (host: RunHost) => host.machine || host.host_id;
const networkOf = (host: RunHost) => host.network || machineOf(host);

/** Hosts of a run by machine, in the order of the roles. */
export const machinesOf = (hosts: RunHost[]) => groupHosts(hosts, machineOf);

/** Hosts that count the same packets; one machine can have several networks (namespaces, containers). */
export const networksOf = (hosts: RunHost[]) => groupHosts(hosts, networkOf);

function groupHosts(hosts: RunHost[], keyOf: (host: RunHost) => string) {
  const groups = new Map<string, RunHost[]>();
  for (const host of hosts) {
    const key = keyOf(host);
    groups.set(key, [...(groups.get(key) ?? []), host]);
  }
  return [...groups].map(([id, members]) => ({
    id,
    name: [...new Set(members.map(({ host }) => host))].join(' = '),
    roles: members.map(({ role }) => role as string),
    cpus: members[0]?.cpus ?? 0,
    hostIds: members.map(({ host_id }) => host_id),
  }));
}

/** All readings on one clock: hosts are read at their own moments, milliseconds apart. */
export function readingsOf(samples: Pick<TrialSamples, 'hosts'>, hosts: Run['hosts']): Readings {
  const full = samples.hosts.map(withoutStubs);
  const times = clusters(full.flatMap((host) => host.times));
  const series = (groups: ReturnType<typeof machinesOf>) =>
    groups.flatMap(({ name, hostIds }) => {
      const members = full.filter((host) => hostIds.includes(host.host_id));
      return members.length ? [{ name, series: joinSeries(members, times) }] : [];
    });
  return { times, machines: series(machinesOf(hosts)), networks: series(networksOf(hosts)) };
}

function withoutStubs(host: HostSeries): HostSeries {
  const isKept = host.times.map((time, n) => n === 0 || time - (host.times[n - 1] ?? 0) >= MIN_S);
  const series = Object.entries(host.series).map(([name, values]) => [
    name,
    values.filter((_, n) => isKept[n]),
  ]);
  return {
    ...host,
    times: host.times.filter((_, n) => isKept[n]),
    series: Object.fromEntries(series) as Series,
  };
}

function clusters(all: number[]): number[] {
  const groups: number[][] = [];
  for (const time of [...all].sort((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && time - last[0] < SAME_READING_S) last.push(time);
    else groups.push([time]);
  }
  return groups.map((group) => group.reduce((sum, time) => sum + time, 0) / group.length);
}

/** Series of hosts on one machine: its own counters are the same on each, so the fullest wins. */
function joinSeries(hosts: HostSeries[], times: number[]): Series {
  const series: Series = {};
  for (const host of [...hosts].sort((a, b) => a.times.length - b.times.length)) {
    const at = host.times.map((time) => nearest(times, time));
    for (const [name, values] of Object.entries(host.series)) {
      const row = Array.from<number | null>({ length: times.length }).fill(null);
      values.forEach((value, n) => (row[at[n] ?? 0] = value));
      series[name] = row;
    }
  }
  return series;
}

function nearest(times: number[], time: number): number {
  let best = 0;
  times.forEach((candidate, n) => {
    if (Math.abs(candidate - time) < Math.abs((times[best] ?? Infinity) - time)) best = n;
  });
  return best;
}

/** The window of each machine: exact counters from its first to its last moment, however short the trial. */
export function windowsOf(trial: TrialDetail, hosts: Run['hosts']) {
  return machinesOf(hosts).flatMap(({ id, name, hostIds }) => {
    const windows = hostIds.map((host) => trial.windows[host]).filter((window) => window !== undefined);
    const first = windows.find((window) => 'load' in (window.own_cpu_s ?? {})) ?? windows[0];
    const sessions = new Set(windows.flatMap((window) => window.own_sessions ?? []));
    const otherProcesses = (first?.others ?? []).filter(({ session }) => !sessions.has(session));
    const networks = networksOf(hosts.filter(({ host_id }) => hostIds.includes(host_id))).flatMap(
      (network) => {
        const window = network.hostIds
          .map((host) => trial.windows[host])
          .find((candidate) => candidate !== undefined);
        return window ? [{ name: network.name, window }] : [];
      },
    );
    return first ? [{ id, name, window: first, own: ownCpu(windows), others: otherProcesses, networks }] : [];
  });
}

function ownCpu(windows: WindowOf[]): Record<string, number> {
  const cpuSeconds: Record<string, number> = {};
  for (const [name, seconds] of windows.flatMap(({ own_cpu_s }) => Object.entries(own_cpu_s ?? {})))
    cpuSeconds[name] = (cpuSeconds[name] ?? 0) + seconds;
  return cpuSeconds;
}

type Others = { name: string; cpu_s: number }[];

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

/**
 * Busy CPU seconds of a machine that are not ours: what its other processes say, within what its CPUs say.
 * An agent knows only its own processes, and time in interrupts is nobody's.
 */
export function othersOf(
  { cores, kernel, seconds }: Pick<WindowOf, 'cores' | 'kernel' | 'seconds'>,
  ownCpuSeconds: Record<string, number>,
  otherProcesses: Others = [],
) {
  const most = Math.max(0, seconds * sum(cores ?? []) - sum(Object.values(ownCpuSeconds)));
  const least = Math.max(0, most - seconds * sum(kernel ?? []));
  return Math.min(most, Math.max(least, sum(otherProcesses.map(({ cpu_s }) => cpu_s))));
}

/** CPU seconds by name, busiest first: several processes of one name are one. */
export function byName(otherProcesses: Others): [string, number][] {
  const names = new Map<string, number>();
  for (const { name, cpu_s } of otherProcesses) names.set(name, (names.get(name) ?? 0) + cpu_s);
  return [...names].sort((a, b) => b[1] - a[1]);
}
