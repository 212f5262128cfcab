import { act, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { follow, followedIds, startTelling } from '@/api/followed';
import { draw } from '@/test/render';

import { TellWhenDone } from './tell-when-done';

const told: { title: string; body?: string; click: () => void }[] = [];
const streams: EventTarget[] = [];
let state = 'running';

class FakeNotification {
  static permission = 'granted';
  static requestPermission = () => Promise.resolve('granted');
  onclick = () => {};
  close = () => {};
  constructor(title: string, { body }: NotificationOptions) {
    told.push({ title, body, click: () => this.onclick() });
  }
}

beforeEach(() => {
  vi.stubGlobal('Notification', FakeNotification);
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal(
    'EventSource',
    class extends EventTarget {
      constructor() {
        super();
        streams.push(this);
      }
      close() {}
    },
  );
  const locks = { request: (_: string, __: object, held: () => Promise<void>) => held() };
  vi.stubGlobal('navigator', { ...navigator, locks });
  vi.stubGlobal('fetch', () =>
    Promise.resolve(
      Response.json({ id: 'e1', name: 'workers', state, headline: { sentence: 'two doubles throughput.' } }),
    ),
  );
});

afterEach(() => {
  localStorage.clear();
  told.length = streams.length = 0;
  state = 'running';
});

const say = (kind: string, data: object) =>
  act(() => streams[0]!.dispatchEvent(new MessageEvent(kind, { data: JSON.stringify(data) })));

async function listening() {
  await startTelling();
  follow('e1');
  const view = await draw(<TellWhenDone />);
  await waitFor(() => expect(streams).toHaveLength(1));
  return view;
}

it('opens no stream where nothing is followed', async () => {
  await startTelling();
  await draw(<TellWhenDone />);
  expect(streams).toHaveLength(0);
});

it('tells the sentence once when a followed experiment ends', async () => {
  const { router } = await listening();
  state = 'finished';
  say('experiment', { experiment_id: 'e2', state: 'finished' });
  say('experiment', { experiment_id: 'e1' });
  expect(told).toEqual([]);
  say('experiment', { experiment_id: 'e1', state: 'finished' });
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]).toMatchObject({ title: 'workers: finished', body: 'two doubles throughput.' });
  expect(followedIds()).toEqual([]);
  told[0]!.click();
  await waitFor(() => expect(router.state.location.pathname).toBe('/experiments/e1'));
});

it('tells of what ended while no tab was open', async () => {
  state = 'failed';
  await listening();
  say('ready', {});
  await waitFor(() => expect(told).toHaveLength(1));
  expect(told[0]!.title).toBe('workers: failed');
});
