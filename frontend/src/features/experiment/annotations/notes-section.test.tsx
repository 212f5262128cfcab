import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { ADMIN, drawPage } from '@/test/render';
import { experiment } from '@/test/samples/experiment';

import { NotesSection } from './notes-section';

const open = (changes: object, role: 'viewer' | 'operator') => {
  const section = <NotesSection experiment={{ ...experiment(), notes: '', ...changes }} place="top" />;
  return drawPage(section, '/experiments/$id', '/experiments/x7k2m9', { ...ADMIN, role });
};

it('offers to rename and archive only to those who may', async () => {
  const { unmount } = await open({ tags: ['nightly'] }, 'operator');
  await screen.findByRole('button', { name: 'Rename' });
  await screen.findByRole('button', { name: 'Archive' });
  unmount();
  await open({ tags: ['nightly'], archived: true }, 'viewer');
  await screen.findByText('nightly');
  await screen.findByText('archived');
  expect(screen.queryByRole('button', { name: /Rename|rchive/ })).toBeNull();
});

it('has nothing to open for viewers where nobody wrote anything', async () => {
  const section = <NotesSection experiment={{ ...experiment(), notes: '', tags: [] }} place="bottom" />;
  const { container } = await drawPage(section, '/experiments/$id', '/experiments/x7k2m9', {
    ...ADMIN,
    role: 'viewer',
  });
  expect(container.textContent).not.toContain('Tags and notes');
});
