import { Menu } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { Dialog } from './dialog';
import { NameButton } from './name-button';

it('gives the focus back to its button when it is closed', async () => {
  await draw(
    <NameButton label="Rename" title="Rename" name="old" action="Rename" onName={async () => null} />,
  );
  const button = screen.getByRole('button', { name: 'Rename' });
  button.focus();
  fireEvent.click(button);
  const field = await screen.findByRole('textbox');
  field.focus();
  fireEvent.keyDown(field, { key: 'Escape' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

function Opened({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose}>
      <button onClick={onClose}>Close</button>
    </Dialog>
  );
}

function FromMenu() {
  const [isOpen, { open, close }] = useDisclosure(false);
  return (
    <>
      <Menu>
        <Menu.Target>
          <button>More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={open}>Share</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && <Opened onClose={close} />}
    </>
  );
}

it('gives the focus back to the button of the menu that it was opened from', async () => {
  await draw(<FromMenu />);
  fireEvent.click(screen.getByText('More'));
  const item = await screen.findByRole('menuitem', { name: 'Share' });
  item.focus();
  fireEvent.click(item);
  const closing = await screen.findByText('Close');
  closing.focus();
  fireEvent.click(closing);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('More')));
});
