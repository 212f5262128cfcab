import { Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './pill.module.css';

export type Tone = 'better' | 'worse' | 'neutral' | 'accent' | 'danger' | 'outline';

interface PillProps {
  tone?: Tone;
  /** Explains the word on hover, focus and touch. */
  hint?: ReactNode;
  children: ReactNode;
}

/** A word in a rounded box. */
export function Pill({ tone = 'neutral', hint, children }: PillProps) {
  const pill = (
    <span className={classes.pill} data-tone={tone} tabIndex={hint ? 0 : undefined}>
      {children}
    </span>
  );
  return hint ? <Tooltip label={hint}>{pill}</Tooltip> : pill;
}
