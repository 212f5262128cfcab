import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Run } from '@/api/types';
import { draw } from '@/test/render';

import { FactsTable } from './facts-table';

const host = {
  host_id: 'h',
  host: 'web',
  role: 'proxy',
  address: '::1',
  machine: 'm',
  network: 'n',
  cpus: 2,
};
const run = (facts_changed: Run['facts_changed']) =>
  ({ hosts: [host], facts: { web: { kernel: '6.1' } }, facts_changed }) as unknown as Run;

it('shows first what was another value after the experiment', async () => {
  await draw(
    <FactsTable run={run([{ host: 'web', name: 'governor', before: 'powersave', after: 'performance' }])} />,
  );
  expect(await screen.findByText('1 fact changed from before the experiment to after it')).toBeTruthy();
  expect(screen.getByText('governor').closest('tr')?.textContent).toBe('governor webpowersaveperformance');
});

it('says that nothing changed, and nothing where no host was read again', async () => {
  const { unmount } = await draw(<FactsTable run={run([])} />);
  expect(await screen.findByText(/every fact was as at launch/)).toBeTruthy();
  unmount();
  await draw(<FactsTable run={run(null)} />);
  expect(await screen.findByText('1 fact')).toBeTruthy();
  expect(screen.queryByText(/as at launch/)).toBeNull();
});
