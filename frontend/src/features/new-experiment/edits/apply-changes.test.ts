import { expect, it } from 'vitest';

import { blankDefinition } from '../draft/definition';

import { applyChanges } from './apply-changes';

it('puts each value of a proposal at its path, and touches nothing else', () => {
  const before = blankDefinition();
  const after = applyChanges(before, [
    { path: ['variants', 1, 'set', 'nginx.worker_processes'], value: 1 },
    { path: ['variants', 0, 'set', 'pin.proxy'], value: null },
    { path: ['workloads', 0, 'duration_s'], value: null },
    { path: ['workloads', 0, 'requests'], value: 100 },
    { path: ['servers'], value: { fresh: 'round' } },
    { path: ['factors', 'pool', '32', 'upstream.http11'], value: true },
  ]);
  expect(after.variants.map(({ set }) => set)).toEqual([
    { 'pin.proxy': null },
    { 'nginx.worker_processes': 1 },
  ]);
  expect(after.workloads[0]).toEqual({
    name: 'keepalive',
    tool: 'wrk',
    threads: 1,
    connections: 32,
    keepalive: true,
    path: '/',
    requests: 100,
  });
  expect(after.factors).toEqual({ pool: { 32: { 'upstream.http11': true } } });
  expect({ ...after, variants: [], workloads: [], factors: {} }).toEqual({
    ...before,
    variants: [],
    workloads: [],
    factors: {},
  });
  expect(before).toEqual(blankDefinition());
});
