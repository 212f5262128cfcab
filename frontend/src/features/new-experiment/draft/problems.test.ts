import { expect, it } from 'vitest';

import type { Knob } from '@/api/types';

import { rangeOf, searchKnobs, startValue, summaryOf, typedValue } from '../knobs/knobs';

import { bodyOf } from './body';
import { blankDefinition } from './definition';
import { changeDraft, isUnread, startOf, undone } from './draft';
import { countBelow, countBySteps, linesOf, messageAt, placeOf, placeWords, targetOf } from './problems';
import { yamlOf } from './yaml-text';

const definition = {
  ...blankDefinition(),
  factors: { workers: { '1': {}, '16': {} } },
};
const problem = (place: string, message = 'wrong') => ({ place, message });

it('writes places as the API does', () => {
  expect(placeOf(['variants', 1, 'set', 'nginx.worker_processes'])).toBe(
    'variants[1].set.nginx.worker_processes',
  );
});

it('finds where a problem can be mended', () => {
  expect(targetOf('variants[1].set.nginx.worker_processes', definition)).toEqual({
    step: 'variants',
    shape: 'list',
    variant: 'workers 2',
    knob: 'nginx.worker_processes',
  });
  expect(targetOf('factors.workers.16.pin.load', definition)).toEqual({
    step: 'variants',
    shape: 'grid',
    factor: 'workers',
    level: '16',
    knob: 'pin.load',
  });
  expect(targetOf('set.pin.load', definition).variant).toBe('*');
  expect(targetOf('workloads[0].threads', definition).step).toBe('workload');
  expect(targetOf('testbed.proxy', definition).step).toBe('testbed');
  expect(targetOf('testbed_labels[0]', definition).step).toBe('testbed');
  expect(targetOf('published.rows[0].variant', definition).step).toBe('yaml');
  expect(targetOf('', definition).step).toBe('yaml');
});

it('counts what lies below a place, not beside it', () => {
  const problems = [problem('variants[1].set.x'), problem('variants[10].set.x'), problem('trials')];
  expect(countBelow(problems, 'variants[1]')).toBe(1);
  expect(countBySteps(problems, definition)).toEqual({ variants: 2, workload: 1 });
  expect(messageAt([problem('trials', 'a'), problem('trials', 'b')], 'trials')).toBe('a; b');
});

it('sends a recipe as such until it is changed, then the definition or the text', () => {
  const asked = { recipe: 'stepwise', form: 'quick' as const, testbedId: 't', seed: 7 };
  expect(bodyOf(null, definition, asked)).toEqual({
    form: 'quick',
    testbed_id: 't',
    recipe: 'stepwise',
    seed: 7,
  });
  const draft = { definition, yaml: null, read: null };
  expect(bodyOf(draft, definition, asked)).toMatchObject({ definition, seed: 7 });
  expect(bodyOf(draft, definition, asked).recipe).toBeUndefined();
  expect(bodyOf({ ...draft, yaml: 'name: x' }, definition, asked)).toEqual({
    form: 'quick',
    testbed_id: 't',
    yaml: 'name: x',
  });
});

it('leaves it to a definition with a seed, whatever it is, to name it', () => {
  for (const seed of [9, 1.5, -1, 'abc']) {
    const draft = { definition: { ...definition, seed }, yaml: null, read: null };
    expect(bodyOf(draft, definition, { form: 'quick', seed: 7 })).not.toHaveProperty('seed');
  }
});

it('leads to the step of every field of the form', () => {
  for (const place of [
    'seed',
    'min_effect',
    'allowed_failures',
    'wait_for_hosts',
    'diagnostics.profile',
    'search',
  ])
    expect(targetOf(place, definition)).toEqual({ step: 'workload' });
});

it('undoes typing in one step, and brings back what was started over', () => {
  const draft = (name: string) => ({ definition: { ...definition, name }, yaml: null, read: null });
  let history = changeDraft(startOf(null), draft('a'), 10_000);
  history = changeDraft(history, draft('ab'), 10_100);
  history = changeDraft(history, null, 20_000);
  expect(undone(history).now?.definition.name).toBe('ab');
  expect(undone(undone(history)).now).toBeNull();
  expect(isUnread({ ...draft('a'), yaml: 'x', read: null })).toBe(true);
  expect(isUnread({ ...draft('a'), yaml: 'x', read: 'x' })).toBe(false);
});

