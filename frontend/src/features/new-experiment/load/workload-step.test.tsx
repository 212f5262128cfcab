import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';
import { hostsWith, plan, testbed } from '@/test/samples/new-experiment';

import { blankDefinition, type Definition, type WorkloadSpec } from '../draft/definition';
import { saveDraft } from '../draft/draft';
import { NewExperimentPage } from '../page/new-experiment-page';

// The page is large: a busy machine needs more than a second to draw it.
vi.setConfig({ testTimeout: 30_000 });

const tool = (name: string, ends_by: string[], maximum: number, more: object = {}) => ({
  name,
  label: name,
  text: `What ${name} is.`,
  ends_by,
  threads: { minimum: 1, maximum },
  tls: true,
  http: 'HTTP/1.1',
  percentiles: `percentiles of ${name}`,
  figures: [`How to read ${name}.`],
  notes: [`Limit of ${name}, see \`Connection\`.`],
  ...more,
});
const tools = [
  tool('wrk', ['duration'], 1024, { parallel: true }),
  tool('ab', ['requests', 'duration'], 1, { http: 'HTTP/1.0' }),
  tool('weighttp', ['requests'], 255, { tls: false }),
];
const hosts = hostsWith({
  online_cpus: '0-3',
  nofile: 1024,
  tools: { wrk: '4.1.0', ab: '2.4.71' },
  more: {},
});

let planned: { definition?: Definition }[] = [];
let errors: object[] = [];
const workloadNow = (): WorkloadSpec | undefined => planned.at(-1)?.definition?.workloads[0];

beforeEach(() => {
  planned = [];
  errors = [];
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith('/plans')) {
      const body = (await request.json()) as { definition: Definition };
      planned.push(body);
      return Response.json(plan(body.definition, { errors }));
    }
    const answers: Record<string, unknown> = { tools, hosts, testbeds: [testbed] };
    return Response.json(answers[path.split('/').at(-1) ?? ''] ?? []);
  });
});

async function open(opened = 'more-settings') {
  await drawPage(<NewExperimentPage />, '/new', `/new?step=workload&open=${opened}`);
  return screen.findByRole('radiogroup', { name: 'Load tool' });
}
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('radio', { name }));

it('tells which tools the load host has, and the limits of the chosen one', async () => {
  const group = await open();
  await within(group).findByRole('radio', { name: 'wrk, 4.1.0 on load-1' });
  expect(within(group).getByText('not installed on load-1')).toBeTruthy();
  const limits = screen.getByRole('list', { name: 'Limits of wrk' });
  expect(limits.textContent).toContain('How to read wrk.');
  expect(limits.querySelector('code')?.textContent).toBe('Connection');
  expect(screen.getByText(/Ends by time · 1 … 1 024 threads · HTTP\/1.1 · TLS/)).toBeTruthy();
});

const tabStops = (group: HTMLElement) =>
  within(group)
    .getAllByRole<HTMLButtonElement>('radio')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ ariaChecked }) => ariaChecked);

it('is one stop of the Tab key, at the chosen tool', async () => {
  expect(tabStops(await open())).toEqual(['true']);
});

it('is reached by the Tab key also where the definition names a tool that is not there', async () => {
  const workloads = [{ name: 'main', tool: 'siege' }] as unknown as Definition['workloads'];
  saveDraft('blank', { definition: { ...blankDefinition(), workloads }, yaml: null, read: null });
  expect(tabStops(await open())).toContain('false');
});

it('begins with five fields, and folds the rest until something in it is wrong', async () => {
  await open('-');
  const fields = ['Connections', 'Time of a trial', 'Path'];
  for (const label of fields) expect(screen.getByLabelText(label)).toBeTruthy();
  expect(screen.getByText('Keep-alive')).toBeTruthy();
  const more = screen.getByRole('button', { name: /^More settings rounds, servers, .* all as usual/ });
  expect(more.getAttribute('aria-expanded')).toBe('false');
  expect(screen.queryByLabelText('Threads')).toBeNull();
  expect(screen.queryByRole('radiogroup', { name: 'Rounds' })).toBeNull();
  errors = [{ place: 'workloads[0].timeout', message: 'timeout must be at most 60' }];
  fireEvent.change(screen.getByLabelText('Path'), { target: { value: '/slow' } });
  expect((await screen.findByLabelText('Timeout')).getAttribute('aria-invalid')).toBe('true');
});

