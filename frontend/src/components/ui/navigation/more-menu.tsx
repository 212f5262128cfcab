import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import { LoadedMenu } from './loaded-menu';

/** The menu that `MoreButton` opens, with the same button. */
export function MoreMenu({ children }: { children: ReactNode }) {
  return (
    <LoadedMenu position="bottom-end">
      <Menu.Target>
        <ActionIcon autoFocus size={36} variant="default" aria-label="More">
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </LoadedMenu>
  );
}
