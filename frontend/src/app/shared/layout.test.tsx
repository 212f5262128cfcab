import { useQuery } from '@tanstack/react-query';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { runQuery } from '@/api/queries/runs';
import { draw } from '@/test/render';

import { SharedGate } from './layout';

const gone = (detail: string) => Response.json({ title: 'Not found', detail }, { status: 404 });
let isRevoked = false;

afterEach(() => vi.unstubAllGlobals());

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
