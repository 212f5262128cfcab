import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { noteAskingTimes } from './asking-times';
import { type LiveOptions, useLive } from './events';

class Source {
  static all: Source[] = [];
  static CLOSED = 2;
  readyState = 1;
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
noteAskingTimes(client.getQueryCache());
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
  tell('ready');
  act(() => void vi.advanceTimersByTime(2_000));
  invalidate.mockClear();
}

const tell = (kind = 'experiment', data: unknown = {}) =>
  act(() => Source.all.at(-1)?.listeners.get(kind)?.({ data: JSON.stringify(data) }));

/** A page that asks one query and follows its events; how often it was asked, and how to answer. */
function openPage(name: string) {
  const queryKey = ['experiments', name];
  const answers: ((state: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const options = { isEnabled: true, keys: [queryKey] };
  const { result } = renderHook(() => (useLive(options), useQuery({ queryKey, queryFn })), { wrapper });
  const answer = async (state: string) => {
    answers.at(-1)?.(state);
    await act(() => vi.advanceTimersByTimeAsync(1));
  };
  return { answers, answer, result };
}

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const tellReady = (experiment?: number) => tell('ready', { changed_ms_ago: { experiment, host: 999_999 } });

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
  const { answers, answer, result } = openPage('first');
  tell();
  expect(answers).toHaveLength(1);
  await answer('running');
  expect(answers).toHaveLength(2);
  await answer('finished');
  expect(result.current.data).toBe('finished');
});

it('asks once where nothing happened between the question and the opening of the stream', async () => {
  const { answers, answer } = openPage('quiet');
  await wait(80);
  await answer('running');
  await wait(60);
  tellReady(500);
  await wait(5_000);
  expect(answers).toHaveLength(1);
});

it.each(['answered', 'on its way'])(
  'asks again for what was %s when it changed before the stream was open',
  async (at) => {
    const { answers, answer, result } = openPage(at);
    await wait(80);
    if (at === 'answered') await answer('running');
    await wait(60);
    tellReady(40);
    if (at === 'on its way') await answer('running');
    expect(answers).toHaveLength(2);
    await answer('finished');
    expect(result.current.data).toBe('finished');
  },
);

it('asks again where an older server does not say when something last changed', async () => {
  const { answers, answer } = openPage('unknown');
  await answer('running');
  tellReady();
  expect(answers).toHaveLength(2);
});

it('asks again after a lost stream only for what happened meanwhile', async () => {
  const { answers, answer } = openPage('lost');
  await answer('running');
  tellReady(500);
  await wait(3_000);
  tellReady(3_400);
  expect(answers).toHaveLength(1);
  tellReady(1_000);
  expect(answers).toHaveLength(2);
});

it('does not let the opening of the stream delay what happens next', async () => {
  const { answers, answer } = openPage('at once');
  await answer('running');
  tellReady(500);
  tell();
  expect(answers).toHaveLength(2);
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
  tell('ready');
  expect(invalidate).toHaveBeenCalledTimes(1);
});

it('goes on while hidden where a notification depends on it', () => {
  follow({ whileHidden: true });
  see('hidden');
  expect(Source.all.at(-1)?.close).not.toHaveBeenCalled();
});
