import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

import { plural } from '@/components/format';

import { useEditor } from './editor-context';
import classes from './new-experiment.module.css';
import { countBySteps, type Step } from './problems';

const STEPS: [Step, string][] = [
  ['recipe', 'Recipe'],
  ['testbed', 'Testbed'],
  ['variants', 'Variants'],
  ['workload', 'Workload'],
  ['plan', 'Plan'],
];

/** On a phone the steps scroll sideways. */
const bringIntoView = (item: HTMLLIElement | null) =>
  item?.scrollIntoView?.({ inline: 'center', block: 'nearest' });

/** The steps as links; each says whether something in it needs another look. */
export function StepNav({ step }: { step: Step }) {
  const { problems, definition, good } = useEditor();
  const counts = countBySteps(problems, definition);
  const now = STEPS.findIndex(([name]) => name === step);
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {STEPS.map(([name, label], n) => (
          <li key={name} ref={name === step ? bringIntoView : undefined}>
            <Link
              to="/new"
              search={(old) => ({ ...old, step: name })}
              className={classes.step}
              aria-current={name === step ? 'step' : undefined}
              activeProps={{}}
            >
              {n + 1} {label}
              {counts[name] ? (
                <span className={classes.count} aria-label={plural(counts[name], 'problem')}>
                  {counts[name]}
                </span>
              ) : (
                n < now && good && <IconCheck size={14} aria-label="done" />
              )}
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
