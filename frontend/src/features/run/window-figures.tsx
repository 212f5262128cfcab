import { SimpleGrid, Stack, Text } from '@mantine/core';

import { othersOf, windowsOf } from './machines';
import classes from './run.module.css';
import type { Run, TrialDetail } from '@/api/types';
import { bytes, count, figure, share, span } from '@/components/format';
import { KeyValue } from '@/components/ui/key-value';

const HOT = 0.9;

/** Differences of exact counters from the first to the last moment of the trial, for each machine. */
export function WindowFigures({ run, trial }: { run: Run; trial: TrialDetail }) {
  const found = windowsOf(trial, run.hosts);
  if (found.length === 0)
    return (
      <Text fz="sm" c="dimmed">
        No host reported counters for this trial.
      </Text>
    );
  return (
    <Stack gap="lg">
      {found.map((machine) => (
        <Machine key={machine.id} machine={machine} run={run} />
      ))}
    </Stack>
  );
}

type Found = ReturnType<typeof windowsOf>[number];

function Machine({ machine: { name, window, own }, run }: { machine: Found; run: Run }) {
  const cores = window.cores ?? [];
  return (
    <section aria-label={`Exact figures of ${name}`}>
      <Text fz="xs" c="dimmed" mb={8}>
        <Text span inherit fw={600} c="var(--dyno-ink)">
          Over the measured window
        </Text>{' '}
        {name}, {span(window.seconds)}, from exact counters. CPU busy by core:
      </Text>
      <div className={classes.cores}>
        {cores.map((busy, n) => (
          <div key={n} className={classes.core}>
            <span className="dyno-mono">cpu{n}</span>
            <div className={classes.meter} role="img" aria-label={`CPU ${n}: ${share(busy)} busy`}>
              <div style={{ width: `${100 * busy}%` }} data-hot={busy >= HOT} />
            </div>
            <span className="dyno-figure">{share(busy)}</span>
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
        {columns(figuresOf(window, own, run), 3).map((rows, n) => (
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

function figuresOf(window: Found['window'], own: Record<string, number>, { setups }: Run): Row[] {
  const cpus = (seconds: number) => `${figure(seconds / (window.seconds || 1))} CPUs`;
  const used = Object.entries(own).map(([key, seconds]) => {
    const role = key === 'load' ? 'load' : (setups.find((setup) => setup.key === key)?.role ?? key);
    return { key: `${ROLE_NAMES[role] ?? role} used`, value: cpus(seconds) };
  });
  return [
    ...used,
    {
      key: 'Other processes used',
      value: cpus(othersOf(window, own)),
      hint: 'Everything but the experiment',
    },
    { key: 'Softirq', value: share(window.softirq, 1), hint: 'Kernel network work, share of all CPUs' },
    { key: 'Steal', value: share(window.steal, 1), hint: 'Taken by the hypervisor' },
    { key: 'Context switches', value: figure(window.context_switches) },
    { key: 'Received', value: bytes(window.rx_bytes) },
    { key: 'Sent', value: bytes(window.tx_bytes) },
    { key: 'Accept queue overflows', value: count(window.listen_overflows) },
    { key: 'TIME_WAIT at the start', value: count(window.time_wait) },
  ];
}

/** Split into n columns of about the same length, in reading order. */
function columns<T>(rows: T[], n: number): T[][] {
  const size = Math.ceil(rows.length / n);
  return Array.from({ length: n }, (_, at) => rows.slice(at * size, (at + 1) * size)).filter(
    (one) => one.length,
  );
}
