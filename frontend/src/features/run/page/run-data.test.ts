import { describe, expect, it } from 'vitest';

import type { Run, TrialDetail } from '@/api/types';
import { percentilePoints } from '@/components/charts/distribution/percentile-data';
import { commandLine } from '@/components/words/command-line';

import { factTable, matching } from '../evidence/fact-columns';
import { foundRows, roundList, type Rule } from '../findings/findings';
import { machinesOf, othersOf, readingsOf, windowsOf } from '../activity/machines';
import { coreRows, chartsOf, serverRates } from '../activity/series-tabs';
import { failuresOf, shownTrial, trialPoints } from '../trials/trials';

import { experimentIn } from './run-missing';
import { pathOf, sharedMachine } from './words';

const host = (role: string, machine: string) => ({
  role,
  host: role,
  host_id: `h-${role}`,
  address: '127.0.0.1',
  machine,
  cpus: 2,
});
const oneMachine = ['load', 'proxy', 'backend'].map((role) => host(role, 'm')) as Run['hosts'];
const apart = ['load', 'proxy', 'backend'].map((role) => host(role, `m-${role}`)) as Run['hosts'];

const trial = (part: object) =>
  ({
    id: 't1',
    round: 1,
    state: 'done',
    figures: {},
    errors: {},
    findings: [],
    failure: null,
    started_at: '2026-11-21T01:00:00Z',
    ...part,
  }) as unknown as TrialDetail;

describe('trials', () => {
  const bad = trial({
    id: 't2',
    round: 2,
    state: 'invalid',
    figures: { requests_per_s: 16000, requests: 1000, failed_requests: 31 },
    errors: { status: 30, timeout: 1, read: 0 },
    findings: [
      {
        code: 'failed_requests',
        level: 'invalid',
        message: '31 of 1,000 requests failed',
        value: 31,
        threshold: 0,
      },
    ],
  });
  const good = trial({ figures: { requests_per_s: 17000, requests: 1100, failed_requests: 0 } });

  it('draws an invalid trial hollow, with its reason', () => {
    expect(trialPoints([good, bad, trial({ id: 't3', state: 'queued' })], 'requests_per_s')).toEqual([
      { id: 't1', round: 1, value: 17000, invalid: undefined },
      { id: 't2', round: 2, value: 16000, invalid: '31 of 1,000 requests failed' },
    ]);
  });

  it('counts failures over all measured trials and says of which kind they are', () => {
    expect(failuresOf([good, bad])).toEqual({
      requests: 2100,
      failedCount: 31,
      kinds: ['30 status 4xx or 5xx', '1 timeouts'],
    });
  });

  it('shows the trial of the address, else the first valid one', () => {
    expect(shownTrial([bad, good], 't2')?.id).toBe('t2');
    expect(shownTrial([bad, good], 'gone')?.id).toBe('t1');
  });

  const RULES = [
    { code: 'failed_requests', level: 'invalid', title: 'Failed requests', limit: '0' },
    { code: 'other_cpu', level: 'suspect', title: 'CPU used by others', limit: 'below 5%' },
  ] as Rule[];

  it('groups findings by check with the worst case and its rounds', () => {
    const busy = (round: number, value: number) =>
      trial({
        round,
        findings: [
          { code: 'other_cpu', level: 'suspect', message: `others used ${value}`, value, threshold: 0.05 },
        ],
      });
    expect(foundRows([busy(1, 0.1), busy(2, 0.6), busy(3, 0.2), bad], RULES)).toMatchObject([
      { code: 'failed_requests', level: 'invalid', threshold: '0' },
      { code: 'other_cpu', message: 'others used 0.6', threshold: 'below 5%', rounds: [1, 2, 3] },
    ]);
    expect(roundList([1, 2, 3, 7])).toBe('1–3, 7');
  });
});

it('reads percentiles from the names of metrics; the longest request is none', () => {
  expect(percentilePoints({ latency_p50: 0.001, latency_p99_9: 0.02, latency_max: 1 })).toEqual([
    { percentile: 0.5, value: 0.001 },
    { percentile: 0.999, value: 0.02 },
  ]);
});

