import { expect, it } from 'vitest';

import { toldOnly } from './imported-facts';

it('names each setting that is no knob once, with its values', () => {
  const runs: Parameters<typeof toldOnly>[0] = [
    { variant: 'a', described: { isolcpus: '1-3', mitigations: '' } },
    { variant: 'b', described: { isolcpus: '1-7' } },
    { variant: 'b', described: { isolcpus: '1-7' } },
  ];
  expect(toldOnly(runs)).toEqual([
    { setting: 'isolcpus', values: ['1-3', '1-7'], variants: 2 },
    { setting: 'mitigations', values: [], variants: 1 },
  ]);
});
