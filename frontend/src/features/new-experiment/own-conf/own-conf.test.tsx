import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';

import { drawPage } from '@/test/render';

import { loadDraft } from '../draft/draft';

import { OwnConfCard } from './own-conf-card';

const ANSWER = {
  definition: {
    name: 'My nginx.conf',
    workloads: [],
    variants: [{ name: 'mine', set: { 'nginx.gzip': true } }],
  },
  yaml: '',
  servers: [
    { label: 'a.test', file: '/etc/nginx/a.conf', line: 1, serves: true },
    { label: 'b.test', file: '/etc/nginx/b.conf', line: 4, serves: false },
  ],
  server: 0,
  counts: { knob: 1, kept: 2, replaced: 1, left_out: 3 },
  directives: [
    {
      file: '/etc/nginx/a.conf',
      line: 3,
      text: 'root /srv;',
      kind: 'replaced',
      knob: '',
      became: 'root html;',
      reason: 'the page of the test lies in html',
      count: 1,
    },
    {
      file: 'b.conf',
      line: 4,
      text: 'server {…}',
      kind: 'left_out',
      knob: '',
      became: '',
      reason: 'another server block is measured',
      count: 3,
    },
  ],
  differences: [
    {
      sign: '-',
      context: 'http › server',
      text: 'root /srv;',
      reason: 'the page of the test lies in html',
      file: 'a.conf',
      line: 3,
    },
  ],
  conf: '',
};

let bodies: unknown[] = [];
let testbeds: object[] = [];
let answer: object = ANSWER;

beforeEach(() => {
  bodies = [];
  answer = ANSWER;
  testbeds = [];
  sessionStorage.clear();
  localStorage.clear();
  vi.stubGlobal('fetch', async (request: Request) => {
    if (request.url.endsWith('/testbeds')) return Response.json(testbeds);
    if (!request.url.endsWith('/from-nginx-conf')) return Response.json([]);
    const body = (await request.json()) as { text: string };
    bodies.push(body);
    if (body.text.includes('\0')) {
      const errors = [{ place: 'text', message: 'must be text without NUL or broken characters' }];
      return Response.json(
        { title: 'Invalid values', detail: 'The request is invalid: see the errors', errors },
        { status: 422 },
      );
    }
    if (body.text.includes("'"))
      return Response.json(
        { title: 'Invalid values', detail: "nginx.conf:2: the quote ' is never closed" },
        { status: 422 },
      );
    return Response.json(answer);
  });
});

const field = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your nginx.conf' });

async function paste(text: string, address = '/new') {
  await drawPage(<OwnConfCard />, '/new', address);
  fireEvent.change(field(), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
}

it('keeps the text and names the line of a mistake', async () => {
  await paste("http {\n gzip 'on;\n}");
  expect(await screen.findByText("nginx.conf:2: the quote ' is never closed")).toBeTruthy();
  expect(field().value).toContain("gzip 'on;");
});

it('says what is wrong with a file that is no text', async () => {
  await paste('\0ELF');
  await screen.findByText('The config must be text without NUL or broken characters');
});

it('says what becomes of a config, and goes on with it as the baseline', async () => {
  await paste('http {}');
  expect((await screen.findByRole('status')).textContent).toBe(
    '1 directive is a knob, 2 stay as they are, 1 are replaced, 3 left out.',
  );
  expect(screen.getByText(/^Replaced and left out/).textContent).toBe('Replaced and left out (4)');
  const table = screen.getByRole('table', { name: 'Replaced and left out', hidden: true });
  expect(within(table).getByText('a.conf:3')).toBeTruthy();
  expect(within(table).getByText('left out, with the 2 in it')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Use it as the baseline' }));
  expect(loadDraft('blank')?.definition.variants[0]?.set).toEqual({ 'nginx.gzip': true });
});

it('says what the nginx of the chosen testbed does not know', async () => {
  const reason = '`max_headers` is known to nginx since 1.29.8; the proxy host has nginx/1.22.1';
  answer = { ...ANSWER, lacks: [{ file: 'a.conf', line: 4, text: 'max_headers 50;', reason }] };
  await paste('http {}', '/new?testbed=t1');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('The testbed’s nginx does not know 1 directive');
  expect(alert.textContent).toContain(`a.conf:4 · ${reason}`);
  expect(bodies[0]).toEqual({ text: 'http {}', testbed_id: 't1' });
});

it('reads for the nginx of the testbed that is chosen, and goes on with that testbed', async () => {
  testbeds = ['one', 'two'].map((name) => ({ id: name, name, roles: [] }));
  const { router } = await drawPage(<OwnConfCard />, '/new', '/new?testbed=one');
  fireEvent.change(field(), { target: { value: 'http {}' } });
  fireEvent.click(screen.getByRole('button', { name: 'Read it' }));
  await screen.findByRole('button', { name: 'Use it as the baseline' });
  fireEvent.click(await screen.findByRole('combobox', { name: 'Nginx of testbed' }));
  fireEvent.click(await screen.findByRole('option', { name: 'two', hidden: true }));
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies).toEqual(['one', 'two'].map((testbed_id) => ({ text: 'http {}', testbed_id })));
  fireEvent.click(await screen.findByRole('button', { name: 'Use it as the baseline' }));
  await vi.waitFor(() => expect(router.state.location.search).toEqual({ step: 'variants', testbed: 'two' }));
});

it('shows the text again to whoever comes back', async () => {
  await paste('http { gzip on; }');
  fireEvent.click(await screen.findByRole('button', { name: 'Use it as the baseline' }));
  cleanup();
  await drawPage(<OwnConfCard />, '/new', '/new');
  expect(field().value).toBe('http { gzip on; }');
  expect(localStorage.getItem('dyno.own-conf')).toBeNull();
});

it('reads another server block', async () => {
  await paste('http {}');
  fireEvent.change(await screen.findByLabelText('Server block to measure'), { target: { value: '1' } });
  await vi.waitFor(() => expect(bodies).toHaveLength(2));
  expect(bodies[1]).toEqual({ text: 'http {}', server: 1 });
});
