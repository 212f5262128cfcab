import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { Host } from '@/api/types';
import { drawPage } from '@/test/render';

import { HostsPage } from './hosts-page';
import { drainedWords } from './retire-host';

const unrestored_setting = {
  setting: { kind: 'sysctl', name: 'net.core.somaxconn', value: '65535' },
  before: '4096',
  now: '128',
  reason: 'it was changed to 128 by something else',
  command: 'sysctl -w net.core.somaxconn=4096',
};
const host = {
  id: 'h1',
  name: 'proxy-1',
  roles: ['proxy'],
  address: '10.0.0.2',
  version: '0.1',
  online: true,
  condition: 'needs_restore',
  last_seen: new Date().toISOString(),
  created_at: new Date().toISOString(),
  unrestored_settings: [unrestored_setting],
  dropped_messages: 0,
  held_by: null,
  missing: ['nginx is missing (needed for proxy): apt-get install nginx, then start the agent again'],
  facts: {
    hostname: 'proxy-1',
    cpus: 2,
    online_cpus: '0-1',
    os: 'Debian 12',
    kernel: '6.1',
    cpu_model: 'Xeon',
    memory_bytes: 4e9,
    nofile: 1024,
    nginx: null,
    tools: {},
    abilities: {
      sysctl: '',
      sysctls: ['net.core.somaxconn'],
      irq_affinity: '/proc/irq is read-only here',
      irqbalance: '',
      governor: '',
      governors: ['performance'],
      nice: '',
      nofile: 20000,
    },
    more: { sysctl: { 'net.core.somaxconn': '128', 'net.core.version': '1' } },
  },
};

const testbed = { id: 't1', name: 'lab', roles: [], colocated: [], busy_with: null, waiting: 0 };
const retired = { ...testbed, id: 't2', name: 'old lab', retired_at: new Date().toISOString() };

const noise = {
  noise: { cv: 0.02, calibration: { id: 'c1', name: 'A/A', at: '2026-11-20T12:00:00Z', outdated: [] } },
  sentence: 'From the calibration of 20 November 2026: starts differ by 1%.',
};

let now: object;
let asked: unknown[] = [];
beforeEach(() => {
  asked = [];
  now = host;
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    const url = new URL(request.url);
    if (url.pathname.endsWith('/noise')) return Response.json(noise);
    if (url.pathname.includes('/testbeds')) {
      if (request.method === 'PATCH') asked.push(await request.json());
      return Response.json(url.searchParams.has('retired') ? [retired] : [testbed]);
    }
    if (request.method === 'POST') {
      asked.push(await request.json());
      return Response.json({ ...now, jobs: [] }, { status: 202 });
    }
    if (path.endsWith('/hosts')) return Response.json([now]);
    return Response.json(path.includes('/hosts/') ? { ...now, jobs: [] } : []);
  });
});

it('says what is known of the noise of a testbed, and leads to a calibration', async () => {
  await open();
  expect(await screen.findByText(/From the calibration of 20 November 2026/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Open it' }).getAttribute('href')).toBe('/experiments/c1');
  const address = screen.getByRole('link', { name: 'Calibrate' }).getAttribute('href') ?? '';
  for (const part of ['recipe=calibration', 'form=full', 'testbed=t1', 'step=plan']) {
    expect(address).toContain(part);
  }
});

const open = (address = '/hosts') => drawPage(<HostsPage />, '/hosts', address);

it('says what is left on a host that needs a restore, why, and the commands that undo it', async () => {
  await open();
  const card = await screen.findByRole('region', { name: 'proxy-1 is not as it was' });
  const row = within(card).getByRole('row', { name: /net.core.somaxconn/ });
  expect(row.textContent).toBe('net.core.somaxconn4096128it was changed to 128 by something else');
  expect(within(card).getByText('sysctl -w net.core.somaxconn=4096')).toBeTruthy();
  expect(within(card).getByRole('button', { name: 'Copy' })).toBeTruthy();
});

it('shows a unrestored_setting without a command as that', async () => {
  now = { ...host, unrestored_settings: [{ ...unrestored_setting, command: '' }] };
  await open();
  const card = await screen.findByRole('region', { name: 'proxy-1 is not as it was' });
  expect(within(card).getByText(/No command for net.core.somaxconn/)).toBeTruthy();
  expect(within(card).queryByRole('button', { name: 'Copy' })).toBeNull();
});

it('says which other dashboard holds a host', async () => {
  now = { ...host, claimed_by: 'another dashboard at http://192.0.2.7:8080' };
  await open();
  expect(await screen.findByText(/^Held by another dashboard at http:\/\/192.0.2.7:8080/)).toBeTruthy();
});

it('counts messages that were not signed by this dashboard', async () => {
  now = { ...host, dropped_messages: 3 };
  await open();
  expect(
    await screen.findByText(/3 messages that were not signed by this dashboard were dropped/),
  ).toBeTruthy();
});

it('says what is wrong with an agent: a copy of it, its version, its messages', async () => {
  const at = new Date().toISOString();
  now = {
    ...host,
    unavailable: 'proxy-1 runs agent 0.0.9 (contract 0), this dashboard is 0.1.0 and needs contract 1',
    report_error: { what: 'report', why: 'load.x: Field required', count: 2, at },
    duplicate_agent: { hostname: 'clone', machine: '0123456789abcdef', address: '10.0.0.9', seen_at: at },
  };
  await open();
  const copy = await screen.findByText(/A second agent with the credential of proxy-1 is refused/);
  expect(copy.textContent).toContain('on clone, from 10.0.0.9, machine 01234567.');
  expect(screen.getByText(/runs agent 0.0.9 .* No experiment can run on it/)).toBeTruthy();
  expect(screen.getByText(/2 messages .* report, load.x: Field required/)).toBeTruthy();
});

it('retires a testbed after asking, and brings one back', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Retire' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('Its results stay');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Retire the testbed' }));
  await waitFor(() => expect(asked).toEqual([{ retired: true }]));
  fireEvent.click(await screen.findByRole('button', { name: 'Bring old lab back' }));
  await waitFor(() => expect(asked).toEqual([{ retired: true }, { retired: false }]));
});

