import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Run, TrialDetail } from '@/api/types';
import { draw } from '@/test/render';

import { GeneratorTable } from './generator-table';

const generator = (started_at: number, cpus: string | null) => ({
  started_at,
  ended_at: started_at + 10,
  cpu_s: 5,
  threads: 1,
  connections: 16,
  cpus,
  figures: { requests_per_s: 1200, latency_p99: 0.002 },
});
const run = { hosts: [] } as unknown as Run;
const trial = (...generators: object[]) => ({ windows: { h: { generators } } }) as unknown as TrialDetail;

it('shows when each generator began, and what it did', async () => {
  await draw(<GeneratorTable run={run} trial={trial(generator(100, '0'), generator(100.012, null))} />);
  const [, first, second] = await screen.findAllByRole('row');
  expect(first?.textContent).toBe('100 ms10.0 s161.20k req/s2.00 ms50%');
  expect(second?.textContent).toContain('any12.0 ms');
});

it('is not there for a single load tool', async () => {
  await draw(<GeneratorTable run={run} trial={trial()} />);
  expect(screen.queryByRole('table')).toBeNull();
});
