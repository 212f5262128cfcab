import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type LiveOptions, useLive } from './events';

class Source {
  static all: Source[] = [];
  static CLOSED = 2;
  readyState = 1;
  onopen?: () => void;
  listeners = new Map<string, (event: { data: string }) => void>();
  close = vi.fn(() => (this.readyState = Source.CLOSED));
  constructor() {
    Source.all.push(this);
  }
  addEventListener(kind: string, listener: (event: { data: string }) => void) {
    this.listeners.set(kind, listener);
  }
}

const client = new QueryClient();
const invalidate = vi.spyOn(client, 'invalidateQueries');
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);

function see(state: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

function follow(options: Partial<LiveOptions> = {}) {
  renderHook(() => useLive({ isEnabled: true, keys: [['experiments', 'e']], ...options }), { wrapper });
  act(() => Source.all.at(-1)?.onopen?.());
  act(() => void vi.advanceTimersByTime(2_000));
  invalidate.mockClear();
}

const tell = (kind = 'experiment') => act(() => Source.all.at(-1)?.listeners.get(kind)?.({ data: '{}' }));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('EventSource', Source);
  Source.all = [];
});
afterEach(() => {
  see('visible');
  vi.useRealTimers();
});

it('asks at once, and once more for what many events in a row say', () => {
  follow();
  tell();
  expect(invalidate).toHaveBeenCalledTimes(1);
  for (let event = 0; event < 20; event++) tell();
  expect(invalidate).toHaveBeenCalledTimes(1);
  act(() => void vi.advanceTimersByTime(60_000));
  expect(invalidate).toHaveBeenCalledTimes(2);
});

it('asks once more for what was on its way when something happened', async () => {
  const queryKey = ['experiments', 'first'];
  const answers: ((state: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const options = { isEnabled: true, keys: [queryKey] };
  const { result } = renderHook(() => (useLive(options), useQuery({ queryKey, queryFn })), { wrapper });
  act(() => Source.all.at(-1)?.onopen?.());
  expect(answers).toHaveLength(1);
  answers[0]?.('running');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(answers).toHaveLength(2);
  answers[1]?.('finished');
  await act(() => vi.advanceTimersByTimeAsync(1));
  expect(result.current.data).toBe('finished');
});

it('asks for hosts only when something happened to one, where a page says so', () => {
  const askedKeys = () => invalidate.mock.calls.map(([filters]) => filters?.queryKey);
  follow({ hostKeys: [['hosts', 'list']] });
  tell();
  act(() => void vi.advanceTimersByTime(2_000));
  expect(askedKeys()).toEqual([['experiments', 'e']]);

  invalidate.mockClear();
  tell('host');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(askedKeys()).toEqual([['hosts', 'list']]);
});

it('asks for nothing while nobody sees the page, and for what it missed afterwards', () => {
  follow();
  see('hidden');
  expect(Source.all.at(-1)?.close).toHaveBeenCalled();
  act(() => void vi.advanceTimersByTime(60_000));
  expect(Source.all).toHaveLength(1);
  expect(invalidate).not.toHaveBeenCalled();

  see('visible');
  expect(Source.all).toHaveLength(2);
  act(() => Source.all.at(-1)?.onopen?.());
  expect(invalidate).toHaveBeenCalledTimes(1);
});

it('goes on while hidden where a notification depends on it', () => {
  follow({ whileHidden: true });
  see('hidden');
  expect(Source.all.at(-1)?.close).not.toHaveBeenCalled();
});
