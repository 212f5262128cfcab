import { expect, it } from 'vitest';

import { blankDefinition } from '../draft/definition';

import { refusalsOf } from './refusals';

const run = (variant: string, knobs: Record<string, string>, factors: Record<string, string> | null = null) =>
  ({ position: 3, name: variant, variant, knobs, factors }) as never;
const refused = (text: string, line = 9) => ({
  problems: [{ place: 'runs[3]', label: 'runs[3]', message: 'unknown directive "foo"', line, text }],
});
const TEXT = 'gzip on;\n  foo bar;';
const set = { 'nginx.http_extra': TEXT };
const SAID = 'line 2: nginx refuses this: unknown directive "foo"';

it('puts a refusal at the line of the text that says it, wherever that is set', () => {
  const blank = blankDefinition();
  const variants = [
    { name: 'a', set },
    { name: 'b', from: 'a', set: {} },
  ];
  const places = (definition: typeof blank, planned: never) =>
    refusalsOf(refused('foo bar;'), { runs: [planned] }, definition);
  expect(places({ ...blank, variants }, run('a', set))).toEqual([
    { place: 'variants[0].set.nginx.http_extra', message: SAID },
  ]);
  expect(places({ ...blank, variants }, run('b', set))[0]?.place).toBe('variants[0].set.nginx.http_extra');
  expect(places({ ...blank, set }, run('x', set))[0]?.place).toBe('set.nginx.http_extra');
  const factors = { text: { with: set, without: {} } };
  expect(places({ ...blank, factors }, run('with', set, { text: 'with' }))[0]?.place).toBe(
    'factors.text.with.nginx.http_extra',
  );
});

it('takes the line as it is for a whole nginx.conf', () => {
  const whole = { 'nginx.conf': 'events {}\nlisten 1.2.3.4;' };
  const definition = { ...blankDefinition(), variants: [{ name: 'a', set: whole }] };
  const [found] = refusalsOf(refused('listen 127.0.0.1:80;', 2), { runs: [run('a', whole)] }, definition);
  expect(found).toEqual({ place: 'variants[0].set.nginx.conf', message: SAID });
});

it('names the variant and the line where no text has it, and blocks nothing that was not checked', () => {
  const definition = { ...blankDefinition(), variants: [{ name: 'a', set: {} }] };
  expect(refusalsOf(refused('worker_processes many;'), { runs: [run('a', {})] }, definition)).toEqual([
    {
      place: 'variants[0]',
      message: '“a”: nginx refuses this: unknown directive "foo" (worker_processes many;)',
    },
  ]);
  const offline = { problems: [{ place: '', label: '', message: 'load is offline', text: '' }] };
  expect(refusalsOf(offline, { runs: [run('a', {})] }, definition)).toEqual([]);
});