it('writes any definition as YAML, also one with errors', () => {
  const text = yamlOf({
    ...blankDefinition(),
    name: 'yes: 1',
    workloads: [{ threads: 8, connections: '' }],
    variants: [{ name: 'a', set: { 'nginx.multi_accept': null, 'listen.backlog': 1 } }],
  });
  expect(text).toContain('name: "yes: 1"\n');
  expect(text).toContain('workloads:\n  - threads: 8\n    connections: ""\n');
  expect(text).toContain('    set:\n      nginx.multi_accept: null\n      listen.backlog: 1\n');
  expect(text).toContain('factors: {}\n');
});

it('writes raw nginx text as a block of YAML', () => {
  const text = yamlOf({
    ...blankDefinition(),
    set: { 'nginx.http_extra': 'map $uri $a {\n  default 1;\n}\n', 'nginx.server_extra': '\tif (1) {}' },
  });
  expect(text).toContain('  nginx.http_extra: |\n    map $uri $a {\n      default 1;\n    }\n');
  expect(text).toContain('  nginx.server_extra: "\\tif (1) {}"\n');
});

it('finds the line of a text that a message names', () => {
  expect(linesOf([problem('a', 'line 3: no'), problem('a', 'no')]).map(({ line }) => line)).toEqual([3, 1]);
});

const knob = (name: string, fields: Partial<Knob>): Knob =>
  ({ name, text: '', role: 'proxy', type: 'int', default: '1', unit: '', choices: [], ...fields }) as Knob;

it('finds knobs by name first, then by what they do', () => {
  const knobs = [
    knob('upstream.http11', { text: 'what keeping connections needs: keepalive' }),
    knob('upstream.keepalive', { text: 'idle connections' }),
  ];
  expect(searchKnobs(knobs, 'Keepalive').map(({ name }) => name)).toEqual([
    'upstream.keepalive',
    'upstream.http11',
  ]);
  expect(searchKnobs(knobs, 'idle upstream').map(({ name }) => name)).toEqual(['upstream.keepalive']);
});

it('starts a picked knob from a value that changes something', () => {
  expect(startValue(knob('a', { type: 'switch', default: 'off: as before' }))).toBe(true);
  expect(startValue(knob('a', { type: 'choice', default: 'disk', choices: ['disk', 'off'] }))).toBe('off');
  expect(startValue(knob('a', { type: 'int', default: 'none: each opens one' }))).toBe(32);
  expect(rangeOf(knob('a', { minimum: 1, maximum: 64, unit: 'instances' }))).toBe('1 … 64 instances');
});

it('keeps whole numbers as numbers and all else as typed', () => {
  expect(typedValue('16')).toBe(16);
  expect(typedValue('4k')).toBe('4k');
  expect(summaryOf({ 'nginx.multi_accept': true })).toBe('multi_accept on');
  expect(summaryOf({ a: 1, b: 2 })).toBe('2 knobs');
});

it('names variant and knob in words', () => {
  const definition = {
    ...blankDefinition(),
    variants: [{ name: 'default' }, { name: 'nodelay', set: { 'nginx.keepalive_requests': 0 } }],
    factors: { workers: { 2: {} } },
  };
  const words = (place: string, label?: string) => placeWords({ ...problem(place), label }, definition);
  const place = 'variants[1].set.nginx.keepalive_requests';
  expect(words(place)).toBe('nodelay → keepalive_requests');
  expect(words('set.pin.proxy')).toBe('All variants → pin.proxy');
  expect(words('factors.workers.2.nginx.worker_processes')).toBe('workers 2 → worker_processes');
  expect(words('workloads[0].duration', 'Workload 1, Time of a trial')).toBe('Workload 1, Time of a trial');
  expect(words('')).toBe('Definition');
});
