import type { Arrangement } from './arranged';

/** What the address of this page keeps. */
export interface ExperimentSearch extends Arrangement {
  metric?: string;
  workload?: string;
  view?: 'table' | 'pivot' | 'bars' | 'trials' | 'published';
  /** Factors of the pivot. */
  rows?: string;
  columns?: string;
  /** A column of the table; with a minus in front, from the largest down. */
  sort?: string;
  /** The run whose trials are shown. */
  run?: string;
  /** Charts that are shown as tables. */
  tables?: string;
}
