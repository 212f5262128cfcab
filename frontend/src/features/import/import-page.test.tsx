import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { drawPage } from '@/test/render';

import { ImportPage } from './import-page';

it('names every tool whose output it reads, those that are never run included', async () => {
  await drawPage(<ImportPage />, '/experiments/import', '/experiments/import');
  expect(await screen.findByText(/^Turn output of wrk, wrk2, ab, .* and vegeta/)).toBeTruthy();
  expect(screen.getByText(/^Output of wrk, wrk2, ab, .* or vegeta/)).toBeTruthy();
});
