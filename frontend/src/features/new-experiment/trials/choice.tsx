import { SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { Muted } from '@/components/ui/labels/texts';

import { FieldProblem } from '../fields/field-problem';

interface ChoiceProps<T extends string> {
  label: string;
  value: T;
  options: Record<T, string>;
  hint: ReactNode;
  error?: string;
  onChange: (value: T) => void;
}

/** One of a few, with a sentence about the one that is chosen. */
export function Choice<T extends string>({ label, value, options, hint, error, onChange }: ChoiceProps<T>) {
  return (
    <div>
      <Text fz="sm" fw={500} mb={4}>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        value={value}
        onChange={(next) => onChange(next as T)}
        data={Object.entries<string>(options).map(([key, name]) => ({ value: key, label: name }))}
      />
      <Muted mt={6}>{hint}</Muted>
      <FieldProblem text={error} />
    </div>
  );
}
