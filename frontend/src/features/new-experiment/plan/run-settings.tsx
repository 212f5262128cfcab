import { Group, SimpleGrid, Text } from '@mantine/core';

import type { Knob, PlannedRun } from '@/api/types';
import { isText, shortKnob, valueText } from '@/components/words/knobs';
import { KeyValue } from '@/components/ui/layout/key-value';
import { TextValue } from '@/components/ui/dialogs/text-value';
import { Muted, Small } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';
import { FAMILIES, knobNamed, withoutHost } from '../knobs/knob-families';
import { sizeText } from '../knobs/knobs';
import { ScopeBadge } from '../knobs/knob-scope';

interface Row {
  name: string;
  knob?: Knob;
  value: PlannedRun['knobs'][string];
}

/** Everything that a run sets, by family; what changes a host says so. */
export function RunSettings({ run }: { run: PlannedRun }) {
  const { knobs } = useEditor();
  const rows = Object.entries(run.knobs).map(([name, value]) => ({
    name,
    knob: knobNamed(knobs, name),
    value,
  }));
  const groups = byFamily(rows);
  return (
    <div>
      <Text fz="sm" fw={500}>
        Settings
      </Text>
      {groups.length === 0 && <Muted>All at their defaults.</Muted>}
      <SimpleGrid cols={{ base: 1, sm: groups.length > 1 ? 2 : 1 }} spacing="lg" mt="xs">
        {groups.map(({ title, rows: groupRows }) => (
          <div key={title}>
            <Group gap={8}>
              <Small>{title}</Small>
              <ScopeBadge scope={groupRows.find(({ knob }) => knob?.setting)?.knob?.scope ?? 'process'} />
            </Group>
            <KeyValue
              rows={groupRows.map((row) => keyValueOf(row, run))}
              label={`${title} of ${run.name}`}
              mono
            />
          </div>
        ))}
      </SimpleGrid>
    </div>
  );
}

function byFamily(rows: Row[]): { title: string; rows: Row[] }[] {
  const byFamilyTitle = FAMILIES.map(({ family, title }) => ({
    title,
    rows: rows.filter(({ knob }) => knob?.family === family),
  }));
  return [...byFamilyTitle, { title: 'Other', rows: rows.filter(({ knob }) => !knob) }].filter(
    (group) => group.rows.length > 0,
  );
}

function keyValueOf({ name, knob, value }: Row, run: PlannedRun) {
  const size = sizeText(knob, value);
  return {
    key: knob?.setting ? `${shortKnob(withoutHost(name))} (${knob.role})` : shortKnob(name),
    hint: name,
    value: isText(value) ? (
      <TextValue text={value} label={`${name} of ${run.name}`} />
    ) : (
      `${valueText(value)}${size ? ` (${size})` : ''}`
    ),
  };
}
