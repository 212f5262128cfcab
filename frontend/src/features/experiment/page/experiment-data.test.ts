import { expect, it } from 'vitest';

import {
  baseline,
  control,
  delta,
  deltas,
  experiment,
  failedRequests,
  p99,
  pinnedRun,
  rate,
  run,
  trial,
  unpinnedRun,
} from '@/test/samples/experiment';
import { workloadWords } from '@/components/words/workload';

import { changeText, deltaRows, intervalText, minEffectOf, settling } from '../deltas/delta-rows';
import { whyMissing } from '../view/metrics';
import { publishedPairs } from '../published/published-rows';
import { partsOf, pinningFactor, scopeOf, settingsAgainst } from '../view/scope';
import { isOffMeans, nextSort, parseSort, tableRows } from '../runs/table-rows';
import { remarksOf, trialRows } from '../runs/trial-rows';

import { recentPeak } from './live';
import { hostSteps } from './host-steps';

const scope = scopeOf(experiment());

it('takes a grid’s name apart into its factors, and leaves other names whole', () => {
  expect(partsOf(pinnedRun)).toEqual({ name: 'workers 22', labels: ['cores', 'log off'] });
  expect(partsOf(control)).toEqual({ name: 'control (A/A)', labels: [] });
  expect(partsOf(run('x', { variant: 'a · b', factors: {} }))).toEqual({ name: 'a · b', labels: [] });
});

it('lists what a run sets otherwise, also what it leaves at the default', () => {
  expect(settingsAgainst(pinnedRun, baseline)).toEqual([
    { knob: 'nginx.worker_processes', value: 22, before: 16 },
    { knob: 'pin.load', value: '32-63', before: undefined },
  ]);
  expect(settingsAgainst(baseline, pinnedRun)).toContainEqual({
    knob: 'pin.load',
    value: undefined,
    before: '32-63',
  });
  const haproxy = run('h', {
    knobs: { 'server.name': 'haproxy' },
    inapplicable: Object.keys(baseline.knobs),
  });
  expect(settingsAgainst(haproxy, baseline)).toEqual([{ knob: 'server.name', value: 'haproxy' }]);
  expect(settingsAgainst(run('d', { topology: 'direct' }), run('b'))).toEqual([
    { knob: 'topology', value: 'direct' },
  ]);
});

it('finds the factor that does nothing but pin', () => {
  expect(pinningFactor(experiment().factors, scope.runs)).toBe('pin');
  expect(pinningFactor({ workers: ['16', '22'] }, [baseline, unpinnedRun])).toBeUndefined();
  expect(pinningFactor({}, [run('a'), run('b')])).toBeUndefined();
});

it('keeps workloads apart, each with its own baseline', () => {
  const other = { ...baseline.workload, name: 'closing', keepalive: false };
  const runs = [baseline, pinnedRun, run('b2', { workload: other, is_baseline: true })];
  const two = experiment({ run_list: runs });
  expect(scopeOf(two, 'closing').baseline?.id).toBe('b2');
  expect(scopeOf(two, 'nonsense').runs).toHaveLength(2);
  expect(workloadWords(runs.map(({ workload }) => workload))).toBe(
    'wrk · 32 connections · keep-alive / a new connection per request · 1 s a trial',
  );
});

it('says the unit of a sweep once', () => {
  const at = (connections: number) => run('r', { workload: { ...baseline.workload, connections } });
  expect(workloadWords([at(8), at(16), at(1000)].map(({ workload }) => workload))).toContain(
    'wrk · 8 / 16 / 1\u202f000 connections · ',
  );
});

it('orders a finished grid by what is better for the metric, the control last', () => {
  expect(deltaRows(scope, deltas, rate, true).map(({ id }) => id)).toEqual([
    'pinned',
    'memory',
    'unpinned',
    'control',
  ]);
  expect(deltaRows(scope, deltas, p99, true)[0]?.id).toBe('unpinned');
  expect(deltaRows(scope, deltas, rate, true).at(-1)?.verdict).toBe('control');
});

it('shows only measured bars while it runs, and says which never had a valid trial', () => {
  expect(deltaRows(scope, deltas.slice(0, 1), rate, false).map(({ id }) => id)).toEqual(['pinned']);
  const lost = run('pinned', { trials_done: 0, trials_invalid: 5 });
  const rows = deltaRows({ ...scope, runs: [baseline, lost] }, [], rate, true);
  expect(rows[0]).toMatchObject({ change: null, invalid: 'none of its trials is valid' });
});

