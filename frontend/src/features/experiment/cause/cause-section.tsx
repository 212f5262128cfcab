import { NativeSelect } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { DifferenceSection } from '@/components/domain/profile/difference-section';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';

import type { Scope } from '../view/scope';

interface CauseSectionProps {
  experiment: Experiment;
  scope: Scope;
}

/** Where the difference between a variant and the baseline comes from. */
export default function CauseSection({ experiment, scope }: CauseSectionProps) {
  const [chosenId, choose] = useUrlParam('cause');
  const candidates = scope.runs.filter((run) => !run.is_baseline && !run.is_control && !run.deleted);
  const headlineId = experiment.headline?.run_id;
  const run =
    candidates.find(({ id }) => id === chosenId) ??
    candidates.find(({ id }) => id === headlineId) ??
    candidates[0];
  if (!run) return null;
  return (
    <DifferenceSection
      experiment={experiment.id}
      b={run.id}
      isFolded
      printedFunctions={experiment.published?.functions}
      subtitle={`${run.variant} against ${scope.baseline?.variant ?? 'the baseline'}`}
      aside={
        candidates.length > 1 && (
          <NativeSelect
            size="xs"
            aria-label="Variant"
            value={run.id}
            data={candidates.map(({ id, variant }) => ({ value: id, label: variant }))}
            onChange={({ currentTarget }) => choose(currentTarget.value)}
          />
        )
      }
    />
  );
}
