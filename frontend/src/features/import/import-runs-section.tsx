import { Checkbox, NativeSelect, Radio, Table, Text, TextInput } from '@mantine/core';

import { count, measure, plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { TOPOLOGY_OPTIONS } from '@/components/words/workload';

import { type RunRow, withoutBaseline } from './assemble';
import type { RunEdit } from './import-draft';
import { SettingsField } from './settings-field';
import type { Import } from './use-import';

/** The runs that will be made: names, settings, the baseline, and which are left out. */
export function ImportRunsSection({ state: { rows, loads, baseline, edit } }: { state: Import }) {
  const several = loads.length > 1;
  const set = (key: string, change: RunEdit) =>
    edit((old) => ({ ...old, runs: { ...old.runs, [key]: { ...old.runs[key], ...change } } }));
  const importedRows = rows.filter(({ leftOut }) => !leftOut);
  const alone = withoutBaseline(importedRows, baseline);
  return (
    <Section
      id="runs"
      title="Runs"
      subtitle={`— ${plural(importedRows.length, 'run')}, compared with ${baseline?.variant ?? 'the baseline'}`}
      caption="One setting per line: worker_processes = 4. Known knobs are compared and cloned as such; the rest is kept as reported by the source."
    >
      {alone.length > 0 && (
        <Text fz="sm" mb="sm" role="status">
          No change will be computed for {names(alone)}: the baseline has no run under the same workload.
          Choose another workload for them if the loads are alike.
        </Text>
      )}
      <Table.ScrollContainer minWidth={several ? 980 : 840}>
        <Table aria-label="Runs to import" verticalSpacing="xs">
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={80}>Baseline</Table.Th>
              <Table.Th w={240}>Variant</Table.Th>
              <Table.Th w={110} ta="right">
                Trials
              </Table.Th>
              <Table.Th>Settings</Table.Th>
              {several && <Table.Th w={170}>Workload</Table.Th>}
              <Table.Th w={140}>Topology</Table.Th>
              <Table.Th w={70}>Import</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Row
                key={row.key}
                row={row}
                isBaseline={row === baseline}
                loads={several ? loads.map(({ name }) => name) : []}
                onBaseline={() => edit((old) => ({ ...old, baseline: row.key }))}
                onChange={(change) => set(row.key, change)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  );
}

const names = (rows: readonly RunRow[]) =>
  rows
    .slice(0, 4)
    .map(({ variant, workload }) => `${variant} · ${workload}`)
    .join(', ') + (rows.length > 4 ? ` and ${rows.length - 4} more` : '');

interface RowProps {
  row: RunRow;
  isBaseline: boolean;
  loads: string[];
  onBaseline: () => void;
  onChange: (change: RunEdit) => void;
}

function Row({ row, isBaseline, loads, onBaseline, onChange }: RowProps) {
  const { variant, leftOut } = row;
  const runName = variant || 'the run without a name';
  return (
    <Table.Tr opacity={leftOut ? 0.55 : 1} style={{ verticalAlign: 'top' }}>
      <Table.Td pt={14}>
        <Radio
          size="sm"
          aria-label={`Compare with ${runName}`}
          checked={isBaseline}
          disabled={leftOut}
          onChange={onBaseline}
        />
      </Table.Td>
      <Table.Td>
        <TextInput
          size="xs"
          aria-label={`Name of ${runName}`}
          value={variant}
          maxLength={120}
          onChange={(event) => onChange({ variant: event.currentTarget.value })}
          error={variant.trim() === '' && 'A name is needed.'}
        />
      </Table.Td>
      <Table.Td ta="right" pt={13}>
        <Trials row={row} />
      </Table.Td>
      <Table.Td>
        <SettingsField
          variant={runName}
          value={row.settings}
          onChange={(settings) => onChange({ settings })}
        />
      </Table.Td>
      {loads.length > 0 && (
        <Table.Td>
          <NativeSelect
            size="xs"
            aria-label={`Workload of ${runName}`}
            data={loads}
            value={row.workload}
            onChange={(event) => onChange({ workload: event.currentTarget.value })}
          />
        </Table.Td>
      )}
      <Table.Td>
        <NativeSelect
          size="xs"
          aria-label={`Topology of ${runName}`}
          data={TOPOLOGY_OPTIONS}
          value={row.topology}
          onChange={(event) => onChange({ topology: event.currentTarget.value as RunRow['topology'] })}
        />
      </Table.Td>
      <Table.Td pt={14}>
        <Checkbox
          size="sm"
          aria-label={`Import ${runName}`}
          checked={!leftOut}
          onChange={(event) => onChange({ left_out: !event.currentTarget.checked })}
        />
      </Table.Td>
    </Table.Tr>
  );
}

/** How many, and the arithmetic mean of their requests per second. */
function Trials({ row: { reports, guess } }: { row: RunRow }) {
  const figures =
    reports.length > 0
      ? reports.map((report) => report.figures)
      : guess.trials.map((report) => report.figures ?? {});
  const rates = figures.flatMap(({ requests_per_s: rate }) => (rate == null ? [] : [rate]));
  const mean = rates.length > 0 ? rates.reduce((sum, rate) => sum + rate, 0) / rates.length : null;
  return (
    <>
      {count(figures.length)}
      <Text fz="xs" c="dimmed">
        {measure(mean, '1/s')}
      </Text>
    </>
  );
}
