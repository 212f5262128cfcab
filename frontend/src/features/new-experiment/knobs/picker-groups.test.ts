import { expect, it } from 'vitest';

import type { Host, Knob } from '@/api/types';

import { onHostNow } from './knob-families';
import { groupsOf } from './picker-groups';

const knob = (name: string, more: Partial<Knob> = {}) =>
  ({
    name,
    role: 'proxy',
    family: 'main',
    text: `What ${name} does.`,
    default: 'off',
    choices: [],
    since: '',
    until: '',
    module: '',
    ...more,
  }) as unknown as Knob;

const knobs = [
  knob('nginx.reuse_port', { flavour: 'tengine', since: '2.1.0', until: '2.3.0' }),
  knob('upstream.keepalive'),
  knob('nginx.keepalive_requests', { text: 'Closes a connection.' }),
  knob('nginx.sub_filter', { module: 'http_sub', text: 'Rewrites keepalive answers.' }),
  knob('listen.reuseport', { family: 'listen', since: '1.9.1' }),
];

const hostWith = (nginx: object) => ({ name: 'proxy-1', facts: { abilities: {}, nginx } }) as unknown as Host;
const STOCK = {
  path: '/usr/sbin/nginx',
  version: 'nginx/1.18.0',
  flavour: 'nginx',
  base: '1.18.0',
  number: '1.18.0',
};

function find(query: string, nginx: object = STOCK) {
  const host = hostWith(nginx);
  const filter = { knobs, ownKnobs: {}, query, hostOf: () => host, nowOf: (k: Knob) => onHostNow(k, host) };
  return groupsOf(filter).map(({ title, choices }) => [title, ...choices.map(({ knob: { name } }) => name)]);
}

it('puts the knob that the testbed’s nginx has first, and others last with the reason', () => {
  expect(find('reuseport')).toEqual([
    ['Listening', 'listen.reuseport'],
    ['Not available on this testbed', 'nginx.reuse_port'],
  ]);
  expect(onHostNow(knobs[0]!, hostWith(STOCK)).refusal).toBe(
    'needs tengine from 2.1.0 and before 2.3.0; it has nginx/1.18.0',
  );
  const old = { ...STOCK, version: 'nginx/1.8.1', base: '1.8.1', number: '1.8.1' };
  expect(find('reuseport', old)).toEqual([
    ['Not available on this testbed', 'listen.reuseport', 'nginx.reuse_port'],
  ]);
});

it('offers the flavour’s own knob on that flavour, and refuses no knob where the build is unknown', () => {
  const tengine = { ...STOCK, version: 'Tengine/2.2.3', flavour: 'tengine', number: '2.2.3', base: '1.8.1' };
  expect(find('reuse_port', tengine)[0]).toEqual(['Workers and events', 'nginx.reuse_port']);
  expect(find('sub_filter', { ...STOCK, modules: ['http_ssl'] })).toEqual([
    ['Not available on this testbed', 'nginx.sub_filter'],
  ]);
  expect(find('sub_filter')).toEqual([['Workers and events', 'nginx.sub_filter']]);
});

it('ranks a setting of the very name before names that contain it, and those before texts', () => {
  expect(find('keepalive')).toEqual([
    ['Workers and events', 'upstream.keepalive', 'nginx.keepalive_requests', 'nginx.sub_filter'],
  ]);
});

it('proposes what a misspelt name may mean, and nothing for any other text', () => {
  expect(find('keepalve')).toEqual([['Did you mean', 'upstream.keepalive']]);
  expect(find('reusprot')[0]).toEqual(['Did you mean', 'listen.reuseport']);
  expect(find('🦄'.repeat(100))).toEqual([]);
  expect(find('x'.repeat(100_000))).toEqual([]);
});
