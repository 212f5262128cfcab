import { useQuery } from '@tanstack/react-query';

import { mainEffectsQuery } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { TableSkeleton } from '@/components/ui/feedback/loading';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { metricNamed } from '@/components/words/metrics';

import type { Scope } from '../view/scope';
import type { ExperimentSearch } from '../view/search';

import { InteractionTable } from './interaction-table';
import { dimensionsOf, isCrossed } from './pivot';

interface InteractionsSectionProps {
  experiment: Experiment;
  scope: Scope;
  search: ExperimentSearch;
}

/** Whether the effect of one factor of a grid depends on another; nothing where there are no two to cross. */
export function InteractionsSection(props: InteractionsSectionProps) {
  if (!isCrossed(dimensionsOf(props.experiment.factors, props.scope))) return null;
  return (
    <FoldedSection id="interactions" title="Does one factor depend on another?">
      <Interactions {...props} />
    </FoldedSection>
  );
}

function Interactions({ experiment, scope, search }: InteractionsSectionProps) {
  const metric = metricNamed(search.metric);
  const isOneWorkload = scope.workloads.length > 1 && search.over !== 'all';
  const query = useQuery(
    mainEffectsQuery(experiment.id, metric.name, isOneWorkload ? scope.workload : undefined),
  );
  if (!query.isSuccess)
    return <QueryState query={query} failedPart="the main effects" skeleton={<TableSkeleton rows={4} />} />;
  if (query.data.interactions.length === 0) {
    return (
      <EmptyState
        plain
        title="Nothing to cross"
        text="No two levels of two factors were measured in all four cells."
      />
    );
  }
  return <InteractionTable effects={query.data} />;
}