it('says which folded settings are not as usual', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Timeout'), { target: { value: '7' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Fixed number' }));
  const words = /^More settings 2 differ from the defaults: timeout 7 s, 12 rounds$/;
  fireEvent.click(await screen.findByRole('button', { name: words }));
  await waitFor(() => expect(screen.queryByLabelText('Timeout')).toBeNull());
  expect(screen.getByRole('button', { name: words })).toBeTruthy();
});

it('starts several processes of a tool that can, and none of one that cannot', async () => {
  await open();
  fireEvent.change(screen.getByLabelText('Processes'), { target: { value: '4' } });
  await waitFor(() => expect(workloadNow()).toMatchObject({ tool: 'wrk', processes: 4 }));
  expect(screen.getByRole('button', { name: /differs from the defaults: 4 processes/ })).toBeTruthy();
  await choose(/^ab/);
  await waitFor(() => expect(workloadNow()).not.toHaveProperty('processes'));
  expect(screen.queryByLabelText('Processes')).toBeNull();
});

it('has the fields of the tool, and says what a change of it did', async () => {
  await open();
  expect(screen.getByLabelText('Time of a trial')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Timeout'), { target: { value: '7' } });
  fireEvent.change(screen.getByLabelText('Host header'), { target: { value: 'www.example.com' } });
  await choose(/^weighttp/);
  await waitFor(() =>
    expect(workloadNow()).toMatchObject({ tool: 'weighttp', requests: 10_000, host: 'www.example.com' }),
  );
  expect(workloadNow()).not.toHaveProperty('duration_s');
  expect(workloadNow()).not.toHaveProperty('timeout_s');
  expect(screen.getByText(/The timeout of 7 s is dropped: weighttp has none\. 1 s became 10/)).toBeTruthy();
  expect(screen.getByText(/no TLS/)).toBeTruthy();
  expect(screen.getByLabelText('Requests of a trial')).toBeTruthy();
  expect(screen.queryByLabelText('Timeout')).toBeNull();
});

it('leaves ab its one thread, and the choice of what ends a trial', async () => {
  await open();
  await choose(/^ab/);
  expect(await screen.findByText('ab always has 1 thread')).toBeTruthy();
  expect(screen.getByLabelText('Threads')).toHaveProperty('disabled', true);
  fireEvent.click(screen.getByRole('radio', { name: 'requests' }));
  await waitFor(() => expect(workloadNow()).toMatchObject({ tool: 'ab', requests: 10_000 }));
  fireEvent.click(screen.getByRole('radio', { name: 'time' }));
  await waitFor(() => expect(workloadNow()).toMatchObject({ tool: 'ab', duration_s: 1 }));
});

it('adds, changes and removes headers, with what is wrong at the row', async () => {
  await open();
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  const name = screen.getByLabelText('Name of header 1');
  expect(document.activeElement).toBe(name);
  errors = [{ place: 'workloads[0].headers.X-Test', message: 'X-Test must be printable' }];
  fireEvent.change(name, { target: { value: 'X-Test' } });
  fireEvent.change(screen.getByLabelText('Value of header 1'), { target: { value: 'a b' } });
  await waitFor(() => expect(workloadNow()).toMatchObject({ headers: { 'X-Test': 'a b' } }));
  const told = await screen.findAllByText('X-Test must be printable');
  const alert = told.find((one) => one.getAttribute('role') === 'alert');
  expect(screen.getByLabelText('Value of header 1').getAttribute('aria-describedby')).toBe(alert?.id);
  fireEvent.click(screen.getByRole('button', { name: 'Add a header' }));
  fireEvent.change(screen.getByLabelText('Name of header 2'), { target: { value: 'X-Test' } });
  expect(screen.getByText('X-Test is given above; this row is left out')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Name of header 2'), { target: { value: 'X-Other' } });
  errors = [];
  fireEvent.click(screen.getByRole('button', { name: 'Remove header X-Test' }));
  await waitFor(() => expect(workloadNow()?.headers).toEqual({ 'X-Other': '' }));
  fireEvent.click(screen.getByRole('button', { name: 'Remove header X-Other' }));
  await waitFor(() => expect(workloadNow()).not.toHaveProperty('headers'));
});

it('says at the tool that it cannot do what a variant asks for', async () => {
  errors = [{ place: 'workloads[0].tool', message: 'weighttp has no TLS; “https” turns tls.on on' }];
  const group = await open();
  const told = await screen.findAllByText(/weighttp has no TLS; “https”/);
  const alert = told.find((one) => one.getAttribute('role') === 'alert');
  expect(alert && group.contains(alert)).toBe(true);
});
