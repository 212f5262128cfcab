import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';

export function ChartMenuButton({ label, ...rest }: { label: string; onClick?: () => void }) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      aria-label={label}
      aria-haspopup="menu"
      title="Take this chart away"
      {...rest}
    >
      <IconDots size={16} />
    </ActionIcon>
  );
}
