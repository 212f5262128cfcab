import { Autocomplete, MultiSelect, SegmentedControl, Select, TextInput } from '@mantine/core';

import type { Knob } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';

import type { Value } from '../draft/definition';

import { typedText, typedValue } from './knobs';

interface KnobInputProps {
  /** Absent when the registry does not know the name. */
  knob?: Knob;
  name: string;
  value: Value | null;
  invalid: boolean;
  describedBy: string;
  /** What the host offers, such as its governors. */
  hostValues?: string[];
  onChange: (value: Value) => void;
}

const MONO = { input: { fontFamily: 'var(--mantine-font-family-monospace)' } };

/** The input that fits a knob's type. Several lines have an editor of their own: see KnobText. */
export function KnobInput({
  knob,
  name,
  value,
  invalid,
  describedBy,
  hostValues = [],
  onChange,
}: KnobInputProps) {
  const commonProps = {
    'aria-label': name,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    error: invalid,
    withAria: false, // or the fields' own, which know no problem below, take the place of these
    size: 'xs' as const,
  };
  const text = typedText(value);
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
          {...commonProps}
          data={knob.choices}
          value={knob.choices.includes(text) ? text : null}
          placeholder={text || 'default'}
          allowDeselect={false}
          onChange={(next) => next !== null && onChange(next)}
        />
      );
    case 'words':
      return (
        <MultiSelect
          {...commonProps}
          data={[...new Set([...knob.choices, ...wordsIn(text)])]}
          value={wordsIn(text)}
          placeholder={text ? undefined : 'default'}
          onChange={(words) => onChange(words.join(' '))}
        />
      );
    case 'int':
      return (
        <NumberField
          {...commonProps}
          value={value === null || typeof value === 'boolean' ? '' : value}
          min={knob.minimum ?? undefined}
          max={knob.maximum ?? undefined}
          unit={knob.unit}
          onChange={onChange}
        />
      );
    default: {
      const suggestions = knob ? [...(SUGGESTIONS[knob.type] ?? []), ...knob.choices, ...hostValues] : [];
      const field = {
        ...commonProps,
        styles: MONO,
        value: text,
        placeholder: value === null ? 'default' : undefined,
      };
      return suggestions.length > 0 ? (
        <Autocomplete
          {...field}
          data={[...new Set(suggestions)]}
          onChange={(next) => onChange(valueOfText(knob, next))}
        />
      ) : (
        <TextInput {...field} onChange={(event) => onChange(valueOfText(knob, event.currentTarget.value))} />
      );
    }
  }
}

const wordsIn = (text: string) => text.split(/\s+/).filter(Boolean);

/** CPU lists and masks stay text: “1” is CPU 1, “01” a mask. */
const valueOfText = (knob: Knob | undefined, text: string) =>
  knob?.type === 'cpu_list' ? text : typedValue(text);

const SUGGESTIONS: Partial<Record<Knob['type'], string[]>> = {
  auto_int: ['auto', '1', '2', '4'],
  affinity: ['auto'],
  open_file_cache: ['off', 'max=1000 inactive=20s'],
  expires: ['off', 'epoch', 'max', '1h', '7d'],
  so_keepalive: ['on', 'off', '30m::10'],
  session_cache: ['off', 'none', 'shared:SSL:1m', 'shared:SSL:10m'],
  curves: ['auto', 'X25519', 'prime256v1', 'secp384r1'],
};
