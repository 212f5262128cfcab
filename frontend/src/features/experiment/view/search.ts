import type { Arrangement } from './arrangement';

/** What the address of this page keeps. */
export interface ExperimentSearch extends Arrangement {
  metric?: string;
  workload?: string;
  /** A tuning step by step: each against the one that it derives from, in place of the baseline. */
  against?: 'step';
  view?: 'table' | 'figures' | 'pivot' | 'bars' | 'trials' | 'tradeoff' | 'published';
  /** Factors of the pivot. */
  rows?: string;
  columns?: string;
  /** Of the other factors: `log:off` for one level, `log` for the mean over all. */
  at?: string;
  /** What the pivot's cells show. */
  show?: 'mean' | 'change' | 'spread';
  /** Main effects over all workloads. */
  over?: 'all';
  /** A column of the table; with a minus in front, from the largest down. */
  sort?: string;
  /** The run whose trials are shown. */
  run?: string;
  /** The run whose difference is explained, and on which host. */
  cause?: string;
  role?: 'load' | 'proxy' | 'backend';
  /** Charts that are shown as tables. */
  tables?: string;
}
