import { expect, it } from 'vitest';

import { factRows } from './facts';

const facts = {
  hostname: 'lab-1',
  machine: 'm1',
  os: 'Debian 12',
  kernel: '6.1.0',
  cpu_model: 'Xeon',
  cpus: 4,
  online_cpus: '0-3',
  memory_bytes: 4_000_000_000,
  virtualization: '',
  nofile: 65536,
  is_root: false,
  nginx: null,
  tools: { wrk: '4.1.0' },
  more: { irqbalance: false, 'net.core.somaxconn': 4096, governor: null },
};

it('lists fixed facts in words and the rest as it comes', () => {
  const rows = Object.fromEntries(factRows(facts as never).map(({ key, value }) => [key, value]));
  expect(rows).toMatchObject({
    CPUs: '4 (0-3)',
    Memory: '4.00 GB',
    Virtualisation: 'none found',
    nginx: 'not found',
    wrk: '4.1.0',
    irqbalance: 'no',
    'net.core.somaxconn': '4096',
    governor: '–',
  });
});
