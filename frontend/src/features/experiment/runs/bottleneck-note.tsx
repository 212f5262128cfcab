import type { Experiment } from '@/api/types';
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
