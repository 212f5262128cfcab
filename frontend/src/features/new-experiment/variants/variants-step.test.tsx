import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';
import { hostsWith, plan, testbed } from '@/test/samples/new-experiment';

import type { Definition, KnobMap } from '../draft/definition';
import { NewExperimentPage } from '../page/new-experiment-page';

// Every option is a small card: a busy machine needs more than a second to draw them.
vi.setConfig({ testTimeout: 30_000 });

const knob = (name: string, family: string, more: object = {}) => ({
  name,
  role: 'proxy',
  family,
  type: 'int',
  default: '1',
  text: `What ${name} does.`,
  unit: '',
  choices: [],
  scope: 'process',
  cost: 'restart',
  see: [],
  key: '',
  directive: '',
  since: '',
  until: '',
  module: '',
  answers: false,
  ...more,
});
const sysctl = (key: string) =>
  knob(`sysctl.${key}`, 'sysctl', {
    scope: 'namespace',
    setting: 'sysctl',
    key,
    default: 'as the host has it',
  });
const knobs = [
  knob('nginx.worker_processes', 'main', { type: 'auto_int' }),
  knob('nginx.gzip', 'http', { type: 'switch', default: 'off' }),
  knob('nginx.http_extra', 'raw', { type: 'text', default: 'nothing' }),
  knob('nginx.ssl_protocols', 'tls', { type: 'words', choices: ['TLSv1.2', 'TLSv1.3'] }),
  sysctl('net.core.somaxconn'),
  knob('cpu.governor', 'cpu', { type: 'word', scope: 'host', setting: 'governor' }),
];
const abilities = {
  sysctl: '',
  sysctls: ['net.core.somaxconn', 'net.ipv4.tcp_fin_timeout'],
  irq_affinity: '',
  irqbalance: '',
  governor: 'this host has no frequency governor',
  governors: [],
  nice: '',
  nofile: 20000,
};
const more = { sysctl: { 'net.core.somaxconn': '4096', 'net.ipv4.tcp_fin_timeout': '60' } };
const facts = { online_cpus: '0-3', nofile: 1024, abilities, more };
const hosts = hostsWith(facts);
const advice = {
  code: 'keepalive_without_http11',
  severity: 'warning',
  variant: 'workers 2',
  place: 'variants[1].set.upstream.keepalive',
  knob: 'upstream.keepalive',
  text: 'upstream.keepalive does nothing without upstream.http11.',
  example: 'upstream.http11: on',
  source: 'nginx documentation, ngx_http_upstream_module',
};

let planned: { definition?: Definition }[] = [];
let errors: object[] = [];
let advised: object[] = [];

/** What the page has asked the server to plan last. */
const setNow = (): KnobMap => planned.at(-1)?.definition?.variants[1]?.set ?? {};

beforeEach(() => {
  planned = [];
  errors = [];
  advised = [];
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith('/plans')) {
      const body = (await request.json()) as { definition: Definition };
      planned.push(body);
      return Response.json(plan(body.definition, { errors, advice: advised }));
    }
    const answers: Record<string, unknown> = { knobs, hosts, testbeds: [testbed] };
    return Response.json(answers[path.split('/').at(-1) ?? ''] ?? []);
  });
});

async function open(shape = 'list') {
  await drawPage(
    <NewExperimentPage />,
    '/new',
    `/new?step=variants&variant=${shape === 'list' ? 'workers+2' : ''}&shape=${shape}`,
  );
  return screen.findByRole<HTMLInputElement>('textbox', { name: 'Find a knob to set' });
}

it('describes its fields by nothing that is not there', async () => {
  await open();
  const described = [...document.querySelectorAll('[aria-describedby]')];
  const ids = described.flatMap((element) => element.getAttribute('aria-describedby')!.split(/\s+/));
  expect(ids).not.toHaveLength(0);
  expect(ids.filter((id) => !document.getElementById(id))).toEqual([]);
});

it('offers the families by their headings, and the knobs of the one that is chosen', async () => {
  const search = await open();
  fireEvent.click(search);
  fireEvent.click(await screen.findByRole('option', { name: /^HTTP/ }));
  expect(await screen.findByRole('option', { name: /^nginx.gzip/ })).toBeTruthy();
  expect(screen.queryByRole('option', { name: /^nginx.worker_processes/ })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: /^nginx.gzip/ }));
  await waitFor(() => expect(setNow()).toMatchObject({ 'nginx.gzip': true }));
});

