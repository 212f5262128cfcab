import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { RecipeSummary } from '@/api/types';
import { drawPage } from '@/test/render';

import { RecipeCard } from './recipe-card';
import { byTopic, savedBy } from './topics';

beforeEach(() => vi.stubGlobal('fetch', async () => Response.json([])));

const form = { seconds: 95, runs: 5, tools: ['wrk'], needs: ['wrk'], problems: [], left_out: [] };
const recipe: RecipeSummary = {
  slug: 'kernel-network',
  title: 'Kernel network settings',
  topic: 'Connections and kernel',
  summary: 'What they change.',
  differs: 'default, tuned',
  why: 'Because.',
  source: 'A write-up',
  forms: ['quick', 'full'],
  quick_note: 'Sized to this machine.',
  tool: 'wrk',
  topology: 'proxied',
  kind: 'compare',
  retired: false,
  on_testbed: [
    { ...form, form: 'quick', left_out: ['fq and bbr: this kernel has no bbr'] },
    {
      ...form,
      form: 'full',
      seconds: 5400,
      needs: ['wrk', '11 kernel settings'],
      problems: ['No root here'],
    },
  ],
};

it('says how long each form takes here, what it needs and what stands in its way', async () => {
  await drawPage(<RecipeCard recipe={recipe} />, '/new', '/new?testbed=t1');
  const card = within(await screen.findByRole('article'));
  expect(card.getByText(/default, tuned/)).toBeTruthy();
  expect(card.getByText(/about 2 min, 5 runs/)).toBeTruthy();
  expect(card.getByText(/1 h 30 min, 5 runs · wrk, 11 kernel settings/)).toBeTruthy();
  expect(card.getByText('Not on this testbed: 1 reason')).toBeTruthy();
  expect(card.getByText('No root here')).toBeTruthy();
  expect(card.getByText('fq and bbr: this kernel has no bbr')).toBeTruthy();
  const quick = card.getByRole('link', { name: 'Use the quick form' });
  expect(quick.getAttribute('href')).toBe('/new?recipe=kernel-network&form=quick&testbed=t1&step=testbed');
});

it('calls a search for a ceiling a search', async () => {
  await drawPage(
    <RecipeCard recipe={{ ...recipe, kind: 'ceiling', topology: 'proxy_only' }} mark="chosen" />,
    '/new',
    '/new',
  );
  const card = within(await screen.findByRole('article'));
  expect(card.getByText('search')).toBeTruthy();
  expect(card.getByText('chosen')).toBeTruthy();
  expect(card.queryByText('proxy_only')).toBeNull();
});

it('knows which recipes one saved oneself', () => {
  const own = { version: 1, title: 'x', created_at: '2026-11-20T12:00:00Z' };
  const hers = { ...recipe, slug: 'hers', own: { ...own, owner: { id: 'ada', login: 'ada', name: 'Ada' } } };
  const all = [recipe, hers, { ...recipe, slug: 'tokens', own: { ...own, owner: null } }];
  expect(savedBy(all, 'ada').map(({ slug }) => slug)).toEqual(['hers']);
  expect(savedBy(all, null).map(({ slug }) => slug)).toEqual(['tokens']);
});

it('groups recipes by topic in the order of the gallery', () => {
  const noise = { ...recipe, slug: 'calibration', topic: 'CPUs and noise' as const };
  const more = { ...recipe, slug: 'more' };
  expect(
    byTopic([recipe, noise, more]).map(({ name, recipes }) => [name, recipes.map((r) => r.slug)]),
  ).toEqual([
    ['Connections and kernel', ['kernel-network', 'more']],
    ['CPUs and noise', ['calibration']],
  ]);
  expect(byTopic([recipe, noise], 'CPUs and noise')).toHaveLength(1);
});