describe('hosts', () => {
  it('tells networks of one machine apart, and joins what shares one', () => {
    const inOwn = oneMachine.map((one, n) => ({ ...one, network: `n${n}` }));
    const sample = (role: string, sent: number) => ({
      host_id: `h-${role}`,
      host: role,
      role,
      times: [1],
      series: { 'cpu.0': [0.5], 'tcp.established': [sent] },
    });
    const hosts = [sample('load', 8), sample('proxy', 9)];
    const apart = readingsOf({ hosts }, inOwn);
    expect(apart.machines.map(({ name }) => name)).toEqual(['load = proxy = backend']);
    expect(apart.networks.map(({ series }) => series['tcp.established'])).toEqual([[8], [9]]);
    expect(readingsOf({ hosts }, oneMachine).networks).toHaveLength(1);
  });

  const series = (at: number, more: object) => ({
    host_id: `h-${['load', 'proxy'][at]}`,
    host: '',
    role: '',
    times: [1 + at * 0.01, 2 + at * 0.01, 2.2 + at * 0.01],
    series: { 'cpu.0': [0.5, 0.9, 0], 'cpu.10': [0, 0, 0], 'cpu.2': [0, 0, 0], ...more },
  });
  const samples = {
    hosts: [
      series(0, { 'load.cpu': [0.3, 0.4, 0] }),
      series(1, { 'nginx.k1.requests_per_s': [100, 110, 0] }),
    ],
  };
  const setups = [{ key: 'k1', role: 'proxy' }] as Run['setups'];

  it('shows one machine once, on one clock, without the reading that the end cut short', () => {
    const readings = readingsOf(samples, oneMachine);
    expect(readings.times).toHaveLength(2);
    expect(readings.machines.map(({ name }) => name)).toEqual(['load = proxy = backend']);
    expect(coreRows(readings)).toEqual([
      { name: 'cpu0', values: [0.5, 0.9] },
      { name: 'cpu2', values: [0, 0] },
      { name: 'cpu10', values: [0, 0] },
    ]);
    expect(serverRates(readings, setups)).toEqual([{ name: 'proxy', values: [100, 110] }]);
    expect(chartsOf('cpu', readings, setups)[0]?.lines).toEqual([{ name: 'load tool', values: [0.3, 0.4] }]);
    expect(chartsOf('network', readings, setups)).toEqual([]);
  });

  it('keeps machines apart where they are apart', () => {
    const readings = readingsOf(samples, apart);
    expect(readings.machines.map(({ name }) => name)).toEqual(['load', 'proxy']);
    expect(coreRows(readings)[3]?.name).toBe('proxy cpu0');
    expect(machinesOf(apart)).toHaveLength(3);
  });

  it('says in words which way a request takes', () => {
    expect(pathOf({ topology: 'proxied', hosts: apart }).map(({ role }) => role)).toEqual([
      'load',
      'proxy',
      'backend',
    ]);
    expect(sharedMachine({ topology: 'proxy_only', hosts: oneMachine })).toBe('all on one machine');
    expect(sharedMachine({ topology: 'proxied', hosts: apart })).toBeUndefined();
  });

  it('lists the facts of one machine once and finds them by name or value', () => {
    const facts = { load: { machine: 'm', cpus: 2, more: { sysctl: { 'net.core.somaxconn': '4096' } } } };
    const { columns, rows } = factTable({ hosts: oneMachine, facts });
    expect(columns.map(({ name }) => name)).toEqual(['load = proxy = backend']);
    expect(rows.map(({ name }) => name)).toEqual(['cpus', 'sysctl.net.core.somaxconn']);
    expect(matching(rows, 'SOMAX 4096')).toHaveLength(1);
    expect(matching(rows, 'nothing')).toHaveLength(0);
  });
});

it('quotes an argument list so that a shell takes it back', () => {
  expect(commandLine(['nginx', '-g', "daemon off; user 'x'"])).toBe(
    `nginx -g 'daemon off; user '\\''x'\\'''`,
  );
});

it('finds the experiment in the answer about a deleted run', () => {
  expect(
    experimentIn('The run “a” of the experiment “b (c)” (1rrzqqj00q2p1c) was deleted on 2026-11-21'),
  ).toBe('1rrzqqj00q2p1c');
});

it('counts nothing of the experiment among other processes, whichever agent ran it', () => {
  const window = { cores: [0.9, 0.8], seconds: 2 };
  expect(othersOf(window, { load: 1.5, 'proxy-1': 1.7 })).toBeCloseTo(0.2);
  expect(othersOf(window, { load: 2, 'proxy-1': 2 })).toBe(0);
});

it('adds the load tools of several load hosts on one machine', () => {
  const window = { cores: [0.9], seconds: 2 };
  const windows = {
    'h-load': { ...window, own_cpu_s: { load: 0.5 } },
    'h-load2': { ...window, own_cpu_s: { load: 0.7 } },
  };
  const [machine] = windowsOf(trial({ windows }), [host('load', 'm'), host('load2', 'm')] as Run['hosts']);
  expect(machine?.own).toEqual({ load: 1.2 });
});
