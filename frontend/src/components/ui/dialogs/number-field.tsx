import { TextInput, type TextInputProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

import { Small } from '@/components/ui/labels/texts';
import { count } from '@/components/words/format';

/** A number, or what was typed in its place. */
export type Typed = number | string;

interface NumberFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: Typed | undefined;
  onChange: (value: Typed) => void;
  unit?: string;
  min?: number;
  max?: number;
  /** Thousands stand apart. */
  isGrouped?: boolean;
}

/** A number with its unit. What is typed is kept as typed, so that nobody measures with what they did not type. */
export function NumberField({ value = '', onChange, unit, min, max, isGrouped, ...rest }: NumberFieldProps) {
  const [text, setText] = useState('');
  const number = typeof value === 'number' ? value : undefined;
  const valueText = isGrouped && number !== undefined ? count(number) : String(value);
  const step = (event: KeyboardEvent) => {
    const change = STEPS[event.key];
    if (change === undefined || number === undefined) return;
    event.preventDefault();
    setText('');
    onChange(Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number + change)));
  };
  return (
    <TextInput
      inputMode="decimal"
      value={text !== '' && numberOf(text) === value ? text : valueText}
      onChange={({ currentTarget }) => {
        setText(currentTarget.value);
        onChange(numberOf(currentTarget.value));
      }}
      onBlur={() => setText('')}
      onKeyDown={step}
      rightSectionWidth={unit ? 24 + unit.length * 7 : undefined}
      rightSectionPointerEvents={unit ? 'none' : undefined}
      rightSection={unit && <Small component="span">{unit}</Small>}
      {...rest}
    />
  );
}

const STEPS: Partial<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 };
const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,2})?$/i;
const GROUPED = /^\d{1,3}(\s\d{3})+$/;

/** The number that a text is; else the text. */
export function numberOf(rawText: string): Typed {
  const plainText = rawText.trim();
  const text = GROUPED.test(plainText) ? plainText.replace(/\s/g, '') : plainText;
  return NUMBER.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER ? Number(text) : plainText;
}
