import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { DeltaChart } from './delta-chart';
import type { DeltaRow } from './delta-data';

const rows: DeltaRow[] = [
  {
    id: 'r1',
    name: 'workers 2',
    change: 0.922,
    low: 0.887,
    high: 0.958,
    verdict: 'better',
    rounds: [0.9, 0.95],
  },
  { id: 'r2', name: 'accept_mutex', change: -0.2045, low: -0.25, high: -0.15, verdict: 'worse' },
  {
    id: 'r3',
    name: 'broken',
    change: 0.1,
    low: 0.05,
    high: 0.15,
    verdict: 'unclear',
    invalid: '31 failed requests',
  },
];

it('reads as a list with change and verdict of every variant', async () => {
  await draw(<DeltaChart rows={rows} minEffect={0.02} baseline="default" />);
  const list = screen.getByRole('list', { name: /against default for 3 variants: 1 better, 1 worse/ });
  expect(list.textContent).toContain('workers 2+92.2%better');
  expect(list.textContent).toContain('accept_mutex−20.4%worse');
  expect(list.textContent).toContain('broken+10.0%invalid');
});

it('says that a run fails more, with or without a valid trial', async () => {
  const failing = { failsMore: true, because: '0.12% of requests, baseline 0%' };
  const without = { ...failing, change: null, low: null, high: null };
  const list = [
    { ...rows[2]!, ...failing, invalid: undefined },
    { ...rows[2]!, ...without, id: 'none' },
  ];
  await draw(<DeltaChart rows={list} minEffect={0.02} baseline="default" />);
  expect(screen.getAllByText('fails more').length).toBe(2);
  expect(screen.getAllByText(failing.because).length).toBe(2);
});

it('says of a run that could not be measured what its table says, and why', async () => {
  const row = { ...rows[2]!, invalid: 'none of its trials is valid', notMeasured: 'unknown directive' };
  await draw(<DeltaChart rows={[row]} minEffect={0.02} baseline="default" onSelect={() => {}} />);
  expect(screen.getByRole('list').textContent).toContain('not measured');
  expect(screen.queryByText('invalid')).toBeNull();
  screen.getByRole('button').focus();
  expect((await screen.findByRole('tooltip')).textContent).toContain('Not measured: unknown directive');
});

it('calls what halving left out eliminated, as every table does', async () => {
  await draw(
    <DeltaChart rows={[{ ...rows[0]!, verdict: 'left_out' }]} minEffect={0.02} baseline="default" />,
  );
  expect(screen.getByRole('list').textContent).toContain('eliminated');
  expect(screen.queryByText('left out')).toBeNull();
});

it('explains a row on focus, goes on by arrow key, and opens on click', async () => {
  const onSelect = vi.fn();
  await draw(<DeltaChart rows={rows} minEffect={0.02} baseline="default" onSelect={onSelect} />);
  const [first, second, third] = screen.getAllByRole('button');
  first!.focus();
  expect((await screen.findByRole('tooltip')).textContent).toContain('95% interval +88.7 … +95.8%');
  fireEvent.keyDown(first!, { key: 'ArrowDown' });
  expect(document.activeElement).toBe(second);
  expect(screen.getByRole('tooltip').textContent).toContain('Worse');
  third!.focus();
  expect((await screen.findByRole('tooltip')).textContent).toContain('Does not count: 31 failed requests');
  fireEvent.click(second!);
  expect(onSelect).toHaveBeenCalledWith('r2');
});

it('colours by verdict, not by sign', async () => {
  const lower: DeltaRow[] = [
    { id: 'x', name: 'p99', change: -0.3, low: -0.4, high: -0.2, verdict: 'better' },
  ];
  const { container } = await draw(<DeltaChart rows={lower} baseline="default" />);
  expect(container.querySelector('[data-verdict="better"] rect')?.getAttribute('fill')).toBe(
    'var(--dyno-better)',
  );
});

it('is calm about no rows', async () => {
  await draw(<DeltaChart rows={[]} baseline="default" />);
  expect(screen.getByRole('list', { name: /0 variants/ })).toBeTruthy();
});