it('sets a kernel setting by its key, with the value that the host has now', async () => {
  const search = await open();
  fireEvent.change(search, { target: { value: 'net.ipv4.tcp_fin' } });
  const option = await screen.findByRole('option', { name: /^sysctl.net.ipv4.tcp_fin_timeout/ });
  expect(option.textContent).toContain('proxy-1 has 60');
  expect(option.textContent).toContain('changes the host, restored afterwards');
  fireEvent.click(option);
  await waitFor(() => expect(setNow()).toMatchObject({ 'sysctl.net.ipv4.tcp_fin_timeout': 60 }));
  expect(screen.getByText('60', { selector: 'b' })).toBeTruthy();
});

it('refuses a key that the host lacks and a knob that it cannot set, with the reason', async () => {
  const search = await open();
  fireEvent.change(search, { target: { value: 'net.ipv4.made_up' } });
  const reason = /made_up.*Not available on proxy-1: it has no key net.ipv4.made_up/;
  expect(await screen.findByRole('option', { name: reason })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'governor' } });
  const governor = await screen.findByRole('option', { name: /^cpu.governor/ });
  expect(governor.textContent).toContain('this host has no frequency governor');
  fireEvent.click(governor);
  expect(setNow()).not.toHaveProperty('cpu.governor');
  fireEvent.change(search, { target: { value: 'dev.cdrom.lock' } });
  expect(
    await screen.findByText(/^No knob matches\. Write other nginx directives into nginx\.http_extra/),
  ).toBeTruthy();
});

it('moves a setting of a host to the host of another role', async () => {
  const search = await open();
  fireEvent.change(search, { target: { value: 'somaxconn' } });
  fireEvent.click(await screen.findByRole('option', { name: /^sysctl.net.core.somaxconn/ }));
  fireEvent.click(await screen.findByRole('combobox', { name: 'Host of sysctl.net.core.somaxconn' }));
  fireEvent.click(await screen.findByRole('option', { name: 'load: load-1' }));
  await waitFor(() => expect(setNow()).toHaveProperty('load.sysctl.net.core.somaxconn', 4096));
  expect(setNow()).not.toHaveProperty('sysctl.net.core.somaxconn');
});

it('edits raw nginx text with what is wrong at its line', async () => {
  const place = 'variants[1].set.nginx.http_extra';
  errors = [{ place, message: 'line 2: load_module is not allowed' }];
  const search = await open();
  fireEvent.change(search, { target: { value: 'http_extra' } });
  fireEvent.click(await screen.findByRole('option', { name: /^nginx.http_extra/ }));
  expect(await screen.findByLabelText('nginx.http_extra', { selector: '.cm-content' })).toBeTruthy();
  const alerts = await screen.findAllByText('line 2: load_module is not allowed');
  expect(alerts.some((alert) => alert.getAttribute('role') === 'alert')).toBe(true);
});

it('reads a problem out with the value that has it, and leads there however often it is followed', async () => {
  const message = 'must be from 1 to 9';
  errors = [{ place: 'variants[1].set.nginx.worker_processes', message }];
  await open();
  const link = await screen.findByRole('button', { name: /workers 2 → worker_processes/ });
  for (let clicks = 1; clicks <= 2; clicks++) {
    link.focus();
    fireEvent.click(link);
    const value = screen.getByLabelText('nginx.worker_processes', { selector: 'input' });
    await waitFor(() => expect(document.activeElement).toBe(value));
    expect(value.getAttribute('aria-invalid')).toBe('true');
    const ids = (value.getAttribute('aria-describedby') ?? '').split(' ');
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain(message);
  }
});

it('goes to the value of the knob that was chosen', async () => {
  const search = await open();
  fireEvent.change(search, { target: { value: 'worker-processes' } });
  expect(await screen.findByRole('option', { name: /^nginx.worker_processes/ })).toBeTruthy();
  fireEvent.change(search, { target: { value: 'gzip' } });
  fireEvent.click(await screen.findByRole('option', { name: /^nginx.gzip/ }));
  await waitFor(() => expect(document.activeElement?.closest('[data-value]')).toBeTruthy());
});

