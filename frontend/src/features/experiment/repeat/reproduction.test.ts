import { expect, it } from 'vitest';

import { baseline, delta, run } from '@/test/samples/experiment';

import { agreement, hostWords, pairsOf } from './reproduction';

const half = (prefix: string, verdicts: Record<string, 'better' | 'same'>) => ({
  runs: [
    { ...baseline, id: `${prefix}-base` },
    ...Object.keys(verdicts).map((name) => ({ ...run(`${prefix}-${name}`), name })),
  ],
  deltas: Object.entries(verdicts).map(([name, verdict]) => delta(`${prefix}-${name}`, { verdict })),
});

it('pairs runs by name and says how many verdicts agree', () => {
  const pairs = pairsOf(
    half('a', { x: 'better', y: 'same', gone: 'same' }),
    half('b', { y: 'better', x: 'better' }),
  );
  expect(pairs.map(({ name, then, now, agree }) => [name, then?.run_id, now?.run_id, agree])).toEqual([
    ['y', 'a-y', 'b-y', false],
    ['x', 'a-x', 'b-x', true],
  ]);
  expect(agreement(pairs)).toBe('1 of 2 verdicts is the same.');
  expect(agreement(pairs.slice(1))).toBe('The verdict is the same.');
  expect(agreement([])).toBe('There is nothing to compare yet.');
});

it('knows no agreement where one was not measured', () => {
  const [pair] = pairsOf(half('a', { x: 'better' }), { ...half('b', { x: 'better' }), deltas: [] });
  expect(pair?.agree).toBeUndefined();
});

it('names hosts that are others, away or not as they were', () => {
  const host = {
    role: 'proxy' as const,
    then: 'p1',
    now: 'p1',
    online: true,
    condition: 'clean' as const,
    last_seen: null,
  };
  expect(hostWords({ hosts: [host] })).toEqual([]);
  expect(hostWords({ hosts: [{ ...host, now: 'p2', online: false }] })).toEqual([
    'The proxy was p1 and is p2 here.',
    'p2 (proxy) is offline: this is its state when last seen.',
  ]);
  expect(hostWords({ hosts: [{ ...host, now: null }] })).toEqual([
    'The proxy was p1; this testbed has none.',
  ]);
});
