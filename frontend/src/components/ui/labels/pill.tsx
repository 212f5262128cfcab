import type { ReactNode } from 'react';

import { Hint } from './hint';
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
  if (!hint) {
    return (
      <span className={classes.pill} data-tone={tone}>
        {children}
      </span>
    );
  }
  return (
    <Hint label={hint} className={classes.pill} data-tone={tone}>
      {children}
    </Hint>
  );
}
