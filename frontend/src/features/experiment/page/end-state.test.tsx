import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment, run } from '@/test/samples/experiment';

import { EndState } from './end-state';

it('tells trials that were all invalid from none at all', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const draw = (invalid: number) => {
    const runs = [run('a', { trials_done: 0, trials_invalid: invalid })];
    const failed = { ...experiment({ run_list: runs }), state: 'failed' as const };
    return drawPage(<EndState experiment={failed} />, '/experiments/$id', '/experiments/x7k2m9');
  };
  const { unmount } = await draw(5);
  await screen.findByText(/^No trial is valid\. Hosts are restored/);
  unmount();
  await draw(0);
  await screen.findByText(/^No trial had been measured\. Hosts are restored/);
});

it('leaves out a reason that is the headline, but not its log', async () => {
  vi.stubGlobal('fetch', async () => Response.json([]));
  const failure = { code: 'no_trial', message: 'no trial counts', host: null, log: '' };
  const headline = {
    ...experiment().headline,
    sentence: 'Failed: no trial counts.',
  } as Experiment['headline'];
  const draw = (log: string) => {
    const failed = { ...experiment({ headline }), state: 'failed' as const, failure: { ...failure, log } };
    return drawPage(<EndState experiment={failed} />, '/experiments/$id', '/experiments/x7k2m9');
  };
  const { unmount } = await draw('');
  await screen.findByText('This experiment failed');
  expect(screen.queryByText(/no trial counts/i)).toBeNull();
  unmount();
  await draw('the end of the log');
  await screen.findByText(/no trial counts/i);
});
