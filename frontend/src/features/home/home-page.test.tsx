import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { draw } from '@/test/render';

import { HomePage } from './home-page';

const answers: Record<string, unknown> = {};
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`);
    const body = answers[new URL(request.url).pathname];
    return body instanceof Response ? body.clone() : Response.json(body ?? []);
  });
});

const host = {
  id: 'h1',
  name: 'load-1',
  roles: ['load'],
  online: true,
  condition: 'clean',
  last_seen: new Date().toISOString(),
  held_by: null,
  missing: [],
};

it('shows the way to a first result while there is none', async () => {
  answers['/api/v1/experiments'] = [];
  answers['/api/v1/hosts'] = [host];
  const quick = { form: 'quick', seconds: 95, problems: [] };
  answers['/api/v1/recipes'] = [{ slug: 'pins', title: 'Pins', own: null, on_testbed: [quick] }];
  await draw(<HomePage />);
  expect(await screen.findByRole('heading', { name: /runs each variant of nginx under load/ })).toBeTruthy();
  expect(await screen.findByRole('button', { name: 'Launch “Pins”, 2 min' })).toBeTruthy();
  expect(screen.getAllByText(/1 host online/).length).toBeGreaterThan(0);
  answers['/api/v1/imports/example'] = { id: 'e1' };
  fireEvent.click(screen.getByRole('button', { name: 'Open an example result' }));
  await waitFor(() => expect(asked).toContain('POST /api/v1/imports/example'));
});

it('says which host is not as it was, and links to what can be done', async () => {
  const setting = { kind: 'sysctl', name: 'net.core.somaxconn', value: '65535' };
  const left = {
    setting,
    before: '4096',
    now: '128',
    reason: 'it was changed by something else',
    command: '',
  };
  answers['/api/v1/experiments'] = [];
  answers['/api/v1/hosts'] = [{ ...host, condition: 'needs_restore', unrestored_settings: [left] }];
  await draw(<HomePage />);
  expect((await screen.findByRole('alert')).textContent).toContain(
    'load-1: net.core.somaxconn could not be restored',
  );
});

it('shows what is running, and the headline of what is done', async () => {
  const common = {
    testbed: { id: 't', name: 'local' },
    tool: 'wrk',
    runs: 3,
    rounds: 12,
    created_at: '2026-11-21T01:00:00Z',
    failure: null,
  };
  answers['/api/v1/experiments'] = [
    {
      ...common,
      id: 'e2',
      name: 'Stepwise',
      state: 'running',
      tags: [],
      headline: null,
      progress: {
        done: 9,
        total: 36,
        round: 3,
        rounds: 12,
        step: 'measuring workers 2 (round 3 of 12)',
        seconds_left: 81.4,
      },
    },
    {
      ...common,
      id: 'e1',
      name: 'Pinned',
      state: 'finished',
      progress: null,
      tags: [],
      headline: {
        name: 'workers 2',
        sentence: 'workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.7, +95.8]).',
        settled: true,
        delta: { change: 0.922, low: 0.887, high: 0.958, verdict: 'better', reason: '' },
      },
    },
  ];
  await draw(<HomePage />);
  expect(await screen.findByText('measuring workers 2 (round 3 of 12)')).toBeTruthy();
  expect(screen.getByText('about 1 min 22 s left')).toBeTruthy();
  expect(screen.getByText(/workers 2 raises throughput: 8.91k → 17.1k/)).toBeTruthy();
});

it('shows what is at work before what waits, in the order in which it was launched', async () => {
  const experiment = (name: string, state: string) => ({
    id: name,
    name,
    state,
    tags: [],
    headline: null,
    progress: null,
  });
  answers['/api/v1/experiments'] = [
    experiment('Third', 'queued'),
    experiment('Second', 'queued'),
    experiment('First', 'running'),
  ];
  await draw(<HomePage />);
  await screen.findByRole('region', { name: 'First, running' });
  const names = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(names.slice(0, 3)).toEqual(['First', 'Second', 'Third']);
});

it('says what failed and where', async () => {
  answers['/api/v1/experiments'] = Response.json(
    { title: 'Server error', detail: 'its log has the details' },
    { status: 422 },
  );
  await draw(<HomePage />);
  const alerts = await screen.findAllByRole('alert');
  expect(alerts.map(({ textContent }) => textContent).join()).toContain('Server error — the experiments');
});

it('waits with the hosts until what stands above them is known, so that nothing moves', async () => {
  let answer: (found: Response) => void = () => {};
  const experiments = new Promise<Response>((resolve) => (answer = resolve));
  let isHostTold = false;
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/v1/experiments') return experiments;
    const body = Response.json(pathname === '/api/v1/hosts' ? [host] : []);
    // read, and drawn, before the next macrotask
    if (pathname === '/api/v1/hosts') setTimeout(() => (isHostTold = true));
    return body;
  });
  await draw(<HomePage />);
  await waitFor(() => expect(isHostTold).toBe(true));
  expect(screen.queryByText('load-1')).toBeNull();
  answer(Response.json([]));
  expect(await screen.findByText('load-1')).toBeTruthy();
});
