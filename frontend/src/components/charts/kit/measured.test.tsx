import { render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';

import { watchPrinting } from '@/components/ui/layout/printing';

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

it('draws a chart at its width on paper before the browser prints, and at its old width afterwards', () => {
  watchPrinting();
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, 0, document.documentElement.hasAttribute('data-printing') ? 620 : 1200, 200),
  );
  render(
    <Sized height={200} label="On paper">
      {(width) => `${width} px wide`}
    </Sized>,
  );
  const chart = screen.getByRole('img', { name: 'On paper' });
  window.dispatchEvent(new Event('beforeprint'));
  expect(chart.textContent).toBe('620 px wide');
  window.dispatchEvent(new Event('afterprint'));
  expect(chart.textContent).toBe('1200 px wide');
});
