import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { ADMIN, drawPage } from '@/test/render';

import { blankDefinition } from '../draft/definition';

import { NewExperimentPage } from './new-experiment-page';

vi.setConfig({ testTimeout: 30_000 });

const role = (name: string) => ({
  role: name,
  host_id: name,
  host_name: `${name}-1`,
  address: '10.0.0.1',
  online: true,
  condition: 'clean',
  cpus: 4,
});
const testbed = {
  id: 't1',
  name: 'lab',
  roles: ['load', 'proxy', 'backend'].map(role),
  colocated: [],
  busy_with: null,
  waiting: 0,
};
const run = {
  position: 0,
  name: 'default',
  variant: 'default',
  parent: null,
  knobs: { 'origin.body_bytes': 35312 },
  set_here: ['origin.body_bytes'],
  factors: null,
  topology: 'proxied',
  workload: {},
  is_baseline: true,
  is_control: false,
  against: null,
  conf: 'events {}\n',
  parent_conf: null,
  baseline_conf: 'events {}\n',
  load_argv: ['wrk', '-c32'],
};

interface Body {
  definition?: { trials: unknown };
  yaml?: string;
}
let refused: object[];
let held: object[] | undefined;
let asked: { path: string; body: Body }[] = [];

/** A server that minds zero trials and unknown keys. */
function planOf({ definition, yaml }: Body) {
  const wrong =
    definition?.trials === 0
      ? { place: 'trials', message: 'trials must be at least 1; got “0”' }
      : yaml?.includes('trails')
        ? { place: 'trails', message: 'unknown key “trails”', line: 2, column: 1 }
        : undefined;
  if (wrong) return { errors: [wrong], definition: null, yaml: null };
  return {
    errors: [],
    definition: definition ?? { ...blankDefinition(), name: 'from text' },
    yaml: 'name: x\n',
    runs: [run],
    rounds: 12,
    trials: 12,
    seconds: 53,
    load_seconds: 12,
    smallest_effect: 0.031,
    seed: 7,
    order: [[0]],
    changes: [{ role: 'proxy', host: 'proxy-1', changes: ['Starts nginx.'] }],
    queue_behind: [],
  };
}

function answer(path: string, body: Body): Response {
  if (path.endsWith('/plans')) return Response.json(planOf(body));
  if (path.endsWith('/testbeds')) return Response.json([{ ...testbed, roles: held ?? testbed.roles }]);
  if (path.endsWith('/knobs'))
    return Response.json([{ name: 'origin.body_bytes', family: 'origin', type: 'size', unit: 'B' }]);
  if (path.includes('/checks'))
    return Response.json({
      id: 'c1',
      state: refused.length > 0 ? 'failed' : 'passed',
      checked: 1,
      host: 'proxy-1',
      problems: refused,
    });
  if (path.endsWith('/experiments'))
    return Response.json({ title: 'Not possible now', detail: 'proxy-1 went offline' }, { status: 409 });
  return Response.json([]);
}

beforeEach(() => {
  asked = [];
  held = undefined;
  refused = [];
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const body = request.method === 'POST' ? ((await request.json()) as Body) : {};
    const path = new URL(request.url).pathname;
    if (request.method === 'POST') asked.push({ path, body });
    return answer(path, body);
  });
});

const open = (address: string) => drawPage(<NewExperimentPage />, '/new', address);

it('lets a viewer read the recipes, and nothing more', async () => {
  const viewer = { ...ADMIN, role: 'viewer' } as const;
  const { unmount } = await drawPage(<NewExperimentPage />, '/new', '/new', viewer);
  expect(await screen.findByText(/Operators launch them/)).toBeTruthy();
  expect(await screen.findByText('No recipes installed')).toBeTruthy();
  expect(screen.queryByText('Write your own')).toBeNull();
  unmount();
  await drawPage(<NewExperimentPage />, '/new', '/new?step=plan', viewer);
  expect(await screen.findByText('This page is for operators')).toBeTruthy();
});