it('writes metrics that can be zero as a difference', () => {
  const more = delta('pinned', { change: null, difference: 12, low: -3, high: 27 });
  expect(deltaRows(scope, [more], failedRequests, true)[0]?.change).toBe(12);
  expect(changeText(12, failedRequests)).toBe('+12');
  expect(intervalText(more, failedRequests)).toBe('−3 … +27');
  expect(changeText(null, failedRequests)).toBe('–');
});

it('does not print an interval of two rounds to the digit', () => {
  expect(intervalText(deltas[0], rate)).toBe('+15.9 … +38.5%');
  expect(intervalText(delta('x', { low: -0.996, high: 597 }), rate)).toBe('−100 … > +999%');
  expect(intervalText(delta('x', { low: null, high: null }), rate)).toBe('–');
});

it('takes what matters from the server', () => {
  expect(minEffectOf(deltas)).toBe(0.01);
  expect(minEffectOf([])).toBeNull();
});

it('counts the grey bars, without a number that the next step has', () => {
  expect(settling(scope, deltas)).toBe('One bar is not settled.');
  expect(settling(scope, deltas.slice(0, 1))).toBe('');
  expect(settling(scope, [delta('pinned', { verdict: 'unclear', n: 1 })])).toContain(
    'One round gives no interval',
  );
  expect(settling(scope, [delta('pinned', { verdict: 'unclear', control_alarm: 'It differed.' })])).toBe('');
  expect(settling(scope, [delta('pinned', { verdict: 'interim' })])).toBe('');
  expect(settling(scope, [delta('pinned', { verdict: 'unclear', change: null, difference: null })])).toBe('');
});

it('keeps the baseline on top of the table and what is absent at its end', () => {
  const ids = (sort?: string) =>
    tableRows(scope, deltas, rate, true, parseSort(sort)).map(({ run }) => run.id);
  expect(ids()).toEqual(['base', 'pinned', 'memory', 'unpinned', 'control']);
  expect(ids('rate')).toEqual(['base', 'control', 'unpinned', 'memory', 'pinned']);
  expect(ids('nonsense')).toEqual(ids());
  const unmeasured = { ...scope, runs: [baseline, run('new', { means: {} }), pinnedRun] };
  expect(tableRows(unmeasured, deltas, rate, true, parseSort('rate')).at(-1)?.run.id).toBe('new');
});

it('says which variant the settings of a step are added to, for its change is against the baseline', () => {
  const steps = [
    run('default', { is_baseline: true }),
    run('auto', { parent: 'default', knobs: { 'nginx.worker_processes': 'auto' } }),
    run('bound', {
      parent: 'auto',
      knobs: { 'nginx.worker_processes': 'auto', 'nginx.worker_cpu_affinity': 'auto' },
    }),
  ];
  const rows = tableRows({ ...scope, runs: steps, baseline: steps[0] }, [], rate, true);
  expect(rows.map(({ before }) => before)).toEqual([undefined, undefined, 'auto']);
  expect(rows[2]?.settings.map(({ knob }) => knob)).toEqual(['nginx.worker_cpu_affinity']);
});

it('says when a change by rounds is another one than that of the means beside it', () => {
  const rows = (mean: number, change: number) =>
    tableRows(
      {
        ...scope,
        runs: [
          run('base', { is_baseline: true, means: { requests_per_s: 14300 } }),
          run('w', { means: { requests_per_s: mean } }),
        ],
      },
      [delta('w', { change })],
      rate,
      true,
    );
  expect(isOffMeans(rows(15200, -0.001), rate)).toBe(true);
  expect(isOffMeans(rows(15200, 0.06), rate)).toBe(false);
  expect(isOffMeans(rows(0, -1), rate)).toBe(false);
});

it('sorts down, up, and back to the plan', () => {
  expect(nextSort(undefined, 'change')).toBe('-change');
  expect(nextSort(parseSort('-change'), 'change')).toBe('change');
  expect(nextSort(parseSort('change'), 'change')).toBeUndefined();
  expect(nextSort(undefined, 'name')).toBe('name');
});

