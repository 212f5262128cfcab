import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { FactsChanged } from './facts-changed';

const change = (name: string, before: unknown, after: unknown) => ({ host: 'proxy', name, before, after });
const show = (changes: ReturnType<typeof change>[]) =>
  render(
    <MantineProvider>
      <FactsChanged changes={changes} />
    </MantineProvider>,
  );

it('says nothing when every host is as it was', () => {
  show([]);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.queryByRole('table')).toBeNull();
});

it('names what was another value at the end, few at first', () => {
  const many = Array.from({ length: 9 }, (_, n) => change(`sysctl.net.key${n}`, '1', '2'));
  show([change('irqbalance', null, 'running'), ...many]);
  expect(screen.getByText('10 facts of the hosts changed in the meantime')).toBeDefined();
  expect(screen.getByText('irqbalance').closest('tr')?.textContent).toBe('irqbalance proxy–running');
  expect(screen.queryByText('sysctl.net.key8')).toBeNull();
  fireEvent.click(screen.getByText('Show all 10'));
  expect(screen.getByText('sysctl.net.key8')).toBeDefined();
});