it('says what is not there any more, as other pages do', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ title: 'Not found', detail: 'There is no experiment nope' }, { status: 404 }),
  );
  await open('/new?from=nope');
  expect(await screen.findByText('There is no such experiment')).toBeTruthy();
  expect(screen.getByText('There is no experiment nope')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('shows what a launch comes to, once', async () => {
  await open('/new?step=plan');
  expect(await screen.findAllByText('Time')).toHaveLength(1);
  expect(screen.queryByText('1 × 12')).toBeNull();
  expect(await screen.findByText('It starts at once.')).toBeTruthy();
  expect(screen.getAllByText('changes ≥ 3.1%').length).toBeGreaterThan(0);
  expect(screen.getByText('free, clean')).toBeTruthy();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Launch' })).toHaveProperty('disabled', false),
  );
});

it('says sizes of a run as people read them', async () => {
  await open('/new?step=plan');
  expect(await screen.findByText(/origin\.body_bytes 35\.3 kB/)).toBeTruthy();
});

it('goes on in the next step, for who uses the keyboard', async () => {
  await open('/new?step=variants');
  const next = await screen.findByRole('button', { name: 'Workload' });
  next.focus();
  fireEvent.click(next);
  const field = await screen.findByLabelText('Connections');
  expect(document.activeElement?.contains(field)).toBe(true);
  expect(document.activeElement?.tagName).toBe('FIELDSET');
});

it('goes one step on by a double click, and launches nothing', async () => {
  await open('/new?step=workload');
  await screen.findByText('1 × 12');
  const aside = within(screen.getByRole('complementary'));
  fireEvent.click(aside.getByRole('button', { name: 'Review plan' }), { detail: 1 });
  const launchable = async () => {
    const launch = await screen.findByRole('button', { name: 'Launch' });
    await waitFor(() => expect(launch).toHaveProperty('disabled', false), { timeout: 5000 });
    return launch;
  };
  fireEvent.click(await launchable(), { detail: 2 });
  fireEvent.change(screen.getByLabelText('Name'), { target: { value: 'Mine' } });
  fireEvent.click(await launchable(), { detail: 1 });
  expect(await screen.findByText('proxy-1 went offline')).toBeTruthy();
  const launched = asked.filter(({ path }) => path.endsWith('/experiments'));
  expect(launched.map(({ body }) => body.definition)).toMatchObject([{ name: 'Mine' }]);
});

it('refuses to launch what nginx refuses, and says so once, at its step', async () => {
  refused = [{ place: 'runs[0]', message: 'invalid value "99"', line: 3, text: 'gzip_comp_level 99;' }];
  await open('/new?step=plan');
  expect(await screen.findByText('1 problem to fix')).toBeTruthy();
  expect(screen.getAllByText(/nginx refuses this: invalid value "99"/)).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Launch' })).toHaveProperty('disabled', true);
  expect(within(screen.getByRole('link', { name: /3 Variants/ })).getByLabelText('1 problem')).toBeTruthy();
});

it('says which other dashboard holds a host, and launches into the queue', async () => {
  const [first, ...others] = testbed.roles;
  held = [{ ...first, claimed_by: 'another dashboard at http://192.0.2.7:8080' }, ...others];
  await open('/new?step=plan');
  expect(
    await screen.findByText(/^It starts when they are free: .* is held by another dashboard/),
  ).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Launch into the queue' })).toBeTruthy();
  expect(screen.queryByText('free, clean')).toBeNull();
});

