import { Table } from '@mantine/core';

import type { Run, TrialDetail } from '@/api/types';
import { count, share } from '@/components/words/format';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { Small, Strong } from '@/components/ui/labels/texts';

type Window = TrialDetail['windows'][string];
type Server = NonNullable<Window['servers']>[string];

interface Row {
  role: string;
  number: number;
  cpus: string;
  busy: number;
  waitShare: number;
  connections?: number | null;
}

const MAX_ROWS = 64;

/** Who had how much work: the workers of every nginx, with the connections that each of them held. */
export function WorkerTable({ run, trial }: { run: Run; trial: TrialDetail }) {
  const servers = serversOf(run, trial);
  const rows = servers.flatMap(rowsOf);
  if (rows.length === 0) return null;
  return (
    <div>
      <Small mb={8}>
        <Strong>Workers</Strong> over the same window. Connections of clients as each worker held them at one
        moment; {servers.map(({ role, server }) => acceptedWords(role, server)).join('; ')}.
      </Small>
      <PlainTable
        label="Workers"
        heads={['Worker', 'CPUs', ...figureHeads('CPU used', 'waited for a CPU', 'connections')]}
        minWidth={420}
        spacing={4}
      >
        {rows.slice(0, MAX_ROWS).map((row) => (
          <Table.Tr key={`${row.role} ${row.number}`}>
            <Table.Td>
              {row.role} {row.number}
            </Table.Td>
            <Table.Td>{row.cpus}</Table.Td>
            <Table.Td ta="right">{share(row.busy)}</Table.Td>
            <Table.Td ta="right">{share(row.waitShare)}</Table.Td>
            <Table.Td ta="right">{count(row.connections)}</Table.Td>
          </Table.Tr>
        ))}
      </PlainTable>
      {rows.length > MAX_ROWS && <Small>{count(rows.length - MAX_ROWS)} more are in the JSON export.</Small>}
    </div>
  );
}

interface Found {
  role: string;
  cpus: string[];
  seconds: number;
  server: Server;
}

function serversOf(run: Run, trial: TrialDetail): Found[] {
  const windows = Object.values(trial.windows);
  return run.setups.flatMap(({ key, role, workers }) => {
    const window = windows.find(({ servers }) => servers?.[key]);
    const server = window?.servers?.[key];
    if (!window || !server || window.seconds <= 0) return [];
    return [{ role, cpus: (workers ?? []).map(({ cpus }) => cpus), seconds: window.seconds, server }];
  });
}

function rowsOf({ role, cpus, seconds, server }: Found): Row[] {
  return (server.workers ?? []).map(({ cpu_s, waited_s = 0, connections }, at) => ({
    role,
    number: at + 1,
    cpus: cpus[at] ?? '',
    busy: cpu_s / seconds,
    waitShare: waited_s / seconds,
    connections,
  }));
}

function acceptedWords(role: string, { accepted: acceptCount, accept_queue, backlog }: Server) {
  const queue = accept_queue == null ? '' : `, at most ${count(accept_queue)} of ${count(backlog)} waited`;
  return `${role}: ${count(acceptCount)} accepted${queue}`;
}
