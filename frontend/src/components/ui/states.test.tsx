import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { ApiError } from '@/api/errors';
import { draw } from '@/test/render';

it('an error says what, where, at which place, and offers to try again', async () => {
  const retry = vi.fn();
  const error = new ApiError(422, 'Invalid values', '1 problem', [
    { place: 'variants[2].set', message: 'unknown knob nginx.workers' },
  ]);
  await draw(<ErrorState error={error} failedPart="the plan" onRetry={retry} />);
  const text = screen.getByRole('alert').textContent;
  expect(text).toContain('Invalid values — the plan');
  expect(text).toContain('variants[2].set');
  expect(text).toContain('unknown knob nginx.workers');
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

it('a verdict explains itself on focus', async () => {
  await draw(<VerdictBadge verdict="unclear" detail="about 9 more rounds would settle it" />);
  screen.getByText('unclear').focus();
  expect((await screen.findByRole('tooltip')).textContent).toMatch(/cannot tell.*9 more rounds/);
});

it('a picker keeps its choice in the address and leaves the usual one out', async () => {
  const options = [
    { value: 'table', label: 'Table' },
    { value: 'pivot', label: 'Pivot' },
  ];
  const { router } = await draw(
    <UrlSegments name="view" label="View" options={options} fallback="table" />,
    '/?metric=p99',
  );
  fireEvent.click(screen.getByLabelText('Pivot'));
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?metric=p99&view=pivot'));
  await vi.waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Pivot').checked).toBe(true));
  fireEvent.click(screen.getByLabelText('Table'));
  await vi.waitFor(() => expect(router.state.location.searchStr).toBe('?metric=p99'));
});
