import { useMutation } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

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
