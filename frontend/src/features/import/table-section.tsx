import { Checkbox, Group, NativeSelect, SegmentedControl, Stack, Table, Text } from '@mantine/core';

import { METRICS } from '@/api/catalog';
import type { ImportColumn, ImportTable } from '@/api/types';
import { plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';

import type { TableChoice } from './import-draft';
import type { Import } from './use-import';

const SHOWN = 6;
const ROLES = [
  ['variant', 'variant'],
  ['trials', 'trials, req/s'],
  ['trial', 'number of the trial'],
  ['seconds', 'time taken'],
  ['delta', 'change, printed'],
  ['factor', 'factor of a grid'],
  ['setting', 'setting'],
  ['topology', 'topology'],
  ['workload', 'workload'],
  ['note', 'note'],
  ['skip', 'left out'],
  ...METRICS.map(({ name, label }) => [name, label]),
].map(([value = '', label = '']) => ({ value, label }));
const UNITS: Record<string, string[]> = {
  s: ['', 's', 'ms', 'us'],
  '1/s': ['', 'k'],
  'B/s': ['', 'KB/s', 'MB/s'],
  B: ['', 'KB', 'MB'],
};

/** Each table with what its columns are read as, which can be changed. */
export function TableSections({ state: { result, edit, draft } }: { state: Import }) {
  if (!result) return null;
  const choose = (key: string, choice: TableChoice) =>
    edit((old) => ({ ...old, tables: { ...old.tables, [key]: { ...old.tables[key], ...choice } } }));
  return result.preview.texts.flatMap(({ tables = [], name }, i) =>
    tables.map((table, k) => {
      const key = `${result.texts[i]?.id}/${k}`;
      const place = `texts[${i}].tables[${k}].`;
      const problems = result.preview.problems.filter((problem) => problem.place.startsWith(place));
      const heading = table.headings?.at(-1) ?? name;
      return (
        <TableSection
          key={key}
          name={tables.length > 1 ? `${k + 1}, ${heading}` : name}
          table={table}
          choice={draft.tables[key]}
          several={tables.length > 1}
          isFirst={k === 0}
          problems={problems.map(({ message }) => message)}
          onChange={(choice) => choose(key, choice)}
        />
      );
    }),
  );
}

interface TableSectionProps {
  name: string;
  table: ImportTable;
  choice?: TableChoice;
  several: boolean;
  /** The first table of its text explains what can be chosen, for all. */
  isFirst: boolean;
  problems: string[];
  onChange: (choice: TableChoice) => void;
}

function TableSection({ name, table, choice, several, isFirst, problems, onChange }: TableSectionProps) {
  const unitOf = (role: string) => METRICS.find((metric) => metric.name === role)?.unit ?? '';
  const set = (at: number, change: Partial<ImportColumn>) =>
    onChange({ columns: table.columns.map((column, i) => (i === at ? { ...column, ...change } : column)) });
  const more = table.rows.length - SHOWN;
  const rowWord = table.columns.some(({ role }) => role === 'trial') ? 'trial' : 'run';
  return (
    <Section
      title="Table"
      subtitle={`— ${name}, ${plural(table.rows.length, 'row')}: one row per ${rowWord}`}
      aside={
        <Group gap="xs" wrap="nowrap">
          {several && (
            <Checkbox
              label="Import"
              aria-label={`Import table ${name}`}
              checked={!choice?.skip}
              onChange={(event) => onChange({ skip: !event.currentTarget.checked })}
            />
          )}
          <span>decimal mark</span>
          <SegmentedControl
            size="xs"
            aria-label="Decimal mark"
            data={[
              { value: '.', label: '1.5' },
              { value: ',', label: '1,5' },
            ]}
            value={table.decimal}
            onChange={(decimal) => onChange({ decimal: decimal as '.' | ',' })}
          />
        </Group>
      }
      caption={
        isFirst &&
        'Choose what each column holds. A factor makes a grid; a setting belongs to its run, as a knob if it is one; a published change is shown beside the computed one.'
      }
    >
      <Stack gap="sm">
        <Table.ScrollContainer minWidth={140 * table.columns.length}>
          <Table aria-label={`Table of ${name}`} verticalSpacing={4} fz="sm">
            <Table.Thead>
              <Table.Tr>
                {table.columns.map((column, i) => (
                  <Table.Th key={`${column.name} ${i}`} style={{ verticalAlign: 'top' }}>
                    {column.name}
                    <NativeSelect
                      mt={4}
                      size="xs"
                      aria-label={`${column.name} holds`}
                      data={ROLES}
                      value={column.role}
                      onChange={(event) => set(i, { role: event.currentTarget.value })}
                    />
                    <Unit column={column} unit={unitOf(column.role)} onChange={(unit) => set(i, { unit })} />
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {table.rows.slice(0, SHOWN).map((row, i) => (
                <Table.Tr key={table.lines[i]}>
                  {row.map((cell, k) => (
                    <Table.Td key={k} c={table.columns[k]?.role === 'skip' ? 'dimmed' : undefined}>
                      <Text inherit lineClamp={3} maw={360} style={{ overflowWrap: 'anywhere' }}>
                        {cell}
                      </Text>
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
        {more > 0 && <Small>and {plural(more, 'more row')}, all of them below</Small>}
        {problems.map((problem) => (
          <Text key={problem} fz="sm" c="var(--dyno-danger)">
            {problem}
          </Text>
        ))}
      </Stack>
    </Section>
  );
}

interface UnitProps {
  column: ImportColumn;
  unit: string;
  onChange: (unit: string) => void;
}

/** Only where cells may leave it out. */
function Unit({ column, unit, onChange }: UnitProps) {
  const options = UNITS[unit];
  if (!options) return null;
  const all = options.includes(column.unit ?? '') ? options : [...options, column.unit ?? ''];
  return (
    <NativeSelect
      mt={4}
      size="xs"
      aria-label={`Unit of ${column.name}`}
      data={all.map((value) => ({
        value,
        label: value || (unit === 's' ? 'as written, or ms' : 'as written'),
      }))}
      value={column.unit ?? ''}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
