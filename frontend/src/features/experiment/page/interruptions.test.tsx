import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { ReactNode } from 'react';

import { drawPage } from '@/test/render';
import { experiment, pinnedRun, rate, trial } from '@/test/samples/experiment';

import { roundsAfterGaps } from '../runs/trial-rows';
import { TrialsMatrix } from '../runs/trials-matrix';

import { Interruptions } from './interruptions';
import { ResumeButton } from './resume-button';

const gap = {
  began_at: '2026-11-24T12:00:00Z',
  ended_at: '2026-11-24T12:14:00Z',
  failure: { code: 'host_offline', message: 'proxy has been offline for 60 s', host: 'proxy', log: '' },
  sentence: '',
};
const trials = [
  { ...trial('t1'), round: 1, started_at: '2026-11-24T11:59:00Z' },
  { ...trial('t2'), round: 2, started_at: '2026-11-24T12:14:09Z' },
  { ...trial('t3'), round: 3, started_at: '2026-11-24T12:15:00Z' },
];

const draw = (page: ReactNode) => drawPage(page, '/experiments/$id', '/experiments/x7k2m9');

it('says how long it was interrupted, and why', async () => {
  await draw(<Interruptions experiment={{ ...experiment(), interruptions: [gap] }} />);
  await screen.findByText(/for 14 min: proxy has been offline for 60 s\./);
  await screen.findByText('Interrupted once');
});

it('says that it goes on by itself while it is paused, and nothing of an end that nobody resumed', async () => {
  const open = { ...experiment(), interruptions: [{ ...gap, ended_at: null }] };
  await draw(<Interruptions experiment={{ ...open, state: 'queued' }} />);
  await screen.findByText(/goes on by itself once all its hosts are free and online/);
  const { container } = await draw(<Interruptions experiment={{ ...open, state: 'cancelled' }} />);
  expect(container.textContent).not.toContain('Paused since');
});

it('marks the first round after the gap', async () => {
  expect([...roundsAfterGaps([gap], trials)]).toEqual([2]);
  expect([...roundsAfterGaps([gap], trials.slice(0, 1))]).toEqual([]);
  await draw(<TrialsMatrix runs={[pinnedRun]} trials={trials} metric={rate} interruptions={[gap]} />);
  const headers = await screen.findAllByRole('columnheader', { name: /^[123]$/ });
  const cells = screen.getAllByRole('cell');
  for (const row of [headers, cells])
    expect(row.map((cell) => cell.hasAttribute('data-gap'))).toEqual([false, true, false]);
});

it('offers to resume only where that is possible, and says what changed', async () => {
  const detail = 'its trials were measured under other conditions. proxy: kernel 6.1 → 6.2';
  vi.stubGlobal('fetch', async () =>
    Response.json({ title: 'Conflict', detail, status: 409, errors: [] }, { status: 409 }),
  );
  await draw(<ResumeButton experiment={{ ...experiment(), state: 'failed', is_resumable: true }} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Resume' }));
  await screen.findByText(detail);
  await screen.findByText('Put back what changed, or launch it again.');
});
