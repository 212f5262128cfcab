import { expect, it } from 'vitest';

import { blankDefinition, type Definition } from '../draft/definition';

import { changedSettings, isFolded } from './folded-settings';

const blank = blankDefinition();
const changed = (changes: Partial<Definition>, workload: object = {}) =>
  changedSettings({ ...blank, workloads: [{ ...blank.workloads[0], ...workload }], ...changes });

it('counts nothing of an empty definition, nor what stands above the fold', () => {
  expect(changed({})).toEqual([]);
  expect(changed({}, { tool: 'ab', connections: 5, duration_s: 9, path: '/x', keepalive: false })).toEqual(
    [],
  );
});

it('names each folded setting that is not as usual, with its value', () => {
  expect(
    changed(
      {
        trials: 12,
        min_effect: 0.02,
        servers: { fresh: 'once' },
        warmup: { prepared: 5 },
        order: 'sequential',
      },
      { threads: 2, host: 'a.example', timeout_s: 7, headers: { A: '1', B: '2' } },
    ),
  ).toEqual([
    '2 threads',
    'host header a.example',
    'timeout 7 s',
    '2 headers',
    '12 rounds',
    '2% matters',
    'servers started once',
    'warm-up 5 s',
    'sequential order',
  ]);
  expect(changed({ trials: { min: 5, max: 20, until: 'decided' }, topology: 'proxy_only' })).toEqual([
    '5 to 20 rounds',
    'topology proxy only',
  ]);
});

it('says which workload it is of, where there are several', () => {
  const workloads = [{ name: 'a' }, { name: 'b', threads: 4 }];
  expect(changed({ workloads })).toEqual(['4 threads (b)']);
});

it('knows which problems are mended below the fold', () => {
  const places = [
    'workloads[0].threads',
    'workloads[1].headers.X',
    'trials.max',
    'warmup.trial',
    'min_effect',
  ];
  expect(places.filter((place) => !isFolded(place))).toEqual([]);
  const above = [
    'workloads',
    'workloads[0]',
    'workloads[0].duration',
    'workloads[0].path',
    'variants[0].set',
    'name',
  ];
  expect(above.filter(isFolded)).toEqual([]);
});
