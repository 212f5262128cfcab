import { describe, expect, it } from 'vitest';

import { messageWords, toApiError } from './errors';

describe('toApiError', () => {
  it('keeps title, detail and the place of every problem', () => {
    const error = toApiError(422, {
      title: 'The recipe has errors',
      detail: '2 problems',
      code: 'invalid_recipe',
      errors: [{ place: 'variants[2].set.nginx.workers', message: 'unknown knob' }],
    });
    expect(error.title).toBe('The recipe has errors');
    expect(error.code).toBe('invalid_recipe');
    expect(error.errors).toEqual([{ place: 'variants[2].set.nginx.workers', message: 'unknown knob' }]);
  });

  it('understands a plain validation error', () => {
    const error = toApiError(422, { detail: [{ loc: ['body', 'trials'], msg: 'must be at least 1' }] });
    expect(error.errors).toEqual([{ place: 'body.trials', message: 'must be at least 1' }]);
  });

  it('has words for a body that is no problem at all', () => {
    expect(toApiError(502, '<html>').title).toBe('The server failed');
    expect(toApiError(418, null).title).toBe('The server answered 418');
  });
});

it.each([
  ['nginx.workers must be 1 or more; got “0”', 'must be 1 or more; got “0”'],
  ['nginx.workers: nginx has it since 1.29.7', 'nginx has it since 1.29.7'],
  ['nginx.workers does nothing in the topology direct', 'does nothing in the topology direct'],
  ['nginx.workers, line 3: `gzip` is not allowed here', 'line 3: `gzip` is not allowed here'],
  ['server.name: the proxy host has no server “x”', 'server.name: the proxy host has no server “x”'],
  ['the testbed is offline', 'the testbed is offline'],
  ['nginx.workers must begin with /', 'must begin with /'],
])('names a place once: %s', (message, rest) => {
  expect(messageWords(message, 'variants[1].set.nginx.workers')).toBe(rest);
});

it('names a time once, whose place has the unit', () => {
  expect(messageWords('timeout must be a time', 'workloads[0].timeout_s')).toBe('must be a time');
});
