import { Button } from '@mantine/core';

interface ToggleProps {
  on: boolean;
  label: string;
  onChange: (on: boolean) => void;
}

/** A condition of a list that is on or off. */
export function Toggle({ on, label, onChange }: ToggleProps) {
  return (
    <Button
      size="xs"
      radius="xl"
      variant={on ? 'filled' : 'default'}
      aria-pressed={on}
      onClick={() => onChange(!on)}
    >
      {label}
    </Button>
  );
}
