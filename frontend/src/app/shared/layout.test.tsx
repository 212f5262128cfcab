import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { runQuery } from '@/api/queries/runs';
import { draw } from '@/test/render';

import { SharedGate } from './layout';

const gone = (detail: string) => Response.json({ title: 'Not found', detail }, { status: 404 });
let isRevoked = false;

afterEach(() => vi.useRealTimers());

function Reader() {
  const { error } = useQuery(runQuery('r1'));
  return <p>{error ? 'There is no run' : 'reading'}</p>;
}

it.each([true, false])(
  'says that a link was revoked while it was read, and only then (%s)',
  async (revoked) => {
    isRevoked = false;
    vi.stubGlobal('fetch', async ({ url }: Request) => {
      if (new URL(url).pathname !== '/api/v1/shared') {
        isRevoked = revoked;
        return gone('There is no run r1');
      }
      return isRevoked
        ? gone('It was revoked, or its time is over.')
        : Response.json({ id: 'l1', kind: 'run' });
    });
    await draw(
      <SharedGate>
        <Reader />
      </SharedGate>,
    );
    const text = revoked ? 'It was revoked, or its time is over.' : 'There is no run';
    await waitFor(() => expect(screen.getByText(text)).toBeTruthy());
    expect(screen.queryAllByText('This link shows nothing')).toHaveLength(revoked ? 1 : 0);
  },
);

it.each([
  ['is looked at again', () => void window.dispatchEvent(new Event('visibilitychange'))],
  ['stays open for half a minute', () => void vi.advanceTimersByTime(30_000)],
])('says that a link was revoked when its page %s, and asks no more', async (_, go) => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  let answer = () => Response.json({ id: 'l1', kind: 'run' });
  const fetchLink = vi.fn(async () => answer());
  vi.stubGlobal('fetch', fetchLink);
  await draw(<SharedGate>What it shows</SharedGate>);
  expect(await screen.findByText('What it shows')).toBeTruthy();

  answer = () => Response.json({ title: 'Not ready' }, { status: 503 });
  act(go);
  await waitFor(() => expect(fetchLink).toHaveBeenCalledTimes(2));
  expect(screen.getByText('What it shows')).toBeTruthy();

  answer = () => gone('It was revoked, or its time is over.');
  act(go);
  expect(await screen.findByText('It was revoked, or its time is over.')).toBeTruthy();
  expect(screen.queryByText('What it shows')).toBeNull();
  const asked = fetchLink.mock.calls.length;
  act(go);
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  expect(fetchLink).toHaveBeenCalledTimes(asked);
});
