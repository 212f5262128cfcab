import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { fileName } from '@/components/ui/sharing/save';
import { ShareMenu } from '@/components/ui/sharing/share-menu';
import { exportFiles } from '@/components/ui/sharing/share-files';
import { number, words } from '@/components/charts/data-table/data-table';
import { percent } from '@/components/words/format';
import { draw } from '@/test/render';

import { ChartSection } from './chart-section';

const table = () => ({
  columns: [{ name: 'variant' }, { name: 'change', figure: true }],
  rows: [[words('workers 2'), number(0.922, percent)]],
});
const chart = (
  <ChartSection id="deltas" name="deltas" title="Change" table={table}>
    <p>the drawing</p>
  </ChartSection>
);

it('shows a chart as its table, and says so in the address', async () => {
  const { router } = await draw(chart);
  fireEvent.click(screen.getByRole('button', { name: '“Change” as a table' }));
  expect(await screen.findByRole('cell', { name: '+92.2%' })).toBeTruthy();
  expect(screen.queryByText('the drawing')).toBeNull();
  expect(router.state.location.searchStr).toBe('?tables=deltas');
  fireEvent.click(screen.getByRole('button', { name: '“Change” as a table' }));
  expect(await screen.findByText('the drawing')).toBeTruthy();
  expect(router.state.location.searchStr).toBe('');
});

it('copies the table as Markdown', async () => {
  const writeText = vi.fn(() => Promise.resolve());
  vi.stubGlobal('isSecureContext', true);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
  await draw(chart);
  fireEvent.click(screen.getByRole('button', { name: 'Export “Change”' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Copy table as Markdown' }));
  await waitFor(() =>
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining('| workers 2 | +92.2% |')),
  );
});

it('leads to the report and to every file, by the metric that is shown', async () => {
  const files = exportFiles('/api/v1/experiments/x/export', '?metric=latency_p99', 'experiment');
  await draw(<ShareMenu files={files} report="/experiments/x/report?metric=latency_p99" />);
  fireEvent.click(screen.getByRole('button', { name: 'Share' }));
  const report = await screen.findByRole('menuitem', { name: /^Report/ });
  expect(report.getAttribute('href')).toBe('/experiments/x/report?metric=latency_p99');
  const address = (name: RegExp) => screen.getByRole('menuitem', { name }).getAttribute('href');
  expect(address(/^HTML page/)).toBe('/api/v1/experiments/x/export.html?metric=latency_p99');
  expect(address(/^CSV of runs/)).toBe('/api/v1/experiments/x/export.csv?metric=latency_p99&rows=runs');
  expect(address(/^CSV of trials/)).toBe('/api/v1/experiments/x/export.csv');
});

it('names files in words that every file system takes', () => {
  expect(fileName('Pinned × unpinned: 22/16', 'deltas')).toBe('pinned-unpinned-22-16-deltas');
  expect(fileName('Größe', undefined)).toBe('größe');
  expect(fileName('///')).toBe('chart');
});
