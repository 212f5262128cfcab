import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { DeltaSection } from './delta-section';
import { EndState } from './end-state';
import { ExperimentHeader } from './experiment-header';
import { HeadlineCards } from './headline-cards';
import { ProgressSection } from './progress-section';
import { RunsSection } from './runs-section';
import { isOpen, scopeOf } from './scope';
import type { ExperimentSearch } from './search';
import { deltasQuery, trialsQuery } from '@/api/queries/experiments';
import type { ReadingPoint } from '@/api/readings';
import type { Experiment } from '@/api/types';
import { UrlSegments } from '@/components/ui/url-segments';
import { MAIN_METRIC } from './metrics';

interface ExperimentViewProps {
  experiment: Experiment;
  search: ExperimentSearch;
  readings: Record<string, ReadingPoint[]>;
}

/** The page of an experiment that is there: progress while it runs, then figures, deltas and runs. */
export function ExperimentView({ experiment, search, readings }: ExperimentViewProps) {
  const scope = scopeOf(experiment, search.workload);
  const main = useQuery(deltasQuery(experiment.id, MAIN_METRIC));
  const trials = useQuery(trialsQuery(experiment.id));
  const measured = experiment.run_list.some((run) => run.trials_done + run.trials_invalid > 0);
  const fallback = scope.workloads[0] ?? '';

  return (
    <Stack gap="lg">
      <ExperimentHeader experiment={experiment} />
      {isOpen(experiment.state) && (
        <ProgressSection experiment={experiment} trials={trials.data} readings={readings} />
      )}
      <EndState experiment={experiment} />
      {scope.workloads.length > 1 && (
        <UrlSegments
          name="workload"
          label="Workload"
          fallback={fallback}
          options={scope.workloads.map((name) => ({ value: name, label: name }))}
        />
      )}
      {(measured || !isOpen(experiment.state)) && (
        <HeadlineCards experiment={experiment} scope={scope} deltas={main} trials={trials.data} />
      )}
      <DeltaSection experiment={experiment} scope={scope} wanted={search.metric} measured={measured} />
      <RunsSection experiment={experiment} scope={scope} search={search} trials={trials} />
    </Stack>
  );
}
