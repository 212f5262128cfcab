import { NativeSelect } from '@mantine/core';

import { useUrlParam } from '@/components/ui/use-url-param';

interface FactorSelectProps {
  /** The search parameter that keeps the choice. */
  name: string;
  label: string;
  factors: Record<string, string[]>;
  value: string;
  /** The factor that is taken by the other axis. */
  not: string;
}

/** Picks a factor for an axis; the choice is in the address. */
export function FactorSelect({ name, label, factors, value, not }: FactorSelectProps) {
  const [, set] = useUrlParam(name);
  const options = Object.keys(factors).filter((factor) => factor !== not);
  return (
    <NativeSelect
      size="xs"
      label={label}
      data={options}
      value={value}
      disabled={options.length < 2}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
