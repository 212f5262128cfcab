import { Text } from '@mantine/core';

import type { RunSummary, Trial } from '@/api/types';
import { count, plural } from '@/components/words/format';
import { TextLink } from '@/components/ui/navigation/links';
import { StatCard } from '@/components/ui/layout/stat-card';

import { isSuspect, suspectBecause } from './trial-rows';

interface TrialsCardProps {
  runs: RunSummary[];
  trials?: Trial[];
  /** Measured elsewhere: only the figures could be checked. */
  isImported?: boolean;
}

function words(valid: number, runs: number, isImported: boolean): string {
  const trialsOfRuns = `${plural(valid, 'trial')} of ${plural(runs, 'run')}`;
  if (valid === 0) return 'Nothing was measured yet.';
  return isImported
    ? `No problem was found in ${trialsOfRuns}; nothing is known about the hosts.`
    : `Every check passed in ${trialsOfRuns}.`;
}

/** How many trials count, and what was found about them. */
export function TrialsCard({ runs, trials = [], isImported = false }: TrialsCardProps) {
  const sum = (pick: (run: RunSummary) => number) => runs.reduce((total, run) => total + pick(run), 0);
  const valid = sum((run) => run.trials_done);
  const invalid = sum((run) => run.trials_invalid);
  const notMeasured = sum((run) => run.trials_not_measured);
  const failedCount = sum((run) => run.trials_failed) - notMeasured;
  const ids = new Set(runs.map((run) => run.id));
  const suspect = trials.filter((trial) => ids.has(trial.run_id) && isSuspect(trial));
  const bad = invalid + failedCount + notMeasured > 0;
  return (
    <StatCard
      label="Trials"
      value={count(valid)}
      unit="valid"
      aside={
        bad ? (
          <Text span fz="xs" c="var(--dyno-worse-ink)" fw={550}>
            {plural(invalid, 'invalid attempt')} · {failedCount} failed
            {notMeasured > 0 && ` · ${notMeasured} not measured`}
          </Text>
        ) : (
          valid > 0 && 'none invalid, none failed'
        )
      }
    >
      {bad && 'They are left out of every delta; an attempt that can succeed is repeated. '}
      {suspect.length > 0 &&
        `${suspect.length >= valid ? 'All' : count(suspect.length)} of them suspect: ${suspectBecause(suspect)}. They count. `}
      {bad || suspect.length > 0 ? (
        <TextLink
          underline="always"
          to="."
          search={((old: object) => ({ ...old, view: 'trials' })) as never}
          hash="runs"
        >
          See why
        </TextLink>
      ) : (
        words(valid, runs.length, isImported)
      )}
    </StatCard>
  );
}
