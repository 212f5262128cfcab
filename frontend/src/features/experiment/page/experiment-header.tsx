import type { Experiment } from '@/api/types';
import { dateTime, plural, span } from '@/components/words/format';
import { roundsWords } from '@/components/words/progress';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';

import { loadWords } from '../view/words';
import { Lineage } from '../repeat/lineage';

import { HeaderActions } from './header-actions';

/** Where we are, what was measured on what and when, and what can be done with it. */
export function ExperimentHeader({ experiment }: { experiment: Experiment }) {
  const { id, name, state, runs, testbed } = experiment;
  return (
    <PageHeader
      title={name}
      meta={
        <>
          <StateBadge state={state} />
          <span>{loadWords(experiment)}</span>
          <span>
            {plural(runs, 'run')} × {allRounds(experiment)}
          </span>
          {testbed ? (
            <span title="Testbed: the hosts that were used">{testbed.name}</span>
          ) : (
            <Pill hint="Results from another source; the figures were read from tool output or tables.">
              imported
            </Pill>
          )}
          <span>{times(experiment)}</span>
          <span className="dyno-mono">{id}</span>
          <Lineage experiment={experiment} />
        </>
      }
      actions={<HeaderActions experiment={experiment} />}
    />
  );
}

/** Of halving, only the last have them all. */
const allRounds = (experiment: Experiment) => {
  const { halving, first_stage: stage } = experiment;
  if (halving) return `up to ${plural(halving.stages.at(-1)?.last ?? 0, 'round')}`;
  return stage
    ? `${stage.rounds} + ${plural(stage.added_rounds, 'round')} in two stages`
    : roundsWords(experiment);
};

/** Without the spans in which nothing was measured. */
function times({ created_at, started_at, finished_at, origin, interruptions }: Experiment): string {
  if (origin === 'imported') return dateTime(created_at);
  if (!started_at) return `launched ${dateTime(created_at)}`;
  if (!finished_at) return `started ${dateTime(started_at)}`;
  const secondsOf = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 1000;
  const away = (interruptions ?? []).map(({ began_at, ended_at }) =>
    secondsOf(began_at, ended_at ?? finished_at),
  );
  const took =
    secondsOf(started_at, finished_at) - away.reduce((sum, seconds) => sum + Math.max(0, seconds), 0);
  return `${dateTime(started_at)}, took ${span(Math.round(took))}`;
}
