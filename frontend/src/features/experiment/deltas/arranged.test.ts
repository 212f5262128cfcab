import { expect, it } from 'vitest';

import {
  baseline,
  control,
  deltas,
  experiment,
  failedRequests,
  p99,
  rate,
  run,
} from '@/test/samples/experiment';

import { scopeOf } from '../view/scope';
import { tableRows } from '../runs/table-rows';

import { deltaRows } from './delta-rows';
import { arrangeRuns } from './arranged';

const scope = scopeOf(experiment());
const names = (of: typeof scope) => of.runs.map(({ id }) => id);

it('finds runs by every word of their name and settings; the baseline stays', () => {
  const one = run('one', { variant: 'log off', knobs: { 'nginx.worker_processes': 22 } });
  const told = run('told', { variant: 'tuned', described: { 'kernel scheduler': 'performance' } });
  const many = { ...scope, runs: [baseline, one, told] };
  expect(names(arrangeRuns(many, deltas, rate, { q: 'Scheduler' }))).toEqual([baseline.id, 'told']);
  expect(names(arrangeRuns(many, deltas, rate, { q: 'LOG processes' }))).toEqual([baseline.id, 'one']);
  expect(names(arrangeRuns(many, deltas, rate, { q: 'log 16' }))).toEqual([baseline.id]);
  expect(names(arrangeRuns(many, deltas, rate, { q: '.*' }))).toEqual([baseline.id]);
});

it('keeps those of a verdict, and none of the controls with them', () => {
  const better = names(arrangeRuns(scope, deltas, rate, { verdict: 'better' }));
  expect(better).toContain('pinned');
  expect(better).not.toContain(control.id);
});

it('puts the best on top, also where less is better, and the control last', () => {
  const best = names(arrangeRuns(scope, deltas, rate, { order: 'change' }));
  expect(best.filter((id) => id !== baseline.id)[0]).toBe('pinned');
  expect(best.indexOf(control.id)).toBeGreaterThan(best.indexOf('unpinned'));
  const least = names(arrangeRuns(scope, deltas, p99, { order: 'change' })).filter(
    (id) => id !== baseline.id,
  );
  expect(least.indexOf('pinned')).toBeGreaterThan(0);
});

it('holds for the bars and the table alike', () => {
  const shown = arrangeRuns(scope, deltas, rate, { order: 'plan' });
  const bars = deltaRows(shown, deltas, rate, true, true).map(({ id }) => id);
  const rows = tableRows(shown, deltas, rate, true, undefined, true).map(({ run: one }) => one.id);
  expect(rows).toEqual([baseline.id, ...bars]);
  expect(bars).toEqual(names(scope).filter((id) => id !== baseline.id));
});

it('is the scope itself when nothing was asked for', () => {
  expect(arrangeRuns(scope, undefined, failedRequests, {})).toBe(scope);
  expect(arrangeRuns(scope, undefined, failedRequests, { q: '' })).toBe(scope);
});
