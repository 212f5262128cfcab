import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';

import type { Host } from '@/api/types';
import { draw } from '@/test/render';

import { HostLabels } from './host-labels';

/** A host whose labels somebody else changes. */
function Changing() {
  const [labels, setLabels] = useState(['ssd']);
  return (
    <>
      <HostLabels host={{ id: 'h1', name: 'load-1', labels } as Host} />
      <button onClick={() => setLabels(['ssd', 'theirs'])}>elsewhere</button>
    </>
  );
}

it('saves with the labels that were there when the form was opened, whatever came meanwhile', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.method === 'PATCH') asked.push(await request.json());
    return Response.json(request.method === 'PATCH' ? {} : []);
  });
  await draw(<Changing />);
  fireEvent.click(await screen.findByRole('button', { name: 'Change labels' }));
  expect(document.activeElement?.tagName).toBe('INPUT');
  fireEvent.click(screen.getByText('elsewhere'));
  fireEvent.click(screen.getByRole('button', { name: 'Save labels' }));
  await vi.waitFor(() => expect(asked).toEqual([{ labels: ['ssd'], seen: ['ssd'] }]));
});
