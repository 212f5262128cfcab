import { describe, expect, it } from 'vitest';

import { parseEvent, readingOf } from './events';

describe('events', () => {
  it('give the reading of a running trial', () => {
    const event = parseEvent('reading', '{"trial_id":"t","run_id":"r","time":12.5,"requests_per_s":17127.5}');
    expect(readingOf(event)).toMatchObject({ trial_id: 't', requests_per_s: 17127.5 });
  });

  it('survive what is no JSON and what is no reading', () => {
    expect(readingOf(parseEvent('reading', 'oops'))).toBeNull();
    expect(readingOf(parseEvent('experiment', '{"experiment_id":"e"}'))).toBeNull();
  });
});
