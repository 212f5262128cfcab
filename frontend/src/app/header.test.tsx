import { fireEvent, screen, within } from '@testing-library/react';
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

const menu = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Your account: Ada' }));
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
};

it('has six places for everybody', async () => {
  await draw(<Header />, '/', VIEWER);
  const places = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  expect(places.map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Experiments',
    'New',
    'Compare',
    'Hosts',
    'Docs',
  ]);
});

it('says who is signed in, and has the pages of the account', async () => {
  await draw(<Header />);
  expect(await menu()).toEqual(['Account', 'People', 'Notices', 'Share links', 'Audit log', 'Sign out']);
  expect(screen.getByRole('menuitem', { name: 'People' }).getAttribute('href')).toBe('/account/people');
});

it('leaves out what a viewer may not use', async () => {
  await draw(<Header />, '/', VIEWER);
  expect(await menu()).toEqual(['Account', 'Share links', 'Sign out']);
});

it.each([
  ['/', ['Home']],
  ['/experiments/trend', ['Experiments']],
  ['/runs/r1', ['Experiments']],
  ['/bisects', ['Experiments']],
  ['/bisects/b1', ['Experiments']],
  ['/c/c1', ['Compare']],
  ['/account', []],
])('shows that %s belongs to %s', async (address, places) => {
  await draw(<Header />, address);
  const links = within(screen.getByRole('navigation', { name: 'Pages' })).getAllByRole('link');
  const here = links.filter((link) => link.dataset.status === 'active' && link.ariaCurrent !== null);
  expect(here.map(({ textContent }) => textContent)).toEqual(places);
});
