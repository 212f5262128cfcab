import { Table } from '@mantine/core';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { PlainTable } from './plain-table';

it('has the heads of its shown columns for the cells of a row that is stacked on a phone', async () => {
  await draw(
    <PlainTable label="Links" heads={[false, 'Made', 'Works until', { name: 'Opened', ta: 'right' }]} stacks>
      <Table.Tr>
        <Table.Td>now</Table.Td>
      </Table.Tr>
    </PlainTable>,
  );
  const { style } = screen.getByRole('table', { name: 'Links' });
  expect(style.getPropertyValue('--head-1')).toBe('"Made"');
  expect(style.getPropertyValue('--head-2')).toBe('"Works until"');
  expect(style.getPropertyValue('--head-3')).toBe('');
});
