import { Checkbox, NativeSelect, Radio, Table, Text, TextInput } from '@mantine/core';

import { count, measure, plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { TOPOLOGY_OPTIONS } from '@/components/words/workload';
import { PlainTable } from '@/components/ui/layout/plain-table';
import { Small } from '@/components/ui/labels/texts';

import { aloneUnderWorkload, hasSteps, type RunRow } from './assemble';
import type { RunEdit } from './import-draft';
import { SettingsField } from './settings-field';
import type { Import } from './use-import';

/** The runs that will be made: names, settings, the baseline, and which are left out. */
export function ImportRunsSection({ state: { draft, rows, loads, baselines, edit } }: { state: Import }) {
  const several = loads.length > 1;
  const areSteps = hasSteps(rows, draft);
  const set = (key: string, change: RunEdit) =>
    edit((old) => ({ ...old, runs: { ...old.runs, [key]: { ...old.runs[key], ...change } } }));
  const importedRows = rows.filter(({ leftOut }) => !leftOut);
  const alone = aloneUnderWorkload(importedRows);
  const baselineNames = [...new Set(baselines.map(({ variant }) => variant))].join(', ');
  return (
    <Section
      id="runs"
      title="Runs"
      subtitle={`— ${plural(importedRows.length, 'run')}, compared with ${baselineNames || 'the baseline'}`}
      aside={
        rows.length > 1 && (
          <Checkbox
            label="Steps, each from another run"
            checked={areSteps}
            onChange={({ currentTarget: { checked: steps } }) => edit((old) => ({ ...old, steps }))}
          />
        )
      }
      caption="One setting per line: worker_processes = 4. Known knobs are compared and cloned as such; the rest is kept as reported by the source."
    >
      {alone.length > 0 && (
        <Text fz="sm" mb="sm" role="status">
          No change will be computed for {names(alone)}: no other run has its workload. Choose another
          workload if the loads are alike.
        </Text>
      )}
      <PlainTable
        label="Runs to import"
        heads={[
          { name: 'Baseline', w: 80 },
          { name: 'Variant', w: 240 },
          { name: 'Trials', w: 110, ta: 'right' },
          'Settings',
          several && { name: 'Workload', w: 170 },
          areSteps && { name: 'Step from', w: 170 },
          { name: 'Topology', w: 140 },
          { name: 'Import', w: 70 },
        ]}
        minWidth={840 + (several ? 140 : 0) + (areSteps ? 160 : 0)}
        spacing="xs"
      >
        {rows.map((row) => (
          <Row
            key={row.key}
            row={row}
            isBaseline={baselines.includes(row)}
            loads={several ? loads.map(({ name }) => name) : []}
            before={
              areSteps
                ? rows.filter((r) => r !== row && !r.leftOut && r.workload === row.workload)
                : undefined
            }
            onBaseline={() =>
              edit((old) => ({ ...old, baselines: { ...old.baselines, [row.workload]: row.key } }))
            }
            onChange={(change) => set(row.key, change)}
          />
        ))}
      </PlainTable>
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
  /** Runs that it may be a step from; undefined where runs are no steps. */
  before?: RunRow[];
  onBaseline: () => void;
  onChange: (change: RunEdit) => void;
}

function Row({ row, isBaseline, loads, before, onBaseline, onChange }: RowProps) {
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
      {before && (
        <Table.Td>
          <NativeSelect
            size="xs"
            aria-label={`Step before ${runName}`}
            data={[
              { value: '', label: 'none' },
              ...before.map((peer) => ({ value: peer.key, label: peer.variant || 'unnamed' })),
            ]}
            value={row.parent ?? ''}
            onChange={(event) => onChange({ parent: event.currentTarget.value })}
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
      <Small>{measure(mean, '1/s')}</Small>
    </>
  );
}
