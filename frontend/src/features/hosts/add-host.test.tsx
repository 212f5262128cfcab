import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { HostsPage } from './hosts-page';
import { lineOf, targetWords } from './host-commands';
import { clock } from './new-host';

const token = {
  id: 't1',
  roles: ['load', 'proxy', 'backend'],
  host_name: null,
  reusable: false,
  approves: true,
  created_at: new Date().toISOString(),
  expires_at: new Date(Date.now() + 3_600_000).toISOString(),
  used_at: null as string | null,
  used_by: null as string | null,
  host_id: null as string | null,
  host_was_there: false,
  refusal: null as string | null,
};
const agent = {
  id: 'w1',
  token_id: 't1',
  name: 'proxy',
  roles: ['proxy'],
  address: '10.0.0.9',
  peer: '10.0.0.8',
  version: '0.1',
  hostname: 'box',
  system: 'Debian 12, kernel 6.1',
  reason: 'there is a host proxy already',
  is_known: false,
  replaces: 'h1' as string | null,
  same_machine: false,
  since: new Date().toISOString(),
};
const host = {
  id: 'h1',
  name: 'proxy',
  roles: ['proxy'],
  address: '10.0.0.2',
  version: '0.1',
  online: true,
  condition: 'clean',
  last_seen: new Date().toISOString(),
  created_at: new Date().toISOString(),
  unrestored_settings: [],
  held_by: null,
  install: 'apt-get install wrk',
  missing: ['wrk is missing (needed for load): apt-get install wrk'],
  facts: {
    hostname: 'box',
    cpus: 2,
    os: 'Debian 12',
    kernel: '6.1',
    cpu_model: 'Xeon',
    memory_bytes: 4e9,
    nofile: 1024,
    online_cpus: '0-1',
    nginx: null,
    tools: {},
    abilities: {
      sysctl: '',
      sysctls: [],
      irq_affinity: '',
      irqbalance: '',
      governor: '',
      governors: [],
      nice: '',
      nofile: 20000,
    },
    more: {},
  },
};

const open = {
  bind: '10.0.0.1',
  port: 8080,
  broker: '10.0.0.1:6390',
  encrypted: true,
  hindrances: [] as object[],
  targets: ['3.11 x86_64', '3.12 x86_64'],
  key_pin: '',
};
let state: { tokens: object[]; waiting: object[]; hosts: object[]; reach: object };
let asked: [string, string, unknown][] = [];
beforeEach(() => {
  asked = [];
  state = { tokens: [token], waiting: [], hosts: [host], reach: open };
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname.replace('/api/v1', '');
    if (request.method !== 'GET') {
      const body = await request.text();
      asked.push([request.method, path, body && JSON.parse(body)]);
      if (path !== '/enrolment-tokens') return new Response(null, { status: 204 });
      return Response.json({ ...token, token: 'secret-token', ca_sha256: '' }, { status: 201 });
    }
    if (path === '/enrolment-tokens') return Response.json(state.tokens);
    if (path === '/reach') return Response.json(state.reach);
    if (path === '/waiting-agents') return Response.json(state.waiting);
    if (path.startsWith('/hosts/')) return Response.json({ ...host, jobs: [] });
    return Response.json(path === '/hosts' ? state.hosts : []);
  });
});

const openPage = (address = '/hosts') => drawPage(<HostsPage />, '/hosts', address);

async function dialog() {
  await openPage();
  fireEvent.click(await screen.findByRole('button', { name: 'Add a host' }));
  return screen.findByRole('dialog');
}

async function made() {
  const shown = await dialog();
  fireEvent.click(within(shown).getByRole('button', { name: 'Make the token' }));
  await within(shown).findByRole('region', { name: 'Command that starts an agent' });
  return shown;
}

it.each([
  ['?add=host', 'Add a host'],
  ['?add=testbed', 'Make a testbed'],
])('is at the address %s while %s is open, and not after Escape', async (search, name) => {
  const { router } = await openPage();
  fireEvent.click((await screen.findAllByRole('button', { name }))[0]!);
  const shown = await screen.findByRole('dialog', { name });
  expect(router.state.location.searchStr).toBe(search);
  fireEvent.keyDown(shown, { key: 'Escape' });
  await waitFor(() => expect(router.state.location.searchStr).toBe(''));
  expect(screen.queryByRole('dialog')).toBeNull();
  await router.navigate({ to: `/hosts${search}` });
  await screen.findByRole('dialog', { name });
});

