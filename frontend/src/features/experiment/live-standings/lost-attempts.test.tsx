import { cleanup, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Trial } from '@/api/types';
import { draw } from '@/test/render';
import { run, trial } from '@/test/samples/experiment';

import { LostAttempts } from './lost-attempts';

const message = '12 of 12 requests failed: error statuses (/ answers 503)';
const findings = [{ code: 'failed_requests', level: 'invalid' as const, message }];
const invalid = (id: string) => trial(id, { state: 'invalid', findings });
const failure = { code: 'tool_failed', message: 'wrk ended with signal 11', host: 'load', log: '' };

it.each<[string, Trial[]]>([
  [`No attempt counts so far, of 2: ${message}`, [invalid('t1'), invalid('t2')]],
  [`1 attempt of 2 does not count: ${message}`, [invalid('t1'), trial('t2')]],
  [
    '2 attempts of 3 do not count: wrk ended with signal 11',
    [invalid('t1'), trial('t2'), trial('t3', { state: 'failed', failure })],
  ],
])('says “%s”', async (words, trials) => {
  await draw(<LostAttempts runs={[]} trials={[...trials, trial('t9', { state: 'measuring' })]} />);
  expect((await screen.findByRole('status')).textContent).toBe(words);
  cleanup();
});

it('says nothing while all count that began', async () => {
  const runs = [run('r1', { failure })];
  const lost = trial('t3', { state: 'failed', run_id: 'r1', failure });
  await draw(<LostAttempts runs={runs} trials={[trial('t1'), trial('t2', { state: 'queued' }), lost]} />);
  expect(screen.queryByRole('status')).toBeNull();
});
