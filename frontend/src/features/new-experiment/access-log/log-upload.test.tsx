import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import type { WorkloadSpec } from '../draft/definition';

import { LogUpload } from './log-upload';
import { withLog, withoutLog } from './log-workload';

const ANSWER = {
  workload: {
    name: 'from the log',
    tool: 'wrk',
    duration_s: 10,
    keepalive: false,
    mix: [{ path: '/0?xxx', weight: 3 }],
    site: [5000],
  },
  yaml: '',
  summary: {
    format: 'combined',
    lines: 1200,
    usable_requests: 1000,
    left_out: [{ kind: 'client_error', count: 200, reason: 'answers 4xx' }],
    sampled_requests: 1000,
    targets_seen: 7,
    targets_used: 7,
    frequent_share: 1,
    unchanged_share: 0,
    site_bytes: 5000,
    shortened_pages: 1,
    requests_per_s_mean: 12.5,
    requests_per_s_peak: 90,
    requests_per_connection: null,
  },
};

class Upload {
  static last: Upload;
  upload: { onprogress?: (event: object) => void } = {};
  onload?: () => void;
  onabort?: () => void;
  status = 0;
  responseText = '';
  url = '';
  body: unknown;
  open = (_: string, url: string) => (this.url = url);
  setRequestHeader = () => undefined;
  abort = () => this.onabort?.();
  send = (body: unknown) => {
    this.body = body;
    Upload.last = this;
  };
  answer(status: number, body: object) {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.onload?.();
  }
}

const LOG = new File(['x'], 'access.log');
const WORKLOAD: WorkloadSpec = { name: 'mine', connections: 8, duration_s: 3, path: '/a' };
let changes: WorkloadSpec[] = [];

beforeEach(() => {
  changes = [];
  vi.stubGlobal('XMLHttpRequest', Upload);
});

const draw = () =>
  drawPage(<LogUpload workload={WORKLOAD} canMix onChange={(next) => changes.push(next)} />, '/new', '/new');

async function choose() {
  const input = await waitFor(() => {
    const element = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!element) throw new Error('no input');
    return element;
  });
  fireEvent.change(input, { target: { files: [LOG] } });
  await screen.findByRole('progressbar');
}

it('shows how much of a log was sent, and what was taken and left out', async () => {
  await draw();
  await choose();
  act(() => Upload.last.upload.onprogress?.({ loaded: 30, total: 120 }));
  screen.getByText('25%');

  act(() => Upload.last.answer(200, ANSWER));

  const table = await screen.findByRole('table', { name: 'Taken and left out' });
  within(table).getByText('left out: answers 4xx');
  screen.getByText(/Pages: 5.00 kB. 1 page cut: one has at most 256 MiB, and all together 2 GB./);
  expect(changes).toEqual([
    {
      name: 'mine',
      connections: 8,
      duration_s: 3,
      keepalive: false,
      mix: ANSWER.workload.mix,
      site: [5000],
    },
  ]);
  expect(Upload.last.body).toBe(LOG);
});

it('asks for kept and masked paths only together', async () => {
  await draw();
  await screen.findByLabelText('Format');
  expect(screen.queryByLabelText('Mask the values of queries')).toBeNull();
  fireEvent.click(screen.getByLabelText('Keep the paths, for a backend of my own'));
  fireEvent.click(screen.getByLabelText('Mask the values of queries'));
  await choose();
  expect(Upload.last.url).toContain('keep_paths=true&mask=true');
});

it('says why a log cannot be used, and changes nothing', async () => {
  await draw();
  await choose();
  act(() => Upload.last.answer(422, { title: 'Invalid', detail: 'the log has no lines' }));
  expect((await screen.findByRole('alert')).textContent).toContain('the log has no lines');
  expect(changes).toEqual([]);
});

it('takes the same file once more, such as with its format', async () => {
  await draw();
  await choose();
  act(() => Upload.last.answer(422, { title: 'Invalid', detail: 'Give the log_format' }));
  await screen.findByRole('alert');
  const input = document.querySelector('input[type=file]')!;
  Object.defineProperty(input, 'value', { value: 'access.log', writable: true });
  fireEvent.click(await screen.findByRole('button', { name: 'Choose a log' }));
  expect(input).toHaveProperty('value', ''); // a browser tells no change while it holds the file
});

it('can be cancelled without a complaint', async () => {
  await draw();
  await choose();
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(changes).toEqual([]);
});

it('takes a tool that can send a mix, and goes back to one path', () => {
  const workload: WorkloadSpec = { tool: 'ab', requests: 1000 };
  const mixed = withLog(workload, ANSWER as never, false);
  expect(mixed).toMatchObject({ tool: 'wrk', duration_s: 10 });
  expect(mixed).not.toHaveProperty('requests');
  expect(withoutLog(mixed)).not.toHaveProperty('mix');
  expect(withoutLog(mixed)).not.toHaveProperty('site');
});
