import { describe, expect, it } from 'vitest';

import { experimentSearch, parseSearch, runSearch, stringifySearch } from './search';

describe('addresses', () => {
  it('stay plain text', () => {
    expect(stringifySearch({ metric: 'latency_p99', trial: 3, view: undefined, q: '' })).toBe(
      '?metric=latency_p99&trial=3',
    );
    expect(stringifySearch({})).toBe('');
    expect(parseSearch('?metric=latency_p99&trial=3')).toEqual({ metric: 'latency_p99', trial: '3' });
  });

  it('drop what the page does not know', () => {
    expect(experimentSearch({ view: 'pie', verdict: 'better' })).toMatchObject({
      view: undefined,
      verdict: 'better',
    });
    expect(runSearch({ trial: 'x', series: 'cpu' })).toMatchObject({ trial: undefined, series: 'cpu' });
    expect(runSearch({ trial: '2' }).trial).toBe(2);
    expect(runSearch({ trial: '-2' }).trial).toBeUndefined();
  });
});
