import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { NewExperimentPage } from '../page/new-experiment-page';

vi.setConfig({ testTimeout: 30_000 });

const testbed = (id: string, name: string, labels: string[]) => ({
  id,
  name,
  labels,
  roles: [],
  colocated: [],
  busy_with: null,
  waiting: 0,
});
const FIELD = 'Labels that all its hosts have';
const WRONG = { place: 'testbed_labels[0]', message: 'testbed_labels must be a label such as ssd' };

interface Asked {
  testbed_id?: string;
  definition?: { testbed_labels?: string[] };
}
let asked: Asked[];
let testbeds: object[];

function planOf({ definition }: Asked) {
  const labels = definition?.testbed_labels ?? [];
  return {
    errors: labels.some((label) => label.includes(' ')) ? [WRONG] : [],
    definition,
    testbed: { id: 't1', name: 'lab' },
    matching: labels.length > 0 ? [{ id: 't1', name: 'lab', now: 'free' }] : [],
    runs: [],
    order: [],
    changes: [],
    queue_behind: [],
  };
}

beforeEach(() => {
  asked = [];
  testbeds = [testbed('t1', 'lab', ['rack=2', 'ssd']), testbed('t2', 'attic', [])];
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith('/testbeds')) return Response.json(testbeds);
    if (!pathname.endsWith('/plans')) return Response.json([]);
    asked.push((await request.json()) as Asked);
    return Response.json(planOf(asked.at(-1) ?? {}));
  });
});

const open = () => drawPage(<NewExperimentPage />, '/new', '/new?step=testbed');
const card = () => screen.findByRole('radio', { name: 'Any free testbed with labels' });
const field = () => screen.findByRole('combobox', { name: FIELD });
const isChosen = (radio: HTMLElement) => radio.getAttribute('aria-checked') === 'true';

/** What was planned last. */
const planned = () => ({
  testbed_id: asked.at(-1)?.testbed_id,
  labels: asked.at(-1)?.definition?.testbed_labels,
});

const add = async (label: string) =>
  fireEvent.paste(await field(), { clipboardData: { getData: () => label } });

it('plans for any testbed with a label, and says which match and what they do', async () => {
  await open();
  fireEvent.click(await card());
  expect(await screen.findByText('lab: free')).toBeTruthy();
  expect(planned()).toEqual({ testbed_id: undefined, labels: ['rack=2'] });
  await add('ssd');
  await waitFor(() => expect(planned().labels).toEqual(['rack=2', 'ssd']));
});

it('keeps to itself what is typed: arrows choose a label, not another testbed', async () => {
  await open();
  fireEvent.click(await card());
  const input = await field();
  expect(input.closest('button')).toBeNull();
  fireEvent.keyDown(input, { key: 'ArrowDown', code: 'ArrowDown' });
  expect(isChosen(await card())).toBe(true);
});

it('says beside the field what is wrong with a label', async () => {
  await open();
  fireEvent.click(await card());
  await add('no label');
  await waitFor(async () => expect((await field()).getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getAllByText(WRONG.message).length).toBeGreaterThan(0);
});

it('stays open when the last label goes, so that another can be typed', async () => {
  await open();
  fireEvent.click(await card());
  fireEvent.keyDown(await field(), { key: 'Backspace', code: 'Backspace' });
  expect(await screen.findByText(/^Without a label it is planned for/)).toBeTruthy();
  expect(isChosen(await card())).toBe(true);
  await add('ssd');
  await waitFor(() => expect(planned().labels).toEqual(['ssd']));
});

it('goes back to one testbed when that is chosen', async () => {
  await open();
  fireEvent.click(await card());
  await field();
  fireEvent.click(screen.getByRole('radio', { name: /^attic/ }));
  await waitFor(() => expect(planned()).toEqual({ testbed_id: 't2', labels: undefined }));
  expect(screen.queryByRole('combobox', { name: FIELD })).toBeNull();
});

it('can be chosen before any host has a label, and says where labels come from', async () => {
  testbeds = [testbed('t1', 'lab', []), testbed('t2', 'attic', [])];
  await open();
  fireEvent.click(await card());
  expect(await field()).toBeTruthy();
  expect(screen.getByText(/^No testbed has a label/)).toBeTruthy();
});
