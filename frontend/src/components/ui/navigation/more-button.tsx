import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';

/** A button of three dots; what it opens is drawn, and loaded, when it is first asked for. */
export function MoreButton({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const button = (
    <ActionIcon
      size={36}
      variant="default"
      aria-label="More"
      aria-haspopup="menu"
      onClick={() => setOpen(true)}
    >
      <IconDots size={18} />
    </ActionIcon>
  );
  return isOpen ? <Suspense fallback={button}>{children}</Suspense> : button;
}