it('puts the last attempt of a trial in its place and groups findings by reason', () => {
  const finding = { code: 'failed_requests', level: 'invalid' as const, message: '31 failed requests' };
  const trials = [
    trial('t1', { state: 'invalid', findings: [finding] }),
    trial('t2', { attempt: 2 }),
    trial('t3', { round: 2, findings: [{ code: 'other_cpu', level: 'suspect', message: 'others used 9%' }] }),
    trial('t4', {
      run_id: 'memory',
      state: 'failed',
      failure: { code: 'timeout', message: 'no answer' } as never,
    }),
  ];
  const row = trialRows(scope.runs, trials, 'requests_per_s').find(({ run }) => run.id === 'pinned');
  expect(row?.cells.map((own) => own.map(({ trial: { id } }) => id))).toEqual([['t2'], ['t3']]);
  expect(row?.cells[0]?.[0]?.deviation).toBeCloseTo(340000 / 347540.6 - 1);
  expect(remarksOf(scope.runs, trials).map(({ word, trials: of }) => [word, of[0]?.text])).toEqual([
    ['failed', 'no answer'],
    ['invalid', '31 failed requests'],
    ['suspect', 'others used 9%'],
  ]);
});

it('works out published changes from the published baseline, and compares only what is settled', () => {
  const row = (variant: string, run_id: string | null, requests_per_s: number) => ({
    variant,
    run_id,
    requests_per_s,
    requests: null,
    latency_mean: null,
    change: null,
  });
  const rows = [
    row('a', 'base', 200),
    row('b', 'pinned', 250),
    row('c', 'unpinned', 220),
    row('d', null, 300),
  ];
  const pairs = publishedPairs({ source: 's', note: null, rows }, scope, deltas);
  expect(pairs.map(({ change }) => change)).toEqual([null, 0.25, expect.closeTo(0.1), 0.5]);
  expect(pairs.map(({ agreement }) => agreement)).toEqual([null, 'inside', 'open', null]);
  // In another context ours is compared with another run: so is the published figure, if that has one.
  const [pinnedDelta] = deltas.filter(({ run_id }) => run_id === 'pinned');
  const against = (name: string) => [{ ...pinnedDelta, against: name } as (typeof deltas)[number]];
  const name = scope.runs.find(({ id }) => id === 'unpinned')?.name ?? '';
  const changeOf = (results: typeof rows) =>
    publishedPairs({ source: 's', note: null, rows: results }, scope, against(name))[1]?.change;
  expect(changeOf(rows)).toBeCloseTo(250 / 220 - 1);
  expect(changeOf(rows.filter(({ run_id }) => run_id !== 'unpinned'))).toBeNull();
  const other = [...rows, { ...row('a', 'a-short', 90), workload: 'short', note: 'in 9 s' }];
  expect(publishedPairs({ source: 's', note: null, rows: other }, scope, deltas)).toHaveLength(4);
  const [only] = publishedPairs({ source: 's', note: null, rows: other.slice(4) }, scope, deltas);
  expect(only).toMatchObject({ variant: 'a · short', note: 'in 9 s', run: undefined });
});

it('tells what every host does from the trial under way', () => {
  const running = experiment({
    state: 'running',
    progress: {
      done: 3,
      total: 25,
      round: 1,
      rounds: 5,
      step: '',
      seconds_left: 9,
      current_trial_id: 't1',
      current_run_id: 'pinned',
    },
  });
  const steps = (state: 'measuring' | 'warming') =>
    hostSteps(running, [trial('t1', { state })]).map(({ step }) => step);
  expect(steps('measuring')[0]).toContain('wrk measures “workers 22 · cores · log off”, 32 connections');
  expect(steps('measuring')[2]).toContain('not part of');
  expect(steps('warming')[0]).toContain('not counted');
});

it('prepares no run that cannot be measured', () => {
  const failure = { code: 'nginx_test', message: 'unknown directive', host: null, log: '' };
  const runs = [pinnedRun, run('refused', { state: 'failed', failure })];
  const between = experiment({ state: 'running', run_list: runs, progress: {} as never });
  expect(hostSteps(between).map(({ step }) => step)).toContain('between two trials');
});

it('shows the peak of the last seconds, since readings cut short trials anywhere', () => {
  expect(recentPeak([])).toBeNull();
  expect(
    recentPeak([
      { at: 1, value: 99 },
      { at: 10, value: 20 },
      { at: 11, value: 3 },
      { at: 12, value: null },
    ]),
  ).toBe(20);
});

it('explains a percentile that the tool does not give', () => {
  expect(whyMissing({ ...p99, name: 'latency_p99_9', label: 'p99.9' }, 'ab')).toContain(
    'ab has none between p99',
  );
});
