import { Text } from '@mantine/core';

import type { RunSummary } from '@/api/types';
import { count, plural } from '@/components/format';
import { TextLink } from '@/components/ui/links';
import { StatCard } from '@/components/ui/stat-card';

/** How many trials count. */
export function TrialsCard({ runs }: { runs: RunSummary[] }) {
  const sum = (pick: (run: RunSummary) => number) => runs.reduce((total, run) => total + pick(run), 0);
  const [valid, invalid, failed] = [
    sum((run) => run.trials_done),
    sum((run) => run.trials_invalid),
    sum((run) => run.trials_failed),
  ];
  const bad = invalid + failed > 0;
  return (
    <StatCard
      label="Trials"
      value={count(valid)}
      unit="valid"
      aside={
        bad ? (
          <Text span fz="xs" c="var(--dyno-worse-ink)" fw={550}>
            {invalid} invalid · {failed} failed
          </Text>
        ) : (
          'none invalid, none failed'
        )
      }
    >
      {bad ? (
        <>
          Left out of every delta.{' '}
          <TextLink
            to="."
            search={((old: object) => ({ ...old, view: 'trials' })) as never}
            resetScroll={false}
          >
            See why
          </TextLink>
        </>
      ) : (
        `Every check passed in ${plural(valid, 'trial')} of ${plural(runs.length, 'run')}.`
      )}
    </StatCard>
  );
}
