import { List, Stack, Table, Text } from '@mantine/core';

import type { RunDiagnostics } from '@/api/types';
import { figureHeads, PlainTable } from '@/components/ui/layout/plain-table';
import { write } from '@/components/words/figures';
import { Dimmed, Small, Subhead } from '@/components/ui/labels/texts';

type Calls = RunDiagnostics['calls'][number];
type Row = Calls['total'];

/** Calls of a request; what connections that open and close add is less. */
const WORTH_BOLD = 0.05;

/** What the diagnostics of one run came to: its probes in sentences, its system calls in tables. */
export function RunDiagnosticsView({ diagnostics }: { diagnostics: RunDiagnostics }) {
  return (
    <Stack gap="sm">
      {diagnostics.conclusion && <Text fw={600}>{diagnostics.conclusion}</Text>}
      {diagnostics.probes.length > 0 && (
        <List fz="sm" spacing={4} withPadding={false}>
          {diagnostics.probes.map(({ kind, sentence }) => (
            <List.Item key={kind} ml={16}>
              {sentence}
            </List.Item>
          ))}
        </List>
      )}
      {diagnostics.calls.map((calls) => (
        <CallTable key={calls.role} calls={calls} diagnostics={diagnostics} />
      ))}
      {diagnostics.calls_cost && <Small>{diagnostics.calls_cost}</Small>}
    </Stack>
  );
}

/** System calls of a request by name: the baseline, this run, and the difference. */
function CallTable({ calls, diagnostics }: { calls: Calls; diagnostics: RunDiagnostics }) {
  const hasBaseline = calls.total.difference !== null;
  const heads = hasBaseline
    ? [diagnostics.baseline ?? '', diagnostics.name, 'difference']
    : [diagnostics.name];
  return (
    <div>
      <Subhead mb={4}>
        System calls per request <Dimmed fw={400}>{calls.role}</Dimmed>
      </Subhead>
      <PlainTable
        label={`System calls per request of ${diagnostics.name}, ${calls.role}`}
        heads={['name', ...figureHeads(...heads)]}
        minWidth={hasBaseline ? 300 : 200}
        scroll={{ maw: 640 }}
        spacing={4}
      >
        {calls.rows.map((row) => (
          <CallRow key={row.name} row={row} />
        ))}
        <CallRow row={calls.total} strong />
      </PlainTable>
      {!calls.is_exact && <Small>Some events were lost: these counts are too small.</Small>}
    </div>
  );
}

function CallRow({ row, strong }: { row: Row; strong?: boolean }) {
  const { name, value, baseline, difference } = row;
  const isLarge = difference !== null && Math.abs(difference) >= WORTH_BOLD;
  const cells =
    difference === null ? [calls(value)] : [calls(baseline), calls(value), write(difference, 'calls change')];
  return (
    <Table.Tr fw={strong ? 600 : undefined}>
      <Table.Td ff={strong ? undefined : 'monospace'}>{name}</Table.Td>
      {cells.map((cell, n) => (
        <Table.Td key={n} ta="right" fw={n === 2 && isLarge ? 600 : undefined}>
          {cell}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Two decimals, zeros included: they say that a count is exact. */
const calls = (value: number | null) => write(value ?? 0, 'calls');
