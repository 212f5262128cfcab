import { describe, expect, it } from 'vitest';

import { experimentSearch, experimentsSearch, parseSearch, runSearch, stringifySearch } from './search';

describe('addresses', () => {
  it('stay plain text', () => {
    expect(stringifySearch({ metric: 'latency_p99', trial: 3, view: undefined, q: '' })).toBe(
      '?metric=latency_p99&trial=3',
    );
    expect(stringifySearch({})).toBe('');
    expect(parseSearch('?a=r1&a=r2&b=r3')).toEqual({ a: 'r1,r2', b: 'r3' });
    expect(parseSearch('?metric=latency_p99&trial=3')).toEqual({ metric: 'latency_p99', trial: '3' });
  });

  it('of before the search had words are read once', () => {
    const search = experimentsSearch({ state: 'failed', q: 'gzip' });
    expect(search.q).toBe('gzip state:failed');
    expect(experimentsSearch({ ...search, state: 'failed' }).q).toBe('gzip state:failed');
  });

  it('drop what the page does not know', () => {
    expect(experimentSearch({ view: 'pie', verdict: 'better' })).toMatchObject({
      view: undefined,
      verdict: 'better',
    });
    expect(runSearch({ trial: 't1', series: 'moon' })).toMatchObject({ trial: 't1', series: undefined });
    expect(runSearch({ trial: 7 }).trial).toBeUndefined();
  });
});
