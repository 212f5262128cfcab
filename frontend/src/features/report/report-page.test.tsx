import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

import { METRICS } from '@/api/catalog';
import type { Report } from '@/api/types';
import { watchPrinting } from '@/components/ui/layout/printing';
import { drawPage } from '@/test/render';

import { ExperimentReportPage } from './experiment-report-page';

const ID = 'x7k2m9';
const metric: Report['metric'] = METRICS[0]!;

const report = (changes: Partial<Report> = {}): Report => ({
  kind: 'experiment',
  id: ID,
  path: `/experiments/${ID}`,
  title: 'Workers',
  question: 'Do more workers help?',
  trust: 'Trustworthy.',
  is_untrusted: false,
  headline: 'workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4]).',
  settled: true,
  state: 'finished',
  imported: false,
  description: null,
  tags: ['nightly'],
  created_at: '2026-11-21T08:00:00Z',
  started_at: null,
  finished_at: null,
  metric,
  metrics: ['requests_per_s'],
  tested: ['2 variants against the baseline “default”.'],
  variants: [],
  environment: [{ roles: ['load', 'proxy'], host: 'one', facts: [{ name: 'CPU', value: 'S2500' }] }],
  environment_note: null,
  method: ['13 rounds in random order.'],
  min_effect: 0.01,
  rows: [
    {
      number: 1,
      run_id: 'base',
      name: 'default',
      what: 'nothing: the defaults',
      workload: '',
      is_baseline: true,
      is_control: false,
      trials: 13,
      requests: 534859,
      requests_per_s: 8911.3,
      latency_mean: 0.01204,
      value: 8911.3,
      cv: 0.02,
      delta: null,
    },
  ],
  pairs: [],
  findings: [
    {
      text: 'workers 2 raised requests per second by 92.2% [88.1, 96.4]; better.',
      verdict: 'better',
      run_id: 'w2',
    },
  ],
  spread: [],
  differs: [],
  remarks: [],
  not_comparable: [],
  published: null,
  notes: '',
  notes_html: '',
  source: null,
  charts: [
    {
      name: 'delta',
      title: 'Change',
      caption: 'Bar: change.',
      summary: '1 better',
      svg: `/api/v1/experiments/${ID}/charts/delta.svg?metric=requests_per_s`,
      png: `/api/v1/experiments/${ID}/charts/delta.png?metric=requests_per_s`,
    },
  ],
  ...changes,
});

function open(answer: unknown) {
  vi.stubGlobal('fetch', async (request: Request) => {
    const found = new URL(request.url).pathname.endsWith('/report') ? answer : [metric];
    return found instanceof Response ? found.clone() : Response.json(found);
  });
  return drawPage(<ExperimentReportPage />, '/experiments/$id/report', `/experiments/${ID}/report`);
}

it('tells what was found first, then how it was measured', async () => {
  await open(report());
  expect(await screen.findByRole('heading', { level: 1, name: 'Workers' })).toBeTruthy();
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
  expect(titles).toEqual([
    'workers 2 raises throughput: 8.91k → 17.1k req/s (+92.2% [+88.1, +96.4]).',
    'Results',
    'Findings',
    'What was tested',
    'Environment',
    'Method',
    'Not comparable',
  ]);
  expect(screen.getByText(/raised requests per second by 92.2%/)).toBeTruthy();
  const row = within(screen.getByRole('table', { name: 'Results' })).getByRole('row', { name: /default/ });
  expect(row.textContent).toContain('534\u202f859');
  expect(screen.getByRole('img', { name: '1 better' }).getAttribute('src')).toContain('theme=light');
});

it('shows the first of very many findings, and all on a click', async () => {
  const findings = Array.from({ length: 200 }, (_, n) => ({
    text: `variant ${n}: unclear.`,
    verdict: 'unclear',
  }));
  await open(report({ findings }));
  expect(await screen.findByText('variant 19: unclear.')).toBeTruthy();
  expect(screen.queryByText('variant 20: unclear.')).toBeNull();
  screen.getByRole('button', { name: 'Show all 200 findings' }).click();
  expect(await screen.findByText('variant 199: unclear.')).toBeTruthy();
});

it('prints all of them in light colours, and is as before afterwards', async () => {
  watchPrinting();
  document.documentElement.setAttribute('data-mantine-color-scheme', 'dark');
  const findings = Array.from({ length: 200 }, (_, n) => ({
    text: `variant ${n}: unclear.`,
    verdict: 'unclear',
  }));
  await open(report({ findings }));
  await screen.findByText('variant 19: unclear.');
  window.dispatchEvent(new Event('beforeprint'));
  expect(screen.getByText('variant 199: unclear.')).toBeTruthy();
  expect(document.documentElement.getAttribute('data-mantine-color-scheme')).toBe('light');
  window.dispatchEvent(new Event('afterprint'));
  expect(screen.queryByText('variant 199: unclear.')).toBeNull();
});

it('says that there is none of an experiment that is gone', async () => {
  await open(
    Response.json({ title: 'Not found', status: 404, detail: 'No experiment x7k2m9' }, { status: 404 }),
  );
  expect(await screen.findByText('There is no report of this experiment')).toBeTruthy();
});
