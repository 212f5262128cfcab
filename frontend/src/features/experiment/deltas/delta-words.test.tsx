import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { METRICS } from '@/api/catalog';
import { drawPage } from '@/test/render';
import { baseline, delta, experiment, pinnedRun } from '@/test/samples/experiment';

import { Caption, emptyReason } from './delta-words';

it('says of a run that is alone under its workload that there is no other', () => {
  const reasonOf = (runs: (typeof baseline)[]) =>
    emptyReason(
      experiment({ run_list: runs }),
      { workloads: ['default'], workload: 'default', runs, baseline: runs[0] },
      METRICS[0]!,
      true,
      true,
    )?.text;
  expect(reasonOf([baseline])).toMatch(/^No other run has this workload/);
  expect(reasonOf([baseline, pinnedRun])).toMatch(/^No round has valid trials/);
});

it('blames no load tool for figures that no valid trial has', () => {
  const runs = [baseline, pinnedRun].map((run) => ({ ...run, means: {}, trials_done: 0, trials_invalid: 5 }));
  const scope = { workloads: ['default'], workload: 'default', runs, baseline: runs[0] };
  const reason = emptyReason(experiment({ run_list: runs }), scope, METRICS[0]!, true, true);
  expect(reason?.title).toBe('No valid trial');
});

it.each([
  ['pinned', true],
  ['direct under another workload', false],
])('explains the bars of context of %s: %s', async (id, isExplained) => {
  const runs = [baseline, pinnedRun];
  const scope = { workloads: ['default', 'other'], workload: 'default', runs, baseline };
  const deltas = [delta('pinned'), delta(id, { verdict: 'context' })];
  const caption = <Caption metric={METRICS[0]!} scope={scope} deltas={deltas} experiment={experiment()} />;
  await drawPage(caption, '/experiments/$id', '/experiments/x7k2m9');
  await screen.findByText(/Whisker/);
  expect(screen.queryByText(/Pale: context/) !== null).toBe(isExplained);
});
