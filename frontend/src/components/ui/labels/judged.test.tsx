import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';

import { draw } from '@/test/render';

import { Judged } from './judged';

const delta = {
  verdict: 'unclear',
  because: 'could be chance',
  reason: 'The change could be chance.',
  limited: 'limited by the workers, the baseline by the load tool',
  suspect: false,
} as const;

it('says beside a verdict what limited its sides, and in the hint where it is brief', async () => {
  const { unmount } = await draw(<Judged delta={delta} />);
  expect(screen.getByText(delta.limited)).toBeTruthy();
  unmount();
  await draw(<Judged delta={delta} isBrief />);
  expect(screen.queryByText(delta.limited)).toBeNull();
  fireEvent.mouseEnter(screen.getByText('unclear'));
  expect(await screen.findByText(/Limited by the workers, the baseline by the load tool\.$/)).toBeTruthy();
});
