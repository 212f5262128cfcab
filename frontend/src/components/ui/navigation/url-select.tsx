import { NativeSelect } from '@mantine/core';

import type { UrlSegmentsProps } from './url-segments';
import { useUrlParam } from './use-url-param';

/** A list to choose from, one line high, whose choice is in the address. */
export function UrlSelect({ name, label, options, fallback }: UrlSegmentsProps) {
  const [value, setValue] = useUrlParam(name);
  const isOption = options.some((option) => option.value === value);
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      data={options}
      value={isOption ? value : fallback}
      onChange={({ currentTarget }) =>
        setValue(currentTarget.value === fallback ? undefined : currentTarget.value)
      }
    />
  );
}
