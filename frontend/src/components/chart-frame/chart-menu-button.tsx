import { IconDots } from '@tabler/icons-react';

import { IconButton } from '@/components/ui/navigation/buttons';

export function ChartMenuButton({ label, ...rest }: { label: string; onClick?: () => void }) {
  return (
    <IconButton aria-label={label} aria-haspopup="menu" title="Export this chart" {...rest}>
      <IconDots size={16} />
    </IconButton>
  );
}