it('asks the agent to try again', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(asked).toEqual([{ forget: false }]));
});

it('leaves a host as it is only after saying what that means', async () => {
  await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave as it is' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('later experiments run with the current ones');
  expect(asked).toEqual([]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Leave it and forget' }));
  await waitFor(() => expect(asked).toEqual([{ forget: true }]));
});

it('cannot ask an agent that is offline, and says so', async () => {
  now = { ...host, online: false };
  await open();
  expect(await screen.findByText(/its agent restores everything when it starts again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', true);
});

it('lists what an agent may change, the reason where it may not, and every kernel setting', async () => {
  now = { ...host, condition: 'clean', unrestored_settings: [] };
  await open('/hosts?host=h1');
  const may = await screen.findByRole('table', { name: 'What the agent of proxy-1 may change' });
  expect(may.textContent).toContain('/proc/irq is read-only here');
  expect(may.textContent).toContain('performance');
  fireEvent.change(screen.getByLabelText('Find a kernel setting'), { target: { value: 'version' } });
  const keys = screen.getByRole('table', { name: 'Kernel settings of proxy-1' });
  expect(within(keys).getAllByRole('row')).toHaveLength(2);
  expect(screen.queryByText('proxy-1 is not as it was')).toBeNull();
});

it('says what a host lacks, and how to get it', async () => {
  await open();
  expect(await screen.findByText(/nginx is missing.*apt-get install nginx/)).toBeTruthy();
});

it('tells of an agent far behind with the line that upgrades it, and of a drained host what still runs', async () => {
  now = {
    ...host,
    condition: 'clean',
    unrestored_settings: [],
    labels: ['ssd'],
    outdated:
      'proxy-1 runs agent 0.1.0, 3 releases behind this dashboard (0.4.0); one is tolerated: upgrade it',
    drained_at: new Date().toISOString(),
    held_by: { id: 'e1', name: 'last' },
    waiting: 2,
  };
  await open('/hosts?host=h1');
  expect(await screen.findByText(/3 releases behind/)).toBeTruthy();
  expect(
    await screen.findByText(/agent\/install.sh \|\| echo exit 1\) \| sudo sh -s -- --upgrade/),
  ).toBeTruthy();
  expect(screen.getByText(/“last” still runs here; 2 queued experiments for it/)).toBeTruthy();
  const idle = { ...host, drained_at: host.last_seen } as unknown as Host;
  expect(drainedWords(idle)).toMatch(/nothing runs here: you can remove it\.$/);
  expect(within(screen.getByRole('group', { name: 'Labels of proxy-1' })).getByText('ssd')).toBeTruthy();
  const removal = await screen.findByRole('button', { name: 'Remove' });
  expect(removal).toHaveProperty('disabled', true);
  fireEvent.mouseEnter(removal.parentElement!);
  expect(await screen.findByText('“last” runs on it: cancel that first')).toBeTruthy();
});
