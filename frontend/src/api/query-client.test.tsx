import { QueryClient, useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { keepInCache, type Kept } from './queries/annotations';
import './query-client';

/** All that happens between two clicks of a double click: no timeout runs in between. */
const untilNextClick = async () => {
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
};

it('sends once what is clicked twice', async () => {
  const send = vi.fn(() => new Promise(() => undefined));
  function Launch() {
    const { mutate, isPending } = useMutation({ mutationFn: send });
    return (
      <button disabled={isPending} onClick={() => mutate()}>
        Launch
      </button>
    );
  }
  await draw(<Launch />);
  const button = await screen.findByRole('button', { name: 'Launch' });
  button.click();
  await untilNextClick();
  button.click();
  await act(untilNextClick);
  await waitFor(() => expect(send).toHaveBeenCalled());
  expect(send).toHaveBeenCalledTimes(1);
});

it('keeps a change in the lists that show its experiment, and leaves the others as they are', () => {
  const client = new QueryClient();
  const list = ['experiments', 'list', { q: '' }];
  client.setQueryData(list, [
    { id: 'e1', name: 'first', starred: false },
    { id: 'e2', name: 'second', starred: false },
  ]);
  keepInCache(client, { id: 'e1', name: 'renamed', starred: true } as Kept);
  expect(client.getQueryData(list)).toMatchObject([
    { id: 'e1', name: 'renamed', starred: true },
    { id: 'e2', name: 'second', starred: false },
  ]);
});
