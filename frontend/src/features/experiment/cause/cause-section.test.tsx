import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { CpuChange, ProfileDifference } from '@/api/types';
import { draw } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';

import CauseSection from './cause-section';

const change = (a: number, b: number, clear: boolean): CpuChange => ({
  a,
  b,
  change: b - a,
  low: b - a - 1,
  high: b - a + 1,
  clear,
});
const openat = { name: 'openat', change: change(6, 1.4, true) };
const SENTENCE = 'The proxy spends 5.1 µs [4.4, 5.8] less CPU a request: 4.6 µs less in openat.';
const found: ProfileDifference = {
  a_run_id: 'base',
  b_run_id: 'pinned',
  a_name: 'base',
  b_name: 'pinned',
  unpaired: '',
  causes: [
    {
      role: 'proxy',
      host: 'h',
      sentence: SENTENCE,
      change: -5.1,
      low: -5.8,
      high: -4.4,
      clear: true,
      explained: 0.9,
    },
  ],
  roles: [{ role: 'proxy', host: 'h', diagnostics: 4 }],
  shown: {
    role: 'proxy',
    diagnostics: 4,
    whole: change(17, 11.9, true),
    parts: [
      { kind: 'call', ...openat },
      { kind: 'call', name: 'writev', change: change(5, 4.9, false) },
    ],
    functions: [
      { kind: 'kernel', name: '__x64_sys_openat', own: change(1, 1, false), total: change(6, 1.4, true) },
      { kind: 'user', name: '<b>main</b>', own: change(3, 3, false), total: change(17, 11.9, true) },
    ],
    nodes: [
      { kind: 'user', name: 'all', parent: 0, width: 17, change: change(17, 11.9, true) },
      { kind: 'kernel', name: '__x64_sys_openat', parent: 0, width: 6, change: change(6, 1.4, true) },
      { kind: 'user', name: 'ngx_writev', parent: 0, width: 5, change: change(5, 4.9, false) },
    ],
    remarks: ['Sampled by a timer.'],
  },
  missing: [],
};

const asked: string[] = [];
function show(answer: ProfileDifference) {
  asked.length = 0;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return Response.json(answer);
  });
  const shown = experiment();
  return draw(<CauseSection experiment={shown} scope={scopeOf(shown)} />, '/?open=cause');
}

it('says first what made the difference, and how much of it that explains', async () => {
  await show(found);
  expect(await screen.findByText(/^The proxy spends 5.1 µs/)).toBeTruthy();
  expect(screen.getByText('(90% explained)')).toBeTruthy();
  expect(screen.getByText(/Sampled by a timer/)).toBeTruthy();
});

it('colours only what is clear', async () => {
  await show(found);
  const call = await screen.findByRole('treeitem', { name: /^__x64_sys_openat: 6.00 → 1.40 µs a request/ });
  expect(call.getAttribute('data-tone')).toBe('less');
  const other = screen.getByRole('treeitem', { name: /^ngx_writev: .* not clear$/ });
  expect(other.getAttribute('data-tone')).toBe('unclear');
});

it('has a table that can be sorted by any column, names as plain text', async () => {
  await show(found);
  const parts = await screen.findByRole('table', { name: 'Change by system call and code; adds up' });
  const names = () =>
    within(parts)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.firstChild?.textContent);
  expect(names()).toEqual(['openat system call', 'writev system call']);
  fireEvent.click(within(parts).getByRole('button', { name: /^change/ }));
  expect(names()).toEqual(['writev system call', 'openat system call']);
  fireEvent.click(screen.getByRole('radio', { name: 'All functions' }));
  expect(await screen.findByText('<b>main</b>')).toBeTruthy();
});

it('asks for another variant when it is chosen, and keeps it in the address', async () => {
  const { router } = await show(found);
  const choice = await screen.findByRole('combobox', { name: 'Variant' });
  expect(within(choice).queryByText('control')).toBeNull();
  fireEvent.change(choice, { target: { value: 'unpinned' } });
  await vi.waitFor(() => expect(asked.some((address) => address.includes('b=unpinned'))).toBe(true));
  expect(router.state.location.searchStr).toContain('cause=unpinned');
});

it('says which host could take no profiles, and why', async () => {
  const why = 'perf is not installed: apt install linux-perf';
  await show({ ...found, roles: [], shown: null, missing: [{ host: 'web-1', why }] });
  expect(await screen.findByText(`No profile on web-1: ${why}`)).toBeTruthy();
  expect(screen.queryByRole('tree')).toBeNull();
});
