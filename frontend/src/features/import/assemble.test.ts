import { describe, expect, it } from 'vitest';

import type { ImportReport, Preview, RunGuess } from '@/api/types';

import {
  aloneUnderWorkload,
  bodyOf,
  loadRows,
  loadValue,
  missingOf,
  runRows,
  settingsOf,
  withSteps,
} from './assemble';
import { type ImportDraft, EMPTY, withoutText, withPasted, withTexts } from './import-draft';

const report = (text: number, number: number, rate: number): ImportReport => ({
  text,
  report: number,
  first: 1,
  last: 9,
  tool: 'ab',
  version: null,
  command: null,
  url: null,
  workload: { name: 'default' },
  figures: { requests_per_s: rate },
  failures: '',
  invalid: [],
  warnings: [],
  problem: null,
});

const guess = (place: string, variant: string, reports: [number, number][]): RunGuess => ({
  place,
  variant,
  topology: 'proxied',
  factors: {},
  settings: {},
  baseline: false,
  control: false,
  trials: reports.map(([text, number]) => ({ text, report: number })),
});

const preview: Preview = {
  texts: [],
  reports: [report(0, 0, 100), report(0, 1, 110), report(1, 0, 200)],
  workloads: [{ name: 'default', tool: 'ab', connections: 4, requests: 100, threads: 1 }],
  factors: {},
  runs: [
    guess('texts[0].reports[0]', 'default', [
      [0, 0],
      [0, 1],
    ]),
    guess('texts[1].reports[0]', 'tuned', [[1, 0]]),
  ],
  baseline: 'default',
  question: null,
  problems: [],
};
const ids = ['t7', 't9'];
const rows = (draft: Partial<ImportDraft> = {}) => runRows(preview, { ...EMPTY, ...draft }, ids);
const rates = (draft: Partial<ImportDraft> = {}) =>
  rows(draft).map((row) => [row.variant, ...row.reports.map(({ figures }) => figures.requests_per_s)]);

describe('runs of a preview', () => {
  it('are as suggested until something is changed', () => {
    expect(rates()).toEqual([
      ['default', 100, 110],
      ['tuned', 200],
    ]);
  });

  it('take reports that are moved to them, or one alone', () => {
    expect(rates({ moved: { 't7/1': 't9.reports[0]' } })).toEqual([
      ['default', 100],
      ['tuned', 110, 200],
    ]);
    expect(rates({ moved: { 't7/1': 't7/1' } })).toEqual([
      ['default', 100],
      ['tuned', 200],
      ['default (2)', 110],
    ]);
  });

  it('are gone when their last report is moved away, and two can share a new one', () => {
    expect(rates({ moved: { 't9/0': 't7.reports[0]' } })).toEqual([['default', 100, 110, 200]]);
    for (const first of ['t7/0', 't7/1'])
      expect(rates({ moved: { 't7/0': first, 't7/1': first } })).toEqual([
        ['tuned', 200],
        ['default (2)', 100, 110],
      ]);
  });

  it('keep what was typed about them when a text before them is removed', () => {
    const edited: ImportDraft = { ...EMPTY, runs: { 't9.reports[0]': { variant: 'best' } } };
    const rest: Preview = {
      ...preview,
      reports: [report(0, 0, 200)],
      runs: [guess('texts[0].reports[0]', 'tuned', [[0, 0]])],
    };
    expect(runRows(rest, edited, ['t9']).map(({ variant }) => variant)).toEqual(['best']);
  });

  it('are posted with names, settings and the baseline as edited, without those left out', () => {
    const draft: ImportDraft = {
      ...EMPTY,
      name: ' Two ',
      source: 'https://example.org',
      allowed: 1,
      baselines: { default: 't9.reports[0]' },
      runs: {
        't9.reports[0]': { variant: 'best', settings: 'worker_processes 4;\nmood: good' },
        't7.reports[0]': { left_out: true },
      },
    };
    const body = bodyOf(preview, draft, [
      { id: 't7', name: 'a', text: 'x' },
      { id: 't9', name: 'b', text: 'y' },
    ]);
    expect(body).toMatchObject({
      name: 'Two',
      baseline: 'best',
      allowed_failures: 0.01,
      runs: [
        {
          variant: 'best',
          settings: { worker_processes: '4', mood: 'good' },
          trials: [{ text: 1, report: 0 }],
        },
      ],
      workloads: [{ name: 'default', tool: 'ab', connections: 4, requests: 100 }],
    });
    expect(body.runs).toHaveLength(1);
    expect(body.texts).toHaveLength(2);
  });
});

it('reads settings as people write them', () => {
  expect(
    settingsOf('worker_processes = 4\n\n# no\nlisten deferred;\nnet.core.somaxconn: 65535\nbbr'),
  ).toEqual({
    worker_processes: '4',
    listen: 'deferred',
    'net.core.somaxconn': '65535',
    bbr: '',
  });
});

it('says what of a load nobody told', () => {
  const nothing = { ...preview, workloads: [{ name: 'default' }] };
  const [load] = loadRows(nothing, EMPTY);
  expect(load && missingOf(load)).toEqual(['the tool', 'connections', 'threads', 'duration or requests']);
  const [typed] = loadRows(nothing, {
    ...EMPTY,
    loads: { default: { tool: 'wrk', connections: 100, threads: 4, duration_s: 60 } },
  });
  expect(typed && missingOf(typed)).toEqual([]);
});