it('keeps several words of a choice as one value', async () => {
  const search = await open();
  fireEvent.change(search, { target: { value: 'ssl_protocols' } });
  fireEvent.click(await screen.findByRole('option', { name: /^nginx.ssl_protocols/ }));
  await waitFor(() => expect(setNow()).toMatchObject({ 'nginx.ssl_protocols': 'TLSv1.3' }));
  fireEvent.click(screen.getByRole('combobox', { name: 'nginx.ssl_protocols' }));
  fireEvent.click(await screen.findByRole('option', { name: 'TLSv1.2' }));
  await waitFor(() => expect(setNow()).toMatchObject({ 'nginx.ssl_protocols': 'TLSv1.3 TLSv1.2' }));
});

it('takes the first click after a level of a grid was renamed', async () => {
  await open('grid');
  fireEvent.click(screen.getByRole('button', { name: 'Factor' }));
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name of the level' });
  const remove = screen.getByRole('button', { name: 'Remove' });
  fireEvent.change(name, { target: { value: '2' } });
  fireEvent.blur(name); // as the pointer goes down elsewhere
  expect(await screen.findByRole('button', { name: /^2/ })).toBeTruthy();
  expect([name, remove].every((one) => one.isConnected)).toBe(true);
  fireEvent.click(remove);
  await waitFor(() => expect(screen.queryByRole('button', { name: /^2/ })).toBeNull());
  const factor = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name of factor factor' });
  const add = screen.getByRole('button', { name: 'Add a level to factor' });
  fireEvent.change(factor, { target: { value: 'workers' } });
  fireEvent.blur(factor);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Add a level to factor' })).toBeNull());
  expect(add.isConnected).toBe(true);
  fireEvent.click(add);
  expect(await screen.findByRole('button', { name: /^level/ })).toBeTruthy();
});

it('gives advice at the variant that it concerns, until it is dismissed', async () => {
  advised = [advice];
  await open();
  const card = await screen.findByRole('region', { name: /^Advice/ });
  expect(within(card).getByText(advice.text)).toBeTruthy();
  expect(within(card).getByRole('img', { name: 'Warning' })).toBeTruthy();
  expect(within(card).getByText(advice.example)).toBeTruthy();
  expect(within(card).getByText(`Source: ${advice.source}`)).toBeTruthy();
  fireEvent.click(within(card).getByRole('button', { name: /^Dismiss/ }));
  await waitFor(() => expect(screen.queryByText(advice.text)).toBeNull());
  expect(sessionStorage.getItem('dyno.advice.dismissed')).toContain('keepalive_without_http11');
});

it('names another variant whose advice is about what it has from this one, and dismisses one alone', async () => {
  const ownAdvice = { ...advice, variants: ['workers 2'] };
  advised = [ownAdvice, { ...ownAdvice, text: 'It does nothing here either.', variants: ['child'] }];
  await open();
  const card = await screen.findByRole('region', { name: /^Advice/ });
  expect(within(within(card).getByRole('article', { name: /either/ })).getByText('child')).toBeTruthy();
  expect(within(card).queryByText('workers 2')).toBeNull();
  fireEvent.click(within(card).getByRole('button', { name: /^Dismiss.*either/ }));
  await waitFor(() => expect(within(card).queryByText(/either/)).toBeNull());
  expect(within(card).getByText(advice.text)).toBeTruthy();
});

it('applies what an advice proposes, at the place where it helps', async () => {
  advised = [{ ...advice, changes: [{ path: ['variants', 1, 'set', 'upstream.http11'], value: true }] }];
  await open();
  fireEvent.click(await screen.findByRole('button', { name: `Apply: ${advice.text}` }));
  await waitFor(() => expect(setNow()).toMatchObject({ 'upstream.http11': true }));
});

it('takes the first click after a variant was renamed', async () => {
  await open();
  const name = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' });
  const [duplicate, from] = [
    screen.getByRole('button', { name: 'Duplicate' }),
    screen.getByRole('combobox', { name: 'From' }),
  ];
  const old = name.value;
  fireEvent.change(name, { target: { value: 'renamed' } });
  fireEvent.blur(name); // as the pointer goes down elsewhere
  expect(await screen.findByRole('button', { name: /^renamed/ })).toBeTruthy();
  expect([name, duplicate, from].every((one) => one.isConnected)).toBe(true);
  fireEvent.click(duplicate);
  expect(await screen.findByRole('button', { name: /^renamed copy/ })).toBeTruthy();
  expect(screen.queryByRole('button', { name: new RegExp(`^${old}`) })).toBeNull();
});
