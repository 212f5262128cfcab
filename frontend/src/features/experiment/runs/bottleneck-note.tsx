import type { Experiment, RunSummary } from '@/api/types';
import { Hint } from '@/components/ui/labels/hint';
import classes from '@/components/ui/labels/pill.module.css';

/** What held a run back, below its verdict; the evidence on demand. */
export function BottleneckNote({ bottlenecks }: Pick<Experiment['run_list'][number], 'bottlenecks'>) {
  const first = bottlenecks?.[0];
  if (!first) return null;
  const label = `${first.sentence} What helps: ${first.advice}.`;
  return (
    <div>
      <Hint className={classes.why} label={label}>
        {first.is_near ? 'near a limit' : 'bottleneck'}: {first.title}
      </Hint>
    </div>
  );
}

/** The bottleneck that all measured runs have in common: it is said once. Undefined where they differ. */
export function sharedBottleneck(runs: RunSummary[]) {
  const measured = runs.filter((run) => run.trials_done > 0);
  const [first] = measured[0]?.bottlenecks ?? [];
  const isShared = measured.every(({ bottlenecks }) => {
    const ownFirst = bottlenecks?.[0];
    return ownFirst?.title === first?.title && ownFirst?.is_near === first?.is_near;
  });
  return measured.length > 1 && isShared ? first : undefined;
}