it('takes for other loads what is typed for the first, but for what their text says', () => {
  const sweep = {
    ...preview,
    workloads: [
      { name: '50', connections: 50 },
      { name: '100', connections: 100 },
    ],
  };
  const typed = { tool: 'wrk', connections: 60, threads: 4, duration_s: 10 };
  const [, second] = loadRows(sweep, { ...EMPTY, loads: { 50: typed } });
  expect(second?.isAsFirst).toBe(true);
  expect(second && missingOf(second)).toEqual([]);
  expect(second && loadValue(second, 'connections')).toBe(100);
});

it('leaves unknown what the source does not say, once that is said', () => {
  const nothing = { ...preview, workloads: [{ name: 'default', tool: 'wrk' as const }] };
  const draft: ImportDraft = { ...EMPTY, loads: { default: { unknown: ['connections', 'length'] } } };
  const [load] = loadRows(nothing, draft);
  expect(load && missingOf(load)).toEqual([]);
  const body = bodyOf(nothing, draft, [
    { id: 't7', name: 'a', text: 'x' },
    { id: 't9', name: 'b', text: 'y' },
  ]);
  expect(body.workloads).toEqual([
    { name: 'default', tool: 'wrk', threads: 1, keepalive: true, unknown: ['connections', 'length'] },
  ]);
});

const several: Preview = {
  ...preview,
  workloads: [{ name: 'a' }, { name: 'b' }],
  runs: [
    ...preview.runs.map((run, i) => ({ ...run, workload: i ? 'b' : 'a' })),
    {
      ...guess('texts[1].tables[0].rows[0]', 'old', []),
      workload: 'b',
      trials: [{ report: 0, figures: { requests_per_s: 1 } }],
    },
  ],
};

it('names runs that no other run has the workload of', () => {
  const found = runRows(several, EMPTY, ids);
  expect(aloneUnderWorkload(found).map(({ variant }) => variant)).toEqual(['default']);
});

it('compares the runs of each workload with one of their own', () => {
  const bases = (draft: ImportDraft) =>
    bodyOf(several, draft, []).runs.map(({ variant, baseline }) => [variant, baseline]);
  expect(bases(EMPTY)).toEqual([
    ['default', true],
    ['tuned', true],
    ['old', false],
  ]);
  const chosen = { ...EMPTY, baselines: { b: 'texts[1].tables[0].rows[0]'.replace('texts[1]', '1') } };
  expect(bases(chosen).at(-1)).toEqual(['old', true]);
});

it('sends rates, controls, rounds and settings as they were read', () => {
  const settings = { 'nginx.raw_server': 'return 200 "a=b";', 'nginx.gzip': 'on' };
  const trials = [{ report: 0, round: 3, figures: { requests_per_s: 1 } }];
  const runs = [{ ...guess('texts[1].tables[0].rows[0]', 'control', []), control: true, settings, trials }];
  const load = { name: 'a', tool: 'vegeta' as const, connections: 8, duration_s: 5, rate: 2000 };
  const body = bodyOf({ ...preview, reports: [], workloads: [load], runs }, EMPTY, []);
  expect(body.workloads[0]).toMatchObject({ rate: 2000 });
  expect(body.runs[0]).toMatchObject({ control: true, settings, trials });
});

it('types a load that no text says once for all tables', () => {
  const typed = loadRows(several, {
    ...EMPTY,
    loads: { a: { name: 'small', tool: 'wrk' }, b: { threads: 2 } },
  });
  expect(typed.map(({ name, edit }) => [name, edit.tool, edit.threads])).toEqual([
    ['small', 'wrk', undefined],
    ['b', 'wrk', 2],
  ]);
});

it('makes runs steps from the ones above them, as suggested or as chosen', () => {
  const parents = (draft: Partial<ImportDraft>, from: Preview = preview) =>
    withSteps(runRows(from, { ...EMPTY, ...draft }, ids), { ...EMPTY, ...draft }).map(({ parent }) => parent);
  expect(parents({})).toEqual([undefined, undefined]);
  expect(parents({ steps: true })).toEqual([undefined, 't7.reports[0]']);
  const [first, second] = preview.runs;
  const suggested = { ...preview, runs: [{ ...first!, parent: 'tuned' }, second!] };
  expect(parents({}, suggested)).toEqual(['t9.reports[0]', undefined]);
  expect(parents({ steps: false }, suggested)).toEqual([undefined, undefined]);
  expect(parents({ runs: { 't7.reports[0]': { parent: '' } } }, suggested)).toEqual([undefined, undefined]);
});

it('keeps one pasted text beside the files', () => {
  const draft = withTexts(withPasted(withPasted(EMPTY, 'one'), 'two'), [{ name: 'f.txt', text: 'x' }]);
  expect(draft.texts.map(({ id, text }) => [id, text])).toEqual([
    ['t1', 'two'],
    ['t2', 'x'],
  ]);
  expect(withoutText(draft, 't1').texts).toHaveLength(1);
});
