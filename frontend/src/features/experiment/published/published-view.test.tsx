import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import type { Experiment } from '@/api/types';
import { drawPage } from '@/test/render';
import { experiment, rate } from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';
import type { ViewProps } from '../view/view-props';

import { PublishedView } from './published-view';

type Rows = NonNullable<Experiment['published']>['rows'];

const columnsOf = async (rows: object[]) => {
  const published = { source: 'A write-up', note: null, remarks: [], rows: rows as Rows };
  const shown = experiment({ published: published as never });
  const props = {
    experiment: shown,
    scope: scopeOf(shown),
    search: {},
    metric: rate,
    deltas: [],
  } as unknown as ViewProps;
  await drawPage(<PublishedView {...props} />, '/experiments/$id', `/experiments/${shown.id}`);
  return (await screen.findAllByRole('columnheader')).map(({ textContent }) => textContent);
};

it('has no column for a figure that the write-up does not print', async () => {
  expect(await columnsOf([{ variant: 'a', run_id: null, latency_mean: 0.012 }])).toEqual([
    'Variant',
    'our req/s',
    'published latency',
    'our latency',
    'our Δ',
    'our 95% interval',
    'Verdict',
  ]);
});

it('shows printed rates with the change that they make', async () => {
  const rows = [{ variant: 'a', run_id: null, requests_per_s: 100, change: 0.5 }];
  expect(await columnsOf(rows)).toEqual([
    'Variant',
    'printed req/s',
    'our req/s',
    'published Δ',
    'our Δ',
    'our 95% interval',
    'Verdict',
    'Beside it',
  ]);
});
