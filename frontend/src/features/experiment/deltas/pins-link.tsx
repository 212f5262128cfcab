import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { TextLink } from '@/components/ui/navigation/links';
import { splitsByPins } from '@/components/words/pins';
import { MAIN_METRIC } from '@/components/words/metrics';

import { isGrid, pinningFactor, type Scope } from '../view/scope';

/** Whether pinned runs stand against unpinned ones, and by which factor. A comparison is no part of what a link shares. */
export function pinsOf(experiment: Experiment, scope: Scope): { factor?: string; pins: boolean } {
  const factor = pinningFactor(experiment.factors, scope.runs);
  const pins = !isShared && (factor !== undefined || (!isGrid(scope.runs) && splitsByPins(scope.runs)));
  return { factor, pins };
}

interface PinsLinkProps {
  experiment: Experiment;
  scope: Scope;
  metric: string;
}

/** Leads to both sides beside each other; nothing where there are no two. */
export function PinsLink({ experiment, scope, metric }: PinsLinkProps) {
  const { factor, pins } = pinsOf(experiment, scope);
  if (!pins) return null;
  return (
    <TextLink
      to="/compare"
      search={{ experiment: experiment.id, factor, metric: metric === MAIN_METRIC ? undefined : metric }}
      underline="always"
      fz="sm"
    >
      Pinned against unpinned, side by side
    </TextLink>
  );
}
