import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';

import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { ButtonLink } from '@/components/ui/navigation/links';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { span } from '@/components/words/format';
import { MAIN_METRIC } from '@/components/words/metrics';
import { Muted } from '@/components/ui/labels/texts';

import { MeasureMoreButton } from '../repeat/measure-more';

type Step = NonNullable<NonNullable<Experiment['headline']>['next_step']>;

/** The one thing to do next, with its reason and minutes; nothing for readers of a link. */
export function NextStepButton({ experiment }: { experiment: Experiment }) {
  const step = experiment.headline?.next_step;
  const canOperate = useMay('operator');
  if (!step || isShared || step.kind === 'resume') return null; // resuming stands beside the reason for the end
  const isOpenToAll = ['apply', 'compare', 'bisect'].includes(step.kind);
  if (!canOperate && !isOpenToAll) return null;
  const label = `${step.label}${step.seconds ? ` · ${span(Math.ceil(step.seconds / 60) * 60)}` : ''}`;
  return (
    <Group gap="sm" className="dyno-no-print">
      <Control {...{ experiment, step, label }} />
      <Muted>{step.sentence}</Muted>
    </Group>
  );
}

interface ControlProps {
  experiment: Experiment;
  step: Step;
  label: string;
}

function Control({ experiment, step, label }: ControlProps): ReactNode {
  const [, setReproduce] = useUrlParam('reproduce');
  const { id, headline } = experiment;
  switch (step.kind) {
    case 'measure_more':
      return <MeasureMoreButton experiment={experiment} label={label} />;
    case 'measure_again':
      return <Button onClick={() => setReproduce('1')}>{label}</Button>;
    case 'retest': {
      const metric = headline?.metric === MAIN_METRIC ? undefined : headline?.metric;
      const search = { retest: id, metric, workload: headline?.workload ?? undefined, step: 'plan' as const };
      return (
        <ButtonLink to="/new" search={search}>
          {label}
        </ButtonLink>
      );
    }
    case 'compare':
      return (
        <ButtonLink to="." hash="reproduction" search={true as never}>
          {label}
        </ButtonLink>
      );
    case 'bisect':
      return (
        <ButtonLink to="/bisects/$id" params={{ id: step.bisect_id ?? '' }}>
          {label}
        </ButtonLink>
      );
    case 'apply':
      return (
        <ButtonLink to="/runs/$id" params={{ id: step.run_id ?? '' }} hash="as-run">
          {label}
        </ButtonLink>
      );
    default:
      return (
        <ButtonLink to="/new" search={{ from: id }} variant="default">
          {label}
        </ButtonLink>
      );
  }
}
