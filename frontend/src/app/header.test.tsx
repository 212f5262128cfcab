import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { may } from '@/components/domain/needs';
import { ADMIN, draw } from '@/test/render';

import { Header } from './header';

const VIEWER = { ...ADMIN, role: 'viewer', can_reach_hosts: false } as const;
const OPERATOR = { ...ADMIN, role: 'operator', can_reach_hosts: false } as const;

it.each([
  ['viewer', [true, false, false, false], VIEWER],
  ['operator', [true, true, false, false], OPERATOR],
  ['admin', [true, true, true, true], ADMIN],
] as const)('a %s may', async (_, expected, me) => {
  expect((['viewer', 'operator', 'admin', 'hosts'] as const).map((right) => may(me, right))).toEqual(
    expected,
  );
});

it('says who is signed in, and shows an admin every page', async () => {
  await draw(<Header />);
  expect(screen.getByRole('link', { name: 'Your account: Ada' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'People' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /New/ })).toBeTruthy();
});

it('leaves out what a viewer may not use', async () => {
  await draw(<Header />, '/', VIEWER);
  expect(screen.getByRole('link', { name: 'Experiments' })).toBeTruthy();
  for (const name of ['People', /New/]) expect(screen.queryByRole('link', { name })).toBeNull();
});
