import type { DeltaOfRun, Halving } from '@/api/types';

import { byRunId, type Scope } from '../view/scope';

/** What halving did to each candidate. Pure. */

export interface HalvedRow {
  id: string;
  name: string;
  /** Its middle change at the end of each stage that chose; undefined where it was not there. */
  at: ({ change: number | null; goesOn: boolean } | undefined)[];
  /** It was not eliminated. */
  isIn: boolean;
  /** Its delta over all its rounds. */
  delta?: DeltaOfRun;
}

/** Who remains comes first, then the last to leave; among these the better. */
export function halvedRows(halving: Halving, scope: Scope, deltas: DeltaOfRun[] | undefined): HalvedRow[] {
  const deltasByRun = byRunId(deltas);
  const candidates = scope.runs.filter((run) => !run.is_baseline && !run.is_control && !run.deleted);
  const rows = candidates.map((run) => ({
    id: run.id,
    name: run.variant,
    isIn: run.eliminated_after == null,
    delta: deltasByRun.get(run.id),
    at: halving.stages.map(({ ranking }) => {
      const rankedRun = ranking.find(({ run_id }) => run_id === run.id);
      return rankedRun && { change: rankedRun.change, goesOn: rankedRun.goes_on };
    }),
    left: run.eliminated_after ?? Number.MAX_SAFE_INTEGER,
  }));
  const change = ({ delta }: HalvedRow) => delta?.change ?? -1;
  return rows.sort((a, b) => b.left - a.left || change(b) - change(a));
}
