import { Combobox, Group, Text, TextInput, useCombobox } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';

import type { KnobMap } from './definition';
import { type KnobPath, setKnob } from './edits';
import { useEditor } from './editor-context';
import { rangeOf, searchKnobs, startValue } from './knobs';

/** Finds a setting by name or by what it does, and sets it. */
export function KnobPicker({ path, own }: { path: KnobPath; own: KnobMap }) {
  const { knobs, edit } = useEditor();
  const [query, setQuery] = useState('');
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const found = searchKnobs(knobs, query);
  const pick = (name: string) => {
    const knob = knobs.find((one) => one.name === name);
    if (knob && !(name in own)) edit((old) => setKnob(old, path, name, startValue(knob)));
    setQuery('');
    combobox.closeDropdown();
  };
  return (
    <Combobox store={combobox} onOptionSubmit={pick} width={460} position="bottom-end">
      <Combobox.Target>
        <TextInput
          aria-label="Find a knob to set"
          placeholder="Find a knob…"
          size="xs"
          w={210}
          maw="100%"
          leftSection={<IconSearch size={14} />}
          value={query}
          onChange={(event) => {
            setQuery(event.currentTarget.value);
            combobox.openDropdown();
            combobox.selectFirstOption();
          }}
          onClick={() => combobox.openDropdown()}
          onFocus={() => combobox.openDropdown()}
          onBlur={() => combobox.closeDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown maw="calc(100vw - 2rem)">
        <Combobox.Options mah={380} style={{ overflowY: 'auto' }}>
          {found.length === 0 && <Combobox.Empty>No knob has these words.</Combobox.Empty>}
          {found.map((knob) => (
            <Combobox.Option key={knob.name} value={knob.name} disabled={knob.name in own}>
              <Group justify="space-between" gap="xs" wrap="nowrap">
                <Text className="dyno-mono" fw={550}>
                  {knob.name}
                </Text>
                <Text fz="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {knob.name in own ? 'set here' : `${knob.role} · ${knob.scope}`}
                </Text>
              </Group>
              <Text fz="xs" mt={2}>
                {knob.text}
              </Text>
              <Text fz="xs" c="dimmed" mt={2}>
                default: {knob.default} · {rangeOf(knob)}
              </Text>
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
