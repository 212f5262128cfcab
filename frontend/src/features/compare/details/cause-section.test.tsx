import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Comparison, ProfileDifference } from '@/api/types';
import { draw } from '@/test/render';
import { comparison, side } from '@/test/samples/comparison';

import { CompareStateProvider } from '../selection/compare-state';

import CauseSection from './cause-section';

const UNPAIRED = 'These runs are of two experiments: neither trials nor diagnostics were made in turns.';
const found: ProfileDifference = {
  a_run_id: 'a',
  b_run_id: 'b',
  a_name: 'a',
  b_name: 'b',
  unpaired: UNPAIRED,
  causes: [
    {
      role: 'proxy',
      host: 'h',
      sentence: 'The proxy makes one system call a request fewer (openat).',
      change: -1,
      low: -2,
      high: -0.5,
      clear: true,
      explained: null,
    },
  ],
  roles: [],
  shown: null,
  missing: [],
};
const asked: string[] = [];

function show(a: object, b: object) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return Response.json(found);
  });
  const compared = comparison();
  const [pair] = compared.pairs;
  const pairs = [{ ...pair, a: side('a', 100, a), b: side('b', 90, b) }] as unknown as Comparison['pairs'];
  return draw(
    <CompareStateProvider>
      <CauseSection comparison={{ ...compared, pairs }} />
    </CompareStateProvider>,
  );
}

it('compares the profiles of runs of two experiments, and says that they share no rounds', async () => {
  await show({ profiled: true, experiment_id: 'e1' }, { profiled: true, experiment_id: 'e2' });
  expect(await screen.findByText('The proxy makes one system call a request fewer (openat).')).toBeTruthy();
  expect(screen.getByText(new RegExp(UNPAIRED))).toBeTruthy();
  expect(asked).toEqual(['/api/v1/experiments/e2/profile-difference?a=a&b=b']);
});

it('is not there where one side has no profiles', async () => {
  await show({ profiled: true }, { profiled: false });
  expect(screen.queryByText('Where the difference comes from')).toBeNull();
  expect(asked).toEqual([]);
});
