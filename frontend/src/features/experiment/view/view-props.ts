import type { DeltaOfRun, Experiment, Metric } from '@/api/types';

import type { Scope } from './scope';
import type { ExperimentSearch } from './search';

/** Everything that a view of the runs is drawn from. */
export interface ViewProps {
  experiment: Experiment;
  scope: Scope;
  search: ExperimentSearch;
  metric: Metric;
  deltas: DeltaOfRun[];
  /** The runs of the scope already stand as they were asked for. */
  inOrder: boolean;
}
