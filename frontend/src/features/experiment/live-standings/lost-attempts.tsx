import { Text } from '@mantine/core';

import type { RunSummary, Trial } from '@/api/types';
import { plural } from '@/components/words/format';

/** How many attempts do not count while it runs, and why the latest does not; last in its column, so that nothing moves. */
export function LostAttempts({ runs, trials }: { runs: RunSummary[]; trials: Trial[] }) {
  const failedIds = new Set(runs.filter(({ failure }) => failure).map(({ id }) => id));
  const attempts = trials.filter(
    ({ state, start, run_id }) =>
      state === 'done' ||
      state === 'invalid' ||
      (state === 'failed' && (start != null || !failedIds.has(run_id))), // else it never began
  );
  const losses = attempts.filter(({ state }) => state !== 'done');
  const reason = losses.map(reasonOf).findLast(Boolean);
  if (losses.length === 0) return null;
  return (
    <Text fz="sm" role="status" c={losses.length === attempts.length ? 'var(--dyno-danger)' : 'dimmed'}>
      {losses.length === attempts.length
        ? `No attempt counts so far, of ${attempts.length}`
        : `${plural(losses.length, 'attempt')} of ${attempts.length} do${losses.length === 1 ? 'es' : ''} not count`}
      {reason && `: ${reason}`}
    </Text>
  );
}

const reasonOf = ({ findings, failure }: Trial) =>
  failure?.message ?? findings.find(({ level }) => level === 'invalid')?.message;
