import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';

import { drawPage } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import MoreItems from './more-items';

it.each(['Delete', 'Definition as YAML'])(
  'gives the focus back to the menu’s button after %s',
  async (name) => {
    await drawPage(<MoreItems experiment={experiment()} />, '/experiments/$id', '/experiments/x7k2m9');
    const button = await screen.findByRole('button', { name: 'More' });
    const item = await screen.findByRole('menuitem', { name });
    item.focus();
    fireEvent.click(item);
    const [control] = within(await screen.findByRole('dialog')).getAllByRole('button');
    control?.focus();
    fireEvent.keyDown(control!, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(button));
  },
);
