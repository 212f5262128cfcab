import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import type { Accounting, Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { baseline, experiment, memory, pinnedRun } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';

import { AccountingFold } from './accounting-fold';

const accounting = (label: string, notes: string[] = []): Accounting => ({
  sentence: `The loss is 144 µs a request: 134 µs [130, 138] ${label} (93%).`,
  title: 'Where the time of a request goes',
  caption: 'The parts add up.',
  columns: ['part', 'baseline', 'variant', 'difference', 'share'],
  rows: [
    {
      name: 'backend',
      label,
      baseline: 10,
      variant: 144,
      change: 134,
      low: 130,
      high: 138,
      clear: true,
      share: 0.93,
      texts: [label, '10.0 µs', '144 µs', '+134 µs [130, 138]', '93%'],
    },
  ],
  notes,
});

it('shows the parts of the headline’s run, and of another variant when it is chosen', async () => {
  const other = { ...accounting('waiting in the proxy'), rows: [], notes: ['No round has a valid trial.'] };
  vi.stubGlobal('fetch', async () => Response.json(other));
  const headline = { run_id: memory.id } as Experiment['headline'];
  const page = experiment({ run_list: [baseline, memory, pinnedRun], headline });
  await drawPage(
    <AccountingFold
      experiment={page}
      scope={scopeOf(page, undefined)}
      accounting={accounting('waiting at the backend', ['Not measured: the network.'])}
    />,
    '/experiments/$id',
    `/experiments/${page.id}?open=accounting`,
  );
  const table = await screen.findByRole('table', { name: 'Where the time of a request goes' });
  expect(within(table).getByText('+134 µs [130, 138]')).toBeDefined();
  expect(screen.getByText('The parts add up. Not measured: the network.')).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: /variant/i }), {
    target: { value: pinnedRun.id },
  });
  expect(await screen.findByText(/No round has a valid trial/)).toBeDefined();
  expect(screen.queryByText('+134 µs [130, 138]')).toBeNull();
});
