import type { RunSummary } from '@/api/types';
import { Hint } from '@/components/ui/labels/hint';
import { plural } from '@/components/words/format';
import classes from '@/components/ui/labels/pill.module.css';

interface BottleneckNoteProps {
  bottlenecks: RunSummary['bottlenecks'];
  /** The run that the evidence is of, where the note stands for several. */
  example?: string;
  extent?: string;
}

/** What held a run back, below its verdict or below the table; the evidence on demand. */
export function BottleneckNote({ bottlenecks, example, extent }: BottleneckNoteProps) {
  const first = bottlenecks?.[0];
  if (!first) return null;
  const label = `${example ? `${example}: ` : ''}${first.sentence} What helps: ${first.advice}.`;
  return (
    <div>
      <Hint className={classes.why} label={label}>
        {first.is_near ? 'near a limit' : 'bottleneck'}: {first.title}
        {extent && ` (${extent})`}
      </Hint>
    </div>
  );
}

/** What held runs back, each said once; what they were only near to stands with all figures and on their pages. */
export function BottleneckNotes({ runs }: { runs: RunSummary[] }) {
  const commonLimit = sharedBottleneck(runs);
  if (commonLimit) return <BottleneckNote bottlenecks={[commonLimit]} />;
  const boundRuns = runs.filter(({ bottlenecks }) => bottlenecks?.[0] && !bottlenecks[0].is_near);
  const titles = new Set(boundRuns.map(({ bottlenecks }) => bottlenecks?.[0]?.title));
  return [...titles].map((title) => {
    const group = boundRuns.filter(({ bottlenecks }) => bottlenecks?.[0]?.title === title);
    return (
      <BottleneckNote
        key={title}
        bottlenecks={group[0]?.bottlenecks ?? []}
        example={group[0]?.variant}
        extent={`${group.length} of ${plural(runs.length, 'run')}`}
      />
    );
  });
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
