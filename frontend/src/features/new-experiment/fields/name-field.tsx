import { TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';

interface NameFieldProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  value: string;
  /** Names that others have. */
  taken: readonly string[];
  onRename: (name: string) => void;
}

/** A name that others refer to: taken over on Enter or on leaving, when it is free. Key it by `value`. */
export function NameField({ value, taken, onRename, error, ...rest }: NameFieldProps) {
  const [text, setText] = useState(value);
  const name = text.trim();
  const problem =
    name === '' ? 'A name is needed.' : name !== value && taken.includes(name) && `“${name}” is taken.`;
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
