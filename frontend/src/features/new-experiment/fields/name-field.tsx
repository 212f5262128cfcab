import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface NameFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** Names that others have. */
  takenNames: readonly string[];
  onRename: (name: string) => void;
}

/**
 * A name that others refer to: taken over on Enter or on leaving, when it is free. Nothing may be mounted anew by
 * that: what is left for is often a button, which would be gone before the pointer is released.
 */
export function NameField({ value, takenNames, onRename, error, ...rest }: NameFieldProps) {
  const [{ of, text }, set] = useState({ of: value, text: value });
  if (of !== value) set({ of: value, text: value });
  const setText = (next: string) => set({ of: value, text: next });
  const name = text.trim();
  const problem =
    name === '' ? 'A name is needed.' : name !== value && takenNames.includes(name) && `“${name}” is taken.`;
  const commit = () => {
    if (!problem && name !== value) onRename(name);
  };
  return (
    <TextInput
      {...rest}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
        if (event.key === 'Escape') setText(value);
      }}
      error={problem || error}
    />
  );
}
