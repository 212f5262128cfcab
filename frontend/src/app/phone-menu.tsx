import { Drawer } from '@mantine/core';

import { PageLinks } from './page-links';
import classes from './header.module.css';

interface PhoneMenuProps {
  opened: boolean;
  onClose: () => void;
}

/** The pages on a screen that has no room for them in the header. */
export default function PhoneMenu({ opened, onClose }: PhoneMenuProps) {
  return (
    <Drawer opened={opened} onClose={onClose} title="Dynoboard" size="xs" hiddenFrom="lg">
      <nav aria-label="Pages" onClick={onClose}>
        <PageLinks className={classes.drawerLink} />
      </nav>
    </Drawer>
  );
}
