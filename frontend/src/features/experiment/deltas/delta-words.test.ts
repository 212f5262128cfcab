import { expect, it } from 'vitest';

import { METRICS } from '@/api/catalog';
import { baseline, experiment, pinnedRun } from '@/test/samples/experiment';

import { emptyReason } from './delta-words';

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
