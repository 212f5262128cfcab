import { Group } from '@mantine/core';

import { MAIN_METRIC, METRICS } from '@/api/catalog';
import type { ExperimentSummary } from '@/api/types';
import { MadeBy } from '@/components/domain/made-by';
import { TrustBadge } from '@/components/domain/trust-badge';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { VerdictBadge } from '@/components/ui/labels/verdict-badge';
import { ABSENT, ago, dateTime, intervalPercent, percent, plural, span } from '@/components/words/format';
import { roundsWords } from '@/components/words/progress';
import { Small } from '@/components/ui/labels/texts';

import type { ColumnKey } from './columns';
import classes from './figures-table.module.css';

type Figures = NonNullable<ExperimentSummary['figures']>;

interface CellProps {
  experiment: ExperimentSummary;
}

const startOf = ({ started_at, created_at }: ExperimentSummary) => started_at ?? created_at;

function Change({ change, of = MAIN_METRIC }: { change: Figures['change']; of?: string }) {
  if (!change) return ABSENT;
  const { verdict, low, high } = change;
  const metric = METRICS.find(({ name }) => name === change.metric);
  const isMuted = !['better', 'worse', 'fails_more'].includes(verdict);
  return (
    <>
      <span
        className={classes.change}
        data-verdict={verdict}
        data-muted={isMuted}
        title={`${verdict.replace('_', ' ')}, 95% interval ${intervalPercent(low, high)}`}
      >
        {percent(change.change, low, high)}
      </span>
      {change.metric !== of && <span className={classes.metric}>{metric?.short ?? change.metric}</span>}
    </>
  );
}

/** The verdict of the first answer; the state of what did not end as planned. */
function Outcome({ experiment }: CellProps) {
  const { state, failure, figures } = experiment;
  if (state !== 'finished') return <StateBadge state={state} detail={failure?.message} />;
  return figures?.change ? <VerdictBadge verdict={figures.change.verdict} /> : ABSENT;
}

const When = ({ experiment }: CellProps) => (
  <span title={dateTime(startOf(experiment))}>{ago(startOf(experiment))}</span>
);

const minutesOf = ({ figures }: ExperimentSummary) => span(figures?.seconds && Math.round(figures.seconds));

/** What stands in a column. */
export const CELLS: Record<ColumnKey, (props: CellProps) => React.ReactNode> = {
  verdict: Outcome,
  change: ({ experiment }) => <Change change={experiment.figures?.change ?? null} />,
  p99: ({ experiment }) => <Change change={experiment.figures?.p99 ?? null} of="latency_p99" />,
  trust: ({ experiment: { headline } }) => (headline?.trust ? <TrustBadge trust={headline.trust} /> : ABSENT),
  minutes: ({ experiment }) => minutesOf(experiment),
  when: When,
  testbed: ({ experiment }) => experiment.testbed?.name ?? 'imported',
  recipe: ({ experiment }) => experiment.recipe ?? ABSENT,
  runs: ({ experiment }) => `${plural(experiment.runs, 'run')} × ${roundsWords(experiment)}`,
  tool: ({ experiment }) => experiment.tool,
  by: ({ experiment }) => <MadeBy owner={experiment.owner} />,
};

/** The figures as one line, where there is no room for columns. */
export function FigureLine({ experiment }: CellProps) {
  const { figures, headline } = experiment;
  return (
    <Group gap={8} mt={4} hiddenFrom="sm" fz="xs">
      <Outcome experiment={experiment} />
      {figures?.change && <Change change={figures.change} />}
      {figures?.p99 && (
        <span>
          p99 <Change change={figures.p99} of="latency_p99" />
        </span>
      )}
      {headline?.trust && headline.trust.level !== 'green' && <TrustBadge trust={headline.trust} />}
      <Small span>
        {figures?.seconds ? `${minutesOf(experiment)} · ` : ''}
        <When experiment={experiment} />
      </Small>
    </Group>
  );
}
