import { Menu, type MenuProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/**
 * A menu that takes the place of the button that loaded it, and opens at once. Its own button has `autoFocus`:
 * the focus has to be there before the menu opens, to return there when it closes.
 */
export function LoadedMenu(props: MenuProps) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setOpen(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return <Menu {...props} opened={isOpen} onChange={setOpen} />;
}
