import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { Run } from '@/api/types';

const RunMenuItems = lazy(() => import('./run-menu-items'));

/** What is seldom done with a run; loaded when it is first opened. */
export function RunMenu({ run }: { run: Run }) {
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
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <RunMenuItems run={run} />
    </Suspense>
  );
}
