import { expect, it } from 'vitest';

import type { HostFacts } from '@/api/types';

import { abilityRows, factRows, kernelRows, sandboxRows, serverWords } from './host-facts';

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
  abilities: {
    sysctl: '',
    sysctls: ['net.core.somaxconn'],
    irq_affinity: '/proc/irq is read-only here',
    irqbalance: '',
    governor: 'this host has no frequency governor',
    governors: [],
    nice: '',
    nofile: 20000,
  },
  more: {
    irqbalance: false,
    nics: { eth0: { driver: 'virtio_net' } },
    sysctl: { 'net.core.somaxconn': '4096', 'net.core.version': '1' },
    governor: null,
  },
};

it('lists fixed facts in words and the rest as it comes', () => {
  const rows = Object.fromEntries(factRows(facts as never).map(({ key, value }) => [key, value]));
  expect(rows).toMatchObject({
    CPUs: '4 (0-3)',
    Memory: '3.73 GiB',
    Virtualisation: 'none found',
    nginx: 'not found',
    wrk: '4.1.0',
    irqbalance: 'no',
    'nics.eth0.driver': 'virtio_net',
    governor: '–',
  });
  expect(rows).not.toHaveProperty('sysctl');
});

it('says of each kernel setting whether the agent may change it', () => {
  expect(kernelRows(facts as never)).toEqual([
    { key: 'net.core.somaxconn', value: '4096', writable: true },
    { key: 'net.core.version', value: '1', writable: false },
  ]);
});

it('gives the reason where the agent may not change something', () => {
  const rows = Object.fromEntries(
    abilityRows(facts as never).map(({ name, may, text }) => [name, [may, text]]),
  );
  expect(rows['CPUs of interrupts']).toEqual([false, '/proc/irq is read-only here']);
  expect(rows['Kernel settings']?.[0]).toBe(true);
});

it('says which parts of the sandbox hold, and why others do not', () => {
  const rows = sandboxRows({
    sandbox: { user: '', read_only: 'the agent runs as an ordinary user' },
    isolation: { system_calls: '' },
  });
  expect(rows).toContainEqual({ name: 'User', text: 'a separate one', may: true });
  expect(rows).toContainEqual({ name: 'Files', text: 'the agent runs as an ordinary user', may: false });
  expect(rows.find(({ name }) => name === 'System calls')?.may).toBe(true);
});

it('says of an older agent which parts it does not have, and nothing where it has no sandbox', () => {
  const rows = sandboxRows({ sandbox: { user: '' } });
  expect(rows.filter(({ may }) => may).map(({ name }) => name)).toEqual(['User']);
  expect(rows.find(({ name }) => name === 'System calls')?.text).toMatch(/^the agent is too old/);
  expect(sandboxRows({})).toEqual([]);
});

it('counts the servers that are declared beside its own nginx', () => {
  const [own, other] = ['nginx', 'nginx-1.28'].map(
    (name) => ({ name }) as NonNullable<HostFacts['servers']>[number],
  );
  const nginx = { version: 'nginx/1.22.1' } as HostFacts['nginx'];
  expect(serverWords({ nginx, servers: [own!] })).toBe('nginx/1.22.1');
  expect(serverWords({ nginx, servers: [own!, other!] })).toBe('nginx/1.22.1, 1 declared');
  expect(serverWords({ nginx: null, servers: [other!] })).toBe('no nginx found, 1 declared');
});
