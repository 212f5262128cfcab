import { Text } from '@mantine/core';
import { useMemo } from 'react';

import classes from './code-block.module.css';
import { changedLines, diffOf } from './diff-lines';

interface DiffViewProps {
  before: string;
  after: string;
  /** What is compared, for screen readers. */
  label: string;
  maxHeight?: number;
}

const SIGNS = { added: '+', removed: '−', same: ' ', gap: '⋯' };

/** A unified diff of two texts: what was removed, what was added. */
export function DiffView({ before, after, label, maxHeight }: DiffViewProps) {
  const diff = useMemo(() => diffOf(before, after), [before, after]);
  if (changedLines(diff) === 0) return <Text c="dimmed">No difference.</Text>;
  return (
    <pre className={classes.code} style={{ maxHeight }} tabIndex={0} role="region" aria-label={label}>
      <code className={classes.lines}>
        {diff.map((line, n) => (
          <span
            key={n}
            className={`${classes.line} ${line.kind === 'gap' ? classes.gap : ''}`}
            data-kind={line.kind}
          >
            <span className={classes.sign}>{SIGNS[line.kind]}</span>
            {line.text}
          </span>
        ))}
      </code>
    </pre>
  );
}
