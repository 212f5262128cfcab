import { Table } from '@mantine/core';

import type { Run, TrialDetail } from '@/api/types';
import { count, latency, percentSize, rate, share } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small, Strong } from '@/components/ui/labels/texts';

type Generator = NonNullable<TrialDetail['windows'][string]['generators']>[number];

const HEADS = ['started after', 'ran for', 'connections', 'rate', 'p99', 'CPU used'];

/** Each of several generators that loaded the server together; nothing where there was one. */
export function GeneratorTable({ run, trial }: { run: Run; trial: TrialDetail }) {
  const hosts = Object.entries(trial.windows).filter(([, { generators = [] }]) => generators.length > 0);
  const all = hosts.flatMap(([, { generators = [] }]) => generators);
  if (all.length === 0) return null;
  const first = Math.min(...all.map(({ started_at }) => started_at));
  const nameOf = (id: string) =>
    hosts.length > 1 ? `${run.hosts.find(({ host_id }) => host_id === id)?.host ?? id} ` : '';
  return (
    <div>
      <Small mb={8}>
        <Strong>Generators</Strong> of this trial, by their own clocks and counts; the trial’s figures are
        those of all together. All ran for {percentSize(overlapOf(all))} of the load’s time
        {clockError(hosts.map(([, window]) => window))}.
      </Small>
      <PlainTable
        label="Generators"
        heads={['Generator', 'CPUs', ...figureHeads(...HEADS)]}
        minWidth={640}
        spacing={4}
        style={{ whiteSpace: 'nowrap' }}
      >
        {hosts.flatMap(([id, { generators = [] }]) =>
          generators.map((generator, at) => (
            <Table.Tr key={`${id} ${at}`}>
              <Table.Td>
                {nameOf(id)}
                {at + 1}
              </Table.Td>
              <Table.Td>{generator.cpus ?? 'any'}</Table.Td>
              {cellsOf(generator, first).map((cell, column) => (
                <Table.Td key={HEADS[column]} ta="right">
                  {cell}
                </Table.Td>
              ))}
            </Table.Tr>
          )),
        )}
      </PlainTable>
    </div>
  );
}

function cellsOf(
  { started_at, ended_at, connections, cpu_s, threads, figures = {} }: Generator,
  first: number,
) {
  const seconds = ended_at - started_at;
  return [
    latency(started_at - first),
    latency(seconds),
    count(connections),
    rate(figures.requests_per_s),
    latency(figures.latency_p99),
    share(seconds > 0 ? cpu_s / (seconds * threads) : null),
  ];
}

function overlapOf(generators: Generator[]): number {
  const starts = generators.map(({ started_at }) => started_at);
  const ends = generators.map(({ ended_at }) => ended_at);
  const seconds = Math.max(...ends) - Math.min(...starts);
  return seconds > 0 ? Math.max(0, Math.min(...ends) - Math.max(...starts)) / seconds : 0;
}

/** How far clocks of several hosts may be off: half of the fastest heartbeat’s round trip. */
function clockError(windows: TrialDetail['windows'][string][]): string {
  if (windows.length < 2) return '';
  return `; clocks ± ${latency(Math.max(...windows.map(({ clock }) => clock?.round_trip_s ?? 0)) / 2)}`;
}
