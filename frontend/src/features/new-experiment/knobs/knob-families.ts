import type { Host, HostFacts, Knob } from '@/api/types';
import { kernelSettingsOf } from '@/components/words/facts';

import { buildLacks, defaultOf } from './nginx-build';
import { paramNamed } from './server-params';

export type Family = Knob['family'];
export type Role = Knob['role'];

/** The families in the order of a request's way, with the headings that people read. */
export const FAMILIES: { family: Family; title: string; about: string }[] = [
  { family: 'main', title: 'Workers and events', about: 'processes, connections, how they are accepted' },
  { family: 'listen', title: 'Listening', about: 'the listening socket: backlog, reuseport, fast open' },
  { family: 'http', title: 'HTTP', about: 'keep-alive, timeouts, buffers, gzip, logs, files' },
  { family: 'tls', title: 'TLS', about: 'key, protocols, ciphers, session cache' },
  { family: 'upstream', title: 'Upstream', about: 'how the proxy reaches its backends' },
  { family: 'raw', title: 'Raw nginx', about: 'your own nginx config, checked before launch' },
  { family: 'origin', title: 'Backend', about: 'what answers behind the proxy, and how slowly' },
  {
    family: 'server',
    title: 'Servers',
    about: 'which build or other server a host runs, and its parameters',
  },
  { family: 'pin', title: 'CPU pinning', about: 'CPUs for whole processes' },
  { family: 'sysctl', title: 'Kernel', about: 'network stack, sockets, buffers; or any key by name' },
  { family: 'irq', title: 'Interrupts', about: 'CPUs that serve devices, irqbalance' },
  { family: 'cpu', title: 'CPU frequency', about: 'the governor of every CPU' },
  { family: 'limits', title: 'Limits', about: 'open files, nice' },
  { family: 'load', title: 'Load', about: 'the protocol of the load tool' },
];

export const titleOf = (family: Family) => FAMILIES.find((entry) => entry.family === family)?.title ?? family;

/** Families of a whole host: without a prefix they act on the proxy's, with one on another's. */
const HOST_FAMILIES: Family[] = ['sysctl', 'irq', 'cpu', 'limits'];
export const ROLES: Role[] = ['proxy', 'load', 'backend'];

export const actsOnAnyHost = (knob: Knob | undefined) =>
  knob !== undefined && HOST_FAMILIES.includes(knob.family);

const PREFIX = /^(load|backend)\.(?=(?:sysctl|irq|cpu|limits)\.)/;
/** What can be a kernel setting; which of them a host takes is checked with the plan. */
const KEY = /^(?:net|fs|vm|kernel)(?:\.[A-Za-z0-9_-]{1,64}){1,8}$/;

/** `load.sysctl.net.core.somaxconn` → `sysctl.net.core.somaxconn`. */
export const withoutHost = (name: string) => name.replace(PREFIX, '');
/** The same setting on the host of another role. */
export const onHost = (name: string, role: Role) =>
  role === 'proxy' ? withoutHost(name) : `${role}.${withoutHost(name)}`;

/** The knob of this name: one of the registry, a host's under its prefix, or any kernel setting by its key. */
export function knobNamed(knobs: readonly Knob[], name: string): Knob | undefined {
  const namedKnob = knobs.find((candidate) => candidate.name === name);
  if (namedKnob) return namedKnob;
  const prefix = PREFIX.exec(name);
  if (prefix) {
    const knob = knobNamed(knobs, withoutHost(name));
    return knob && { ...knob, name, role: prefix[1] as Role };
  }
  const param = paramNamed(name);
  if (param) return param;
  const key = name.startsWith('sysctl.') ? name.slice('sysctl.'.length) : '';
  return KEY.test(key) ? anySysctl(name, key) : undefined;
}

const anySysctl = (name: string, key: string): Knob => ({
  name,
  role: 'proxy',
  family: 'sysctl',
  type: 'word',
  default: 'as the host has it',
  text: 'A kernel setting by its key.',
  unit: '',
  choices: [],
  scope: key.startsWith('net.') ? 'namespace' : 'host',
  cost: 'restart',
  see: [],
  span: 0,
  setting: 'sysctl',
  default_until: '',
  later_default: '',
  key,
  directive: '',
  since: '',
  until: '',
  module: '',
  answers: false,
  axis: '',
});

/** What the host of a testbed says on a knob now: its value there, or why it cannot be set. */
export interface OnHost {
  name: string;
  current?: string;
  /** What its server does where the knob is not set. */
  usual?: string;
  refusal?: string;
}

export function onHostNow(knob: Knob, host: Host): OnHost {
  return {
    name: host.name,
    current: currentOf(knob, host.facts),
    usual: defaultOf(knob, host.facts.nginx),
    refusal: refusalOf(knob, host),
  };
}

function currentOf(knob: Knob, { more, nofile }: HostFacts): string | undefined {
  if (knob.setting === 'sysctl') return kernelSettingsOf({ more })[knob.key];
  if (knob.setting === 'governor') return factText(more?.governor);
  if (knob.setting === 'irqbalance') return factText(more?.irqbalance);
  if (knob.setting === 'irq_affinity') return shortList(interruptsOf({ more }));
  return withoutHost(knob.name) === 'limits.nofile' ? String(nofile) : undefined;
}

const LISTED = 4;
const shortList = (texts: string[]) =>
  texts.length === 0
    ? undefined
    : [
        ...texts.slice(0, LISTED),
        ...(texts.length > LISTED ? [`and ${texts.length - LISTED} more`] : []),
      ].join(' ');

/** Names that drivers of network cards give to their interrupts: the ones that people look for come first. */
const NETWORK = /^(eth|en[opsx]|virtio\d+-(input|output)|mlx|ena|ixgbe|i40e|ice)/;

/** Interrupts of a host with the CPUs that serve them, as the knob is written: `virtio3-rx=0-1`. */
function interruptsOf({ more }: Pick<HostFacts, 'more'>): string[] {
  const interrupts: unknown = more?.interrupts;
  if (!interrupts || typeof interrupts !== 'object') return [];
  const all = Object.entries(interrupts).map(
    ([name, cpus]) => `${name.replace(/ \(\d+\)$/, '')}=${String(cpus)}`,
  );
  return [
    ...all.filter((text) => NETWORK.test(text)),
    ...all.filter((interrupt) => !NETWORK.test(interrupt)),
  ];
}

const factText = (fact: unknown) =>
  typeof fact === 'boolean' ? (fact ? 'on' : 'off') : typeof fact === 'string' && fact ? fact : undefined;

/** Why this host cannot have it: its nginx does not know it, or its agent may not change it; undefined when it can. */
function refusalOf(knob: Knob, { facts: { abilities, nginx } }: Host): string | undefined {
  const { setting, key } = knob;
  if (!setting) return buildLacks(knob, nginx);
  if (abilities[setting]) return abilities[setting];
  const writable = setting === 'sysctl' ? (abilities.sysctls ?? []) : [];
  if (writable.length === 0 || writable.includes(key)) return undefined;
  return `it has no key ${key} that its agent may write`;
}

/** The servers of a host that can be chosen. */
const serverNames = (host: Host | undefined): string[] =>
  (host?.facts.servers ?? []).filter(({ problem }) => !problem).map(({ name }) => name);

/** Values that a host offers for a knob: its servers, its governors, its interrupts. */
export function offeredBy({ setting, type }: Knob, host: Host | undefined): string[] {
  if (type === 'server') return serverNames(host);
  if (setting === 'governor') return host?.facts.abilities.governors ?? [];
  return setting === 'irq_affinity' && host ? [...new Set(interruptsOf(host.facts))] : [];
}
