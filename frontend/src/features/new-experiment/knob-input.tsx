import { Autocomplete, SegmentedControl, Select, TextInput } from '@mantine/core';

import type { Knob } from '@/api/types';

import type { Value } from './definition';
import { typedValue, valueText } from './knobs';
import { NumberField } from './number-field';

interface KnobInputProps {
  /** Absent when the registry does not know the name. */
  knob?: Knob;
  name: string;
  value: Value | null;
  invalid: boolean;
  describedBy: string;
  onChange: (value: Value) => void;
}

/** The input that fits a knob's type. */
export function KnobInput({ knob, name, value, invalid, describedBy, onChange }: KnobInputProps) {
  const shared = { 'aria-label': name, 'aria-describedby': describedBy, error: invalid, size: 'xs' as const };
  const text = value === null ? '' : valueText(value);
  const mono = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };
  switch (knob?.type) {
    case 'switch':
      return (
        <SegmentedControl
          fullWidth
          aria-label={name}
          value={text}
          onChange={(next) => onChange(next === 'on')}
          data={['off', 'on']}
        />
      );
    case 'choice':
      return (
        <Select
          {...shared}
          data={knob.choices}
          value={knob.choices.includes(text) ? text : null}
          placeholder={text || 'default'}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'int':
      return (
        <NumberField
          {...shared}
          value={value === null || typeof value === 'boolean' ? '' : value}
          min={knob.minimum ?? undefined}
          max={knob.maximum ?? undefined}
          unit={knob.unit}
          onChange={onChange}
        />
      );
    case 'auto_int':
    case 'affinity':
    case 'open_file_cache':
      return (
        <Autocomplete
          {...shared}
          styles={mono}
          data={SUGGESTIONS[knob.type]}
          value={text}
          onChange={(next) => onChange(typedValue(next))}
        />
      );
    default:
      return (
        <TextInput
          {...shared}
          styles={mono}
          value={text}
          placeholder={value === null ? 'default' : undefined}
          onChange={(event) => onChange(keptText(knob, event.currentTarget.value))}
        />
      );
  }
}

/** CPU lists and masks stay text: “1” is CPU 1, “01” a mask. */
const keptText = (knob: Knob | undefined, text: string) =>
  knob?.type === 'cpu_list' ? text : typedValue(text);

const SUGGESTIONS = {
  auto_int: ['auto', '1', '2', '4'],
  affinity: ['auto'],
  open_file_cache: ['off', 'max=1000 inactive=20s'],
};
