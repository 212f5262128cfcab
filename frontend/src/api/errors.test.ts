import { describe, expect, it } from 'vitest';

import { toApiError } from './errors';

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
