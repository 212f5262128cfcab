import { Drawer } from '@mantine/core';

import { PageLinks } from './page-links';
import classes from './header.module.css';

interface PhoneMenuProps {
  isOpen: boolean;
  onClose: () => void;
}

/** The pages on a screen that has no room for them in the header. */
export default function PhoneMenu({ isOpen, onClose }: PhoneMenuProps) {
  return (
    <Drawer opened={isOpen} onClose={onClose} title="Dynoboard" size="xs" hiddenFrom="md">
      <nav aria-label="Pages" onClick={onClose}>
        <PageLinks className={classes.drawerLink} />
      </nav>
    </Drawer>
  );
}
