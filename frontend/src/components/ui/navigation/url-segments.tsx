import { SegmentedControl } from '@mantine/core';

import classes from './url-segments.module.css';
import { useUrlParam } from './use-url-param';

export interface UrlSegmentsProps {
  /** The search parameter that keeps the choice. */
  name: string;
  /** What is chosen, for screen readers: “Metric”. */
  label: string;
  options: { value: string; label: string }[];
  /** The choice when the address has none; it is left out of the address. */
  fallback: string;
}

/** A segmented control whose choice is in the address. */
export function UrlSegments({ name, label, options, fallback }: UrlSegmentsProps) {
  const [value, setValue] = useUrlParam(name);
  const isOption = options.some((option) => option.value === value);
  return (
    <SegmentedControl
      aria-label={label}
      classNames={classes}
      data={options}
      value={isOption ? value : fallback}
      onChange={(next) => setValue(next === fallback ? undefined : next)}
    />
  );
}
