import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ADMIN, draw } from '@/test/render';

import { TestbedTable } from './testbed-table';

const facts = (machine: string) => ({ machine });
const hosts = [
  { id: 'h1', name: 'lab-1', address: '10.0.0.1', online: true, roles: ['load'], facts: facts('m1') },
  {
    id: 'h2',
    name: 'lab-2',
    address: '10.0.0.2',
    online: true,
    roles: ['proxy', 'backend'],
    facts: facts('m2'),
  },
];
const testbed = {
  id: 't1',
  name: 'lab',
  colocated: [],
  busy_with: null,
  unavailable: '',
  waiting: 0,
  version: 3,
  retired_at: null,
  roles: [
    {
      role: 'load',
      host_id: 'h1',
      host_name: 'lab-1',
      address: '10.0.0.1',
      online: true,
      condition: 'clean',
      cpus: 2,
    },
    {
      role: 'proxy',
      host_id: 'h2',
      host_name: 'lab-2',
      address: '10.0.0.2',
      online: true,
      condition: 'clean',
      cpus: 2,
    },
  ],
};
const failed = {
  state: 'failed',
  at: new Date().toISOString(),
  takes_s: 6,
  hosts: [
    {
      name: 'lab-1',
      ok: true,
      free_ports: 1000,
      clock_offset_ms: -0.4,
      clock_error_ms: 0.2,
      problem: '',
      help: '',
    },
  ],
  pairs: [
    {
      source: 'lab-1',
      target: 'lab-2',
      ok: false,
      problem: '10.0.0.2 does not answer.',
      help: 'Open TCP ports.',
    },
    {
      source: 'lab-2',
      target: 'lab-1',
      ok: true,
      round_trip_ms: 0.123,
      mbit_per_s: 941.2,
      problem: '',
      help: '',
    },
  ],
};

let asked: [string, string, unknown][] = [];
let check: object;
let now: typeof testbed;
let refusesCheck: boolean;
beforeEach(() => {
  refusesCheck = false;
  asked = [];
  now = testbed;
  check = { state: 'none', at: null, takes_s: 6, hosts: [], pairs: [] };
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url);
    const path = url.pathname.replace('/api/v1', '');
    if (request.method !== 'GET') {
      const body = await request.text();
      const sent = body && JSON.parse(body);
      asked.push([request.method, path, sent]);
      if (request.method === 'PATCH' && sent.version !== now.version)
        return Response.json({ code: 'testbed_changed', title: 'Conflict', detail: '' }, { status: 409 });
      if (path.endsWith('/check') && refusesCheck) {
        check = { ...failed, state: 'running' };
        return Response.json({ code: 'conflict', title: 'Conflict', detail: '' }, { status: 409 });
      }
      if (path.endsWith('/check')) check = failed;
      return Response.json(path.endsWith('/check') ? { ...failed, state: 'running' } : testbed);
    }
    if (path === '/hosts') return Response.json(hosts);
    if (path.endsWith('/check')) return Response.json(check);
    if (path.endsWith('/noise')) return Response.json({ sentence: 'Not calibrated.', noise: null });
    return Response.json(path === '/testbeds' && !url.search ? [now] : []);
  });
});

it('calls a testbed free only where nothing is in the way, in the words of the server', async () => {
  now = { ...testbed, unavailable: 'proxy is offline' };
  await draw(<TestbedTable />);
  expect(await screen.findByText('proxy is offline')).toBeTruthy();
  expect(screen.queryByText('free')).toBeNull();
});

it('makes a testbed of hosts that take the roles, and checks it at once', async () => {
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Make a testbed' }));
  const form = await screen.findByRole('dialog', { name: 'Make a testbed' });
  fireEvent.change(within(form).getByLabelText(/^Name/), { target: { value: 'lab' } });
  fireEvent.click(within(form).getByRole('combobox', { name: 'Hosts for load' }));
  const options = await screen.findAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual(['lab-1, 10.0.0.1']);
  fireEvent.click(options[0] as HTMLElement);
  fireEvent.click(within(form).getByRole('button', { name: 'Make and check' }));
  await screen.findByRole('dialog', { name: 'Check of lab' });
  expect(asked.map(([method, path]) => `${method} ${path}`)).toEqual([
    'POST /testbeds',
    'POST /testbeds/t1/check',
  ]);
  expect(asked[0]?.[2]).toEqual({ name: 'lab', roles: { load: 'h1' } });
});