it('makes a token for one machine within an hour, and shows the line that uses it', async () => {
  const shown = await made();
  expect(asked[0]?.[2]).toEqual({
    roles: ['load', 'proxy', 'backend'],
    host_name: null,
    approves: true,
    reusable: false,
    expires_in_s: 3600,
  });
  const line = within(shown).getByRole('region', { name: 'Command that starts an agent' }).textContent;
  expect(line).toMatch(
    /^\(curl -fsS http\S+\/agent\/install.sh \|\| echo exit 1\) \| DYNO_AGENT_TOKEN=secret-token sh -s -- --server http\S+ --roles load,proxy,backend$/,
  );
  fireEvent.click(within(shown).getByRole('radio', { name: 'Container' }));
  expect(within(shown).getByRole('region', { name: 'Command that starts an agent' }).textContent).toContain(
    'docker run --detach',
  );
  expect(within(shown).getByRole('timer').textContent).toMatch(/good for (60:00|59:\d\d)/);
  expect(await within(shown).findByText('Waiting for the machine …')).toBeTruthy();
});

it('makes one token of two quick clicks', async () => {
  const shown = await dialog();
  const button = within(shown).getByRole('button', { name: 'Make the token' });
  fireEvent.click(button);
  fireEvent.click(button);
  await within(shown).findByRole('region', { name: 'Command that starts an agent' });
  expect(asked).toHaveLength(1);
});

it('says first whether other machines reach the dashboard, and how to change that', async () => {
  const what = 'The dashboard listens on 127.0.0.1 alone';
  state.reach = { ...open, hindrances: [{ what, command: 'dyno up --bind ADDRESS' }] };
  const shown = await dialog();
  expect(await within(shown).findByText('Other machines cannot become hosts yet')).toBeTruthy();
  expect(within(shown).getByText(new RegExp(what))).toBeTruthy();
  expect(within(shown).getByRole('region', { name: 'Command: dyno up --bind ADDRESS' })).toBeTruthy();
});

it('says which machines it has packages for', async () => {
  const shown = await dialog();
  expect(await within(shown).findByText(/Packages are here for Python 3.11, 3.12 on x86_64/)).toBeTruthy();
  const two = ['3.11 x86_64', '3.12 x86_64', '3.12 aarch64'];
  expect(targetWords({ targets: two })).toBe('Python 3.11, 3.12 on x86_64; Python 3.12 on aarch64');
});

it('pins the key of a certificate of its own, and quotes whatever a shell would read', () => {
  const made = {
    ...token,
    token: 'a;b',
    ca_sha256: 'c0ffee',
    roles: ['load' as const],
    host_name: "x'$(id)",
  };
  expect(lineOf('install', made, new URL('https://10.0.0.1:8443/hosts'), 'sha256//ab+/=')).toBe(
    '(curl -fsS -k --pinnedpubkey sha256//ab+/= https://10.0.0.1:8443/agent/install.sh || echo exit 1) | ' +
      "DYNO_AGENT_TOKEN='a;b' sh -s -- --server https://10.0.0.1:8443 --ca-sha256 c0ffee --roles load " +
      "--name 'x'\\''$(id)'",
  );
});

it.each([
  ['http://127.0.0.1:8080/hosts', '', '--server http://127.0.0.1:8080'],
  ['http://10.0.0.1:8080/hosts', '', '--server http://10.0.0.1:8080 --insecure-network'],
  ['http://dyno-0.localhost:8080/hosts', '', '--server http://127.0.0.1:8080'],
  ['https://10.0.0.1:8443/hosts', 'c0ffee', '--server https://10.0.0.1:8443 --ca-sha256 c0ffee'],
  ['https://dyno.example.com/hosts', '', '--server https://dyno.example.com'],
])('at %s an agent learns where the dashboard is and by what to know it', (page, pin, proof) => {
  const made = { ...token, token: 'secret', ca_sha256: pin, roles: ['load' as const], host_name: 'box' };
  expect(lineOf('dyno', made, new URL(page))).toBe(
    `DYNO_AGENT_TOKEN=secret dyno agent ${proof} --roles load --name box`,
  );
});

