import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

import { DOCS_TOPICS, type DocsTopic } from '@/components/words/docs-topics';

import classes from './docs-mark.module.css';

export interface DocsMarkProps {
  topic: DocsTopic;
  /** What the docs explain there, for those who cannot see where the mark stands. */
  label: string;
  /** The gist, at hand while the pointer or the focus is on the mark. */
  children?: ReactNode;
}

/** “?”: says in short how to read what it stands beside, and opens the docs at the place, in a new tab. */
export function DocsMark({ topic, label, children }: DocsMarkProps) {
  return (
    <Tooltip label={children ?? label}>
      <a
        className={`${classes.mark} dyno-no-print`}
        href={`/docs/${DOCS_TOPICS[topic]}`}
        target="_blank"
        rel="noopener"
        aria-label={label}
        data-picture="no"
      >
        ?
      </a>
    </Tooltip>
  );
}
