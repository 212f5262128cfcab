import { NumberInput, type NumberInputProps } from '@mantine/core';

import { Small } from '@/components/ui/labels/texts';

import type { Typed } from '../draft/definition';

interface NumberFieldProps extends Omit<NumberInputProps, 'value' | 'onChange'> {
  value: Typed | undefined;
  onChange: (value: Typed) => void;
  unit?: string;
}

/** A number with its unit. What is typed is kept as typed; the server says what is wrong with it. */
export function NumberField({ value, onChange, unit, ...rest }: NumberFieldProps) {
  return (
    <NumberInput
      value={value ?? ''}
      onChange={onChange}
      clampBehavior="none"
      rightSectionWidth={unit ? 24 + unit.length * 7 : undefined}
      rightSectionPointerEvents={unit ? 'none' : undefined}
      rightSection={unit && <Small component="span">{unit}</Small>}
      {...rest}
    />
  );
}
