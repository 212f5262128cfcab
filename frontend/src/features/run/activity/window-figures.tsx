import { SimpleGrid, Stack } from '@mantine/core';

import type { Run, TrialDetail } from '@/api/types';
import { bytes, count, figure, percentSize, share, span } from '@/components/words/format';
import { KeyValue } from '@/components/ui/layout/key-value';
import { Muted, Small, Strong } from '@/components/ui/labels/texts';

import classes from '../trials/run.module.css';

import { byName, othersOf, windowsOf } from './machines';

const HOT = 0.9;
const MAX_NAMES = 4;

/** Differences of exact counters from the first to the last moment of the trial, for each machine. */
export function WindowFigures({ run, trial }: { run: Run; trial: TrialDetail }) {
  const machineWindows = windowsOf(trial, run.hosts);
  if (machineWindows.length === 0) return <Muted>No host reported counters for this trial.</Muted>;
  return (
    <Stack gap="lg">
      {machineWindows.map((machine) => (
        <Machine key={machine.id} machine={machine} run={run} />
      ))}
    </Stack>
  );
}

type Found = ReturnType<typeof windowsOf>[number];

function Machine({ machine, run }: { machine: Found; run: Run }) {
  const { name, window } = machine;
  const cores = window.cores ?? [];
  return (
    <section aria-label={`Exact figures of ${name}`}>
      <Small mb={8}>
        <Strong>Over the measured window</Strong> {name}, {span(window.seconds)}, from exact counters. CPU
        busy by core:
      </Small>
      <div className={classes.cores}>
        {cores.map((busy, n) => (
          <div key={n} className={classes.core}>
            <span className="dyno-mono">cpu{n}</span>
            <div className={classes.meter} role="img" aria-label={`CPU ${n}: ${share(busy)} busy`}>
              <div style={{ width: `${100 * busy}%` }} data-hot={busy >= HOT} />
            </div>
            <span className="dyno-figure">{share(busy)}</span>
            <InterruptsOf core={n} window={window} />
          </div>
        ))}
      </div>
      <SimpleGrid
        cols={{ base: 1, sm: 2, md: 3 }}
        spacing="xl"
        verticalSpacing={0}
        mt="sm"
        style={{ alignItems: 'start' }}
      >
        {columns(figuresOf(machine, run), 3).map((rows, n) => (
          <KeyValue key={n} rows={rows} label={`Counters of ${name}, part ${n + 1}`} />
        ))}
      </SimpleGrid>
    </section>
  );
}

interface Row {
  key: string;
  value: string;
  hint?: string;
}

const ROLE_NAMES: Record<string, string> = { load: 'Load tool', proxy: 'Proxy', backend: 'Backend' };

function figuresOf(
  { window, own: ownSeconds, others: otherProcesses, networks }: Found,
  { setups }: Run,
): Row[] {
  const cpus = (seconds: number) => `${figure(seconds / (window.seconds || 1))} CPUs`;
  const usedRows = Object.entries(ownSeconds).map(([key, seconds]) => {
    const role = key === 'load' ? 'load' : (setups.find((setup) => setup.key === key)?.role ?? key);
    return { key: `${ROLE_NAMES[role] ?? role} used`, value: cpus(seconds) };
  });
  const namedRows = byName(otherProcesses)
    .slice(0, MAX_NAMES)
    .map(([name, seconds]) => ({ key: `— ${name}`, value: cpus(seconds) }));
  return [
    ...usedRows,
    {
      key: 'Other processes used',
      value: cpus(othersOf(window, ownSeconds, otherProcesses)),
      hint: 'Everything but the experiment',
    },
    ...namedRows,
    { key: 'Softirq', value: percentSize(window.softirq), hint: 'Kernel network work, share of all CPUs' },
    { key: 'Steal', value: percentSize(window.steal), hint: 'Taken by the hypervisor' },
    { key: 'Context switches', value: figure(window.context_switches) },
    ...networks.flatMap(({ name, window: networkWindow }) =>
      ofNetwork(networkWindow, networks.length > 1 ? ` (${name})` : ''),
    ),
    ...ofClock(window),
  ];
}

/** `of` names the network where a machine has several. */
function ofNetwork(window: Found['window'], of: string): Row[] {
  const rows = [
    { key: 'Received', value: bytes(window.rx_bytes) },
    { key: 'Sent', value: bytes(window.tx_bytes) },
    { key: 'Segments retransmitted', value: count(window.retransmits) },
    { key: 'Accept queue overflows', value: count(window.listen_overflows) },
    { key: 'Connection requests dropped', value: count(window.listen_drops) },
    { key: 'SYN cookies', value: count(window.syn_cookies) },
    { key: 'TIME_WAIT at the start', value: count(window.time_wait) },
    ...ofPorts(window),
    ...ofTracked(window.ports_after?.tracked),
  ];
  return rows.map((row) => ({ ...row, key: `${row.key}${of}` }));
}

function ofTracked(connections: NonNullable<Found['window']['ports_after']>['tracked']): Row[] {
  if (!connections) return [];
  const value = `${count(connections.count)} of ${count(connections.most)}`;
  return [
    {
      key: 'Tracked connections at the end',
      value,
      hint: 'What netfilter remembers; where it is full, new ones are dropped',
    },
  ];
}

function ofPorts({ ports, sockets }: Found['window']): Row[] {
  const rows: Row[] = [];
  if (ports)
    rows.push({
      key: 'Ports taken at the start',
      value: `${count(ports.in_use)} of ${count(ports.range)}`,
      hint: 'Ephemeral ports towards the address that has the most',
    });
  const states = Object.entries(sockets ?? {}).sort((a, b) => b[1] - a[1]);
  if (states.length)
    rows.push({
      key: 'TCP sockets at the end',
      value: states.map(([state, n]) => `${count(n)} ${state.replaceAll('_', ' ')}`).join(', '),
    });
  return rows;
}

function ofClock({ clock }: Found['window']): Row[] {
  if (clock?.offset_s == null) return [];
  return [
    {
      key: 'Clock ahead of the control plane',
      value: `${figure(1000 * clock.offset_s)} ms`,
      hint: 'Corrected in every chart',
    },
  ];
}

/** Which CPU serves the interrupts, and how often others wake it. */
function InterruptsOf({ core, window }: { core: number; window: Found['window'] }) {
  const all = window.interrupts?.[core];
  if (all === undefined) return null;
  const res = window.reschedules?.[core] ?? 0;
  const perSecond = (n: number) => figure(n / (window.seconds || 1));
  return (
    <span className={classes.interrupts}>
      {perSecond(all)} interrupts/s, {perSecond(res)} RES/s
    </span>
  );
}

/** Split into n columns of about the same length, in reading order. */
function columns<T>(rows: T[], n: number): T[][] {
  const size = Math.ceil(rows.length / n);
  return Array.from({ length: n }, (_, at) => rows.slice(at * size, (at + 1) * size)).filter(
    (column) => column.length,
  );
}
