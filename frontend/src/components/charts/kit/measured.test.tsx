import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { Sized } from './chart-kit';

afterEach(() => vi.restoreAllMocks());

it('draws a chart at the width of its box from the first paint on, before anything resizes', () => {
  const phone = new DOMRect(0, 0, 358, 200);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(phone);
  render(
    <Sized height={200} label="Deltas">
      {(width) => `${width} px wide`}
    </Sized>,
  );
  const chart = screen.getByRole('img', { name: 'Deltas' });
  expect(chart.textContent).toBe('358 px wide');
});
