import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { EMPTY } from './import-draft';
import { TableSections } from './table-section';
import type { Import } from './use-import';

it('cuts a long cell, so that the columns after it stay in sight', async () => {
  const remark = 'a remark '.repeat(200);
  const table = {
    heading: ['variant', 'remark'],
    columns: [
      { name: 'variant', role: 'variant', unit: '' },
      { name: 'remark', role: 'note', unit: '' },
    ],
    rows: [['tuned', remark]],
    lines: [2],
    decimal: '.',
  };
  const preview = { texts: [{ name: 'a.csv', kind: 'table', tables: [table], warnings: [] }], problems: [] };
  const state = { draft: EMPTY, edit: () => {}, result: { preview, texts: [{ id: 't', name: 'a.csv' }] } };
  await draw(<TableSections state={state as unknown as Import} />);
  const cell = await screen.findByText(remark.trim());
  expect(cell.dataset.lineClamp).toBe('true');
});

it.each([
  ['setting', 'one row per run'],
  ['trial', 'one row per trial'],
])('says what a row is where a column holds a %s', async (role, words) => {
  const columns = [
    { name: 'variant', role: 'variant', unit: '' },
    { name: 'round', role, unit: '' },
  ];
  const table = { columns, rows: [['tuned', '1']], lines: [2], decimal: '.' };
  const preview = { texts: [{ name: 'a.csv', kind: 'table', tables: [table], warnings: [] }], problems: [] };
  const state = { draft: EMPTY, edit: () => {}, result: { preview, texts: [{ id: 't', name: 'a.csv' }] } };
  await draw(<TableSections state={state as unknown as Import} />);
  expect(await screen.findByText(new RegExp(`1 row: ${words}`))).toBeTruthy();
});