it('names a problem at its place and in the list, and refuses to launch until it is solved', async () => {
  await open('/new?step=workload&open=more-settings');
  await screen.findByText('1 × 12');
  fireEvent.click(screen.getByRole('radio', { name: 'Fixed number' }));
  fireEvent.change(screen.getByLabelText('Trials of a run'), { target: { value: '0' } });
  expect(await screen.findByText('1 problem to fix')).toBeTruthy();
  expect(screen.getAllByText('must be at least 1; got “0”')).toHaveLength(2); // also at the field
  const listed = within(screen.getByRole('alert', { name: '1 problem to fix' }));
  expect(listed.getByRole('button', { name: 'trials' })).toBeTruthy();
  expect(listed.getByText('must be at least 1; got “0”')).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /5 Plan/ }));
  expect(await screen.findByRole('button', { name: 'Launch' })).toHaveProperty('disabled', true);
  expect(screen.getByText(/1 problem to fix first/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'trials' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Trials of a run')));
});

it('keeps what was changed over a reload', async () => {
  const { unmount } = await open('/new?step=plan');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } });
  await screen.findByRole('heading', { name: 'Mine' });
  unmount();
  await open('/new?step=plan');
  expect(await screen.findByRole('heading', { name: 'Mine' })).toBeTruthy();
});

it('keeps everything when the launch is refused, and says why', async () => {
  await open('/new?step=plan');
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Mine' } });
  const launch = await screen.findByRole('button', { name: 'Launch' });
  await waitFor(() => expect(launch).toHaveProperty('disabled', false), { timeout: 5000 });
  fireEvent.click(launch);
  expect(await screen.findByText('proxy-1 went offline')).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Mine' })).toBeTruthy();
  const sent = asked.find(({ path }) => path.endsWith('/experiments'));
  expect(sent?.body).toMatchObject({ definition: { name: 'Mine' }, seed: 7, testbed_id: 't1' });
});

it('lets the form wait while imported YAML has errors, and keeps the text', async () => {
  await open('/new');
  fireEvent.change(await screen.findByLabelText('Definition as YAML'), {
    target: { value: 'name: x\ntrails: 3' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(await screen.findByText(/trails · line 2, column 1/)).toBeTruthy();
  fireEvent.click(screen.getByRole('link', { name: /3 Variants/ }));
  expect(await screen.findByText('The YAML has errors, so the form waits')).toBeTruthy();
  expect(sessionStorage.getItem('dyno.new.blank')).toContain('trails: 3');
});

it('puts YAML that can be read into the form', async () => {
  await open('/new');
  fireEvent.change(await screen.findByLabelText('Definition as YAML'), {
    target: { value: 'name: from text' },
  });
  fireEvent.click(screen.getByRole('button', { name: 'Open it' }));
  expect(await screen.findByRole('heading', { name: 'from text' })).toBeTruthy();
});

it('turns a comparison into a search for the ceiling', async () => {
  await open('/new?step=workload&open=more-settings');
  await screen.findByText('1 × 12');
  fireEvent.click(screen.getByRole('radio', { name: /Find the largest clean number/ }));
  expect(await screen.findByText('1 × at most 12')).toBeTruthy();
  expect(screen.queryByLabelText('Connections')).toBeNull();
  expect(screen.queryByRole('radiogroup', { name: 'Rounds' })).toBeNull();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '1024' } });
  const planned = () => asked.filter(({ path }) => path.endsWith('/plans')).at(-1)?.body.definition;
  await waitFor(() =>
    expect(planned()).toMatchObject({ kind: 'ceiling', ceiling: { from: 64, to: 1024 }, control: false }),
  );
});

it('makes the workloads of a sweep', async () => {
  await open('/new?step=workload&open=more-settings');
  await screen.findByText('1 × 12');
  fireEvent.change(screen.getByLabelText('Sweep connections'), { target: { value: '50, 100, x' } });
  expect(screen.getByText(/whole numbers above zero/)).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Sweep connections'), { target: { value: '50, 100, 200' } });
  fireEvent.click(screen.getByRole('button', { name: 'Make 3 workloads' }));
  expect(await screen.findAllByText('Workload 3')).toHaveLength(2); // its fields, and its further settings
  expect(screen.getAllByLabelText('Connections').map((input) => (input as HTMLInputElement).value)).toEqual([
    '50',
    '100',
    '200',
  ]);
});
