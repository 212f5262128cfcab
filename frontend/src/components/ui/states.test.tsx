import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { ErrorState } from '@/components/ui/feedback/error-state';
import { UrlSegments } from '@/components/ui/navigation/url-segments';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { ApiError, unreachable } from '@/api/errors';
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

it('says once that the server is away, however many parts wait for it', async () => {
  const parts = (...names: string[]) => (
    <MantineProvider env="test">
      {names.map((name) => (
        <ErrorState key={name} error={unreachable()} failedPart={name} onRetry={vi.fn()} />
      ))}
    </MantineProvider>
  );
  const { rerender } = render(parts('the hosts', 'the testbeds'));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached — the hosts');
  expect(screen.getByText('Not loaded yet: the testbeds.')).toBeTruthy();
  rerender(parts('the testbeds'));
  expect(screen.getByRole('alert').textContent).toContain('The server cannot be reached — the testbeds');
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
