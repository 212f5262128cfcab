import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

export function ChartMenuButton({ label, ...rest }: { label: string; onClick?: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-haspopup="menu"
      title="Export this chart"
      {...rest}
    >
      <IconDots size={16} />
    </ActionIcon>
  );
}