it('says before it is made that a token by the name of a host replaces its agent', async () => {
  const shown = await dialog();
  fireEvent.change(within(shown).getByLabelText('Name'), { target: { value: 'proxy' } });
  expect(await within(shown).findByText(/There is a host proxy already/)).toBeTruthy();
  fireEvent.change(within(shown).getByLabelText('Name'), { target: { value: 'pröxy' } });
  expect(within(shown).getByRole('button', { name: 'Make the token' })).toHaveProperty('disabled', true);
});

it('turns green when the machine is here, and says what it lacks', async () => {
  state.tokens = [{ ...token, used_by: 'proxy', host_id: 'h1' }];
  const shown = await made();
  expect(await within(shown).findByText('proxy is here, at 10.0.0.2')).toBeTruthy();
  expect(
    within(shown).getByRole('region', { name: 'Command that installs what is missing' }).textContent,
  ).toBe('apt-get install wrk');
  expect(within(shown).getByText(/wrk is missing/)).toBeTruthy();
});

it('says that the machine was a host already, where its line renewed the agent', async () => {
  state.tokens = [{ ...token, used_by: 'proxy', host_id: 'h1', host_was_there: true }];
  const shown = await made();
  expect(await within(shown).findByText(/^proxy was a host already; its agent is now /)).toBeTruthy();
});

it('says why an agent was refused', async () => {
  state.tokens = [{ ...token, refusal: '8.8.8.8 is outside the addresses' }];
  const shown = await made();
  expect(await within(shown).findByText(/was refused. 8.8.8.8 is outside/)).toBeTruthy();
});

it('shows who asks to be a host that exists, and approves or refuses', async () => {
  state.waiting = [agent];
  await openPage();
  const card = await screen.findByRole('region', { name: /without proxy’s credential asks to be proxy/ });
  expect(card.textContent).toContain(
    'there is a host proxy already. Until you decide, proxy stays as it is.',
  );
  expect(card.textContent).toContain('Calls from10.0.0.8');
  expect(card.textContent).toContain('Address10.0.0.9');
  expect(card.textContent).toContain('another machine');
  expect(card.textContent).toContain('address, machine and roles are what the agent reports');
  fireEvent.click(within(card).getByRole('button', { name: 'Approve' }));
  await waitFor(() => expect(asked[0]?.[1]).toBe('/waiting-agents/w1/approve'));
});

it('says of a host that asks for a change that it is that host', async () => {
  const reason = 'it says that its address is 10.0.0.9, but calls from 10.0.0.8';
  state.waiting = [{ ...agent, is_known: true, replaces: null, reason }];
  await openPage();
  const card = await screen.findByRole('region', { name: 'proxy asks for a change' });
  expect(card.textContent).toContain(`It waits because ${reason}. Until you decide, proxy stays as it is.`);
  expect(card.textContent).not.toContain('locked out');
});

it('lists tokens that are still open, and revokes one after asking', async () => {
  state.tokens = [token, { ...token, id: 't2', used_at: token.created_at, used_by: 'proxy' }];
  await openPage();
  const table = await screen.findByRole('table', { name: 'Open enrolment tokens' });
  expect(within(table).getAllByRole('row')).toHaveLength(2);
  fireEvent.click(within(table).getByRole('button', { name: 'Revoke' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke it' }));
  await waitFor(() => expect(asked[0]?.slice(0, 2)).toEqual(['DELETE', '/enrolment-tokens/t1']));
});

it('removes a host only after saying what that means', async () => {
  await openPage('/hosts?host=h1');
  fireEvent.click(await screen.findByRole('button', { name: 'Remove' }));
  const shown = await screen.findByRole('dialog');
  expect(shown.textContent).toContain('locked out at once');
  fireEvent.click(within(shown).getByRole('button', { name: 'Remove the host' }));
  await waitFor(() => expect(asked[0]?.slice(0, 2)).toEqual(['DELETE', '/hosts/h1']));
});

it('counts down in minutes, then hours, then days', () => {
  expect([3599, 61, 7200, 604_800].map(clock)).toEqual(['59:59', '1:01', '2 hours', '7 days']);
});
