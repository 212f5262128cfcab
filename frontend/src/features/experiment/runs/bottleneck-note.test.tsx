import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { RunSummary } from '@/api/types';
import { draw } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { BottleneckNotes } from './bottleneck-note';

const [sample] = experiment().run_list;
const bottleneck = {
  code: 'workers',
  title: 'the only worker',
  sentence: 'It used 99%.',
  advice: 'add workers',
};
const runs = (...notes: { title?: string; is_near?: boolean }[]): RunSummary[] =>
  notes.map((note, n) => ({
    ...sample!,
    id: `r${n}`,
    variant: `v${n}`,
    trials_done: 8,
    bottlenecks: note.title ? [{ ...bottleneck, is_near: false, ...note }] : [],
  })) as RunSummary[];

it('says each bottleneck once, with how many runs it held back, and no limit that was only near', async () => {
  const worker = { title: 'the only worker' };
  await draw(<BottleneckNotes runs={runs(worker, worker, { title: 'the load tool', is_near: true }, {})} />);
  expect(screen.getByText('bottleneck: the only worker (2 of 4 runs)')).toBeTruthy();
  expect(screen.queryByText(/the load tool/)).toBeNull();
});

it('says what all runs have in common without a count', async () => {
  const near = { title: 'the load tool', is_near: true };
  await draw(<BottleneckNotes runs={runs(near, near)} />);
  expect(screen.getByText('near a limit: the load tool')).toBeTruthy();
});