it('shows for each pair what came of the check, and what to do', async () => {
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Check lab' }));
  const dialog = await screen.findByRole('dialog', { name: 'Check of lab' });
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Check now' }));
  expect(await within(dialog).findByText('Something is in the way', {}, { timeout: 5_000 })).toBeTruthy();
  expect(dialog.textContent).toContain('lab-1 → lab-2: 10.0.0.2 does not answer. Open TCP ports.');
  const pairs = within(dialog).getByRole('table', { name: 'From host to host' });
  expect(within(pairs).getByText('0.12 ms')).toBeTruthy();
  expect(within(pairs).getByText('941 Mbit/s')).toBeTruthy();
  expect(within(dialog).getByRole('table', { name: 'Ports and clocks' }).textContent).toContain(
    '-0.4 ms ± 0.2',
  );
});

it('shows the check that somebody else began, and no refusal beside it', async () => {
  refusesCheck = true;
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Check lab' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Check of lab' }));
  fireEvent.click(await dialog.findByRole('button', { name: 'Check now' }));
  await dialog.findByText(/Its hosts call each other/);
  expect(dialog.queryByRole('alert')).toBeNull();
});

it('shows a check to viewers, who cannot begin one', async () => {
  await draw(<TestbedTable />, '/', { ...ADMIN, role: 'viewer', can_reach_hosts: false });
  fireEvent.click(await screen.findByRole('button', { name: 'Check lab' }));
  const dialog = await screen.findByRole('dialog', { name: 'Check of lab' });
  await within(dialog).findByText(/^Not checked yet/);
  expect(within(dialog).queryByRole('button', { name: 'Check now' })).toBeNull();
});

it('changes the hosts of a testbed that is there', async () => {
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const form = await screen.findByRole('dialog', { name: 'Change lab' });
  fireEvent.click(within(form).getByRole('combobox', { name: 'Host for proxy' }));
  fireEvent.click(await screen.findByRole('option', { name: 'lab-2, 10.0.0.2' })); // once more: nobody
  fireEvent.click(within(form).getByRole('button', { name: 'Save and check' }));
  await waitFor(() =>
    expect(asked[0]).toEqual(['PATCH', '/testbeds/t1', { name: 'lab', roles: { load: 'h1' }, version: 3 }]),
  );
});

it('takes several load hosts in the order in which they are chosen', async () => {
  const second = { ...hosts[0], id: 'h3', name: 'lab-3', address: '10.0.0.3' };
  hosts.push(second as (typeof hosts)[number]);
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const form = await screen.findByRole('dialog', { name: 'Change lab' });
  fireEvent.click(within(form).getByRole('combobox', { name: 'Hosts for load' }));
  fireEvent.click(await screen.findByRole('option', { name: 'lab-3, 10.0.0.3' }));
  fireEvent.click(within(form).getByRole('button', { name: 'Save and check' }));
  await waitFor(() =>
    expect(asked[0]?.[2]).toEqual({ name: 'lab', roles: { load: ['h1', 'h3'], proxy: 'h2' }, version: 3 }),
  );
  hosts.pop();
});

it('keeps what was typed when somebody else was faster, and saves it only when asked to', async () => {
  await draw(<TestbedTable />);
  fireEvent.click(await screen.findByRole('button', { name: 'Change' }));
  const form = within(await screen.findByRole('dialog', { name: 'Change lab' }));
  fireEvent.change(form.getByLabelText(/^Name/), { target: { value: 'mine' } });
  now = { ...testbed, name: 'theirs', version: 4 };
  fireEvent.click(form.getByRole('button', { name: 'Save and check' }));
  expect(await form.findByText('Someone else changed this testbed in the meantime')).toBeTruthy();
  expect(form.getByText(/Now it is “theirs”: load lab-1, proxy lab-2/)).toBeTruthy();
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('mine');
  fireEvent.click(form.getByRole('button', { name: 'Start from theirs' }));
  expect(form.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('theirs');
  fireEvent.change(form.getByLabelText(/^Name/), { target: { value: 'both' } });
  fireEvent.click(form.getByRole('button', { name: 'Save mine and check' }));
  await screen.findByRole('dialog', { name: 'Check of lab' });
  expect(asked[1]?.[2]).toMatchObject({ name: 'both', version: 4 });
});
