import { describe, expect, it } from 'vitest';

import { keyed, searchWords, valuesOf, without, withOnly, withWord } from './search';

describe('the words of a search', () => {
  it('are apart by blanks, and one in quotes', () => {
    const text =
      '  pinned  tag:"two words" knob:nginx.worker_processes=2 "say \\"hi\\"" https://x.org/a TAG:b ';
    expect(searchWords(text).map(({ key, value }) => [key, value])).toEqual([
      [undefined, 'pinned'],
      ['tag', 'two words'],
      ['knob', 'nginx.worker_processes=2'],
      [undefined, 'say "hi"'],
      [undefined, 'https://x.org/a'],
      ['tag', 'b'],
    ]);
  });

  it.each(['"not closed', 'a"b', '"a\\', '"', 'tag:', 'tag:"', 'a\\', '::', '"a" "b', '-x:y'])(
    'never hang or lose a character: %s',
    (text) =>
      expect(
        searchWords(text)
          .map((word) => word.text)
          .join(' '),
      ).toBe(text),
  );

  it('are added once, replaced and taken away', () => {
    expect(withWord('a tag:x', 'tag', 'y z')).toBe('a tag:x tag:"y z"');
    expect(withWord('a tag:x', 'tag', 'x')).toBe('a tag:x');
    expect(withOnly('state:failed a state:queued', 'state', 'running')).toBe('a state:running');
    expect(withOnly('state:failed a', 'state', null)).toBe('a');
    expect(without('a "b c" d', 1)).toBe('a d');
    expect(valuesOf('tag:a tag:"b c" tag', 'tag')).toEqual(['a', 'b c']);
    expect(keyed('host', 'a"b')).toBe('host:"a\\"b"');
  });
});
