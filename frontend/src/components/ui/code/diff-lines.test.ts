import { describe, expect, it } from 'vitest';

import { changedLines, diffOf } from './diff-lines';

const conf = (workers: number) =>
  `worker_processes ${workers};\nevents {\n  worker_connections 1024;\n}\nhttp {\n  access_log off;\n}\n`;

describe('diffOf', () => {
  it('shows what went and what came, with context', () => {
    const diff = diffOf(conf(1), conf(2), 1);
    expect(diff.map(({ kind }) => kind)).toEqual(['removed', 'added', 'same', 'gap']);
    expect(diff[0]?.text).toBe('worker_processes 1;');
    expect(diff[3]?.text).toBe('5 equal lines');
    expect(changedLines(diff)).toBe(2);
  });

  it('is one gap for equal texts', () => {
    expect(diffOf(conf(1), conf(1))).toEqual([{ kind: 'gap', text: '7 equal lines' }]);
  });
});
