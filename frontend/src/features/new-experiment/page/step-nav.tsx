import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { plural } from '@/components/words/format';

import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { countBySteps, type Step } from '../draft/problems';

const STEPS: [Step, string][] = [
  ['recipe', 'Recipe'],
  ['testbed', 'Testbed'],
  ['variants', 'Variants'],
  ['workload', 'Workload'],
  ['plan', 'Plan'],
];

/** The steps as links; each says whether something in it needs another look. */
export function StepNav({ step }: { step: Step }) {
  const { problems, definition, good } = useEditor();
  const counts = countBySteps(problems, definition);
  const current = useRef<HTMLLIElement>(null);
  useEffect(() => {
    // On a phone the steps scroll sideways.
    const item = current.current;
    if (item?.parentElement)
      item.parentElement.scrollLeft = item.offsetLeft - item.parentElement.offsetLeft - 40;
  }, [step]);
  const now = STEPS.findIndex(([name]) => name === step);
  return (
    <nav aria-label="Steps">
      <ol className={classes.steps}>
        {STEPS.map(([name, label], n) => (
          <li key={name} ref={name === step ? current : undefined}>
            <Link
              to="/new"
              search={(old) => ({ ...old, step: name })}
              className={classes.step}
              aria-current={name === step ? 'step' : undefined}
              activeProps={{}}
            >
              {n + 1} {label}
              <span className={classes.mark}>
                {counts[name] ? (
                  <span className={classes.count} aria-label={plural(counts[name], 'problem')}>
                    {counts[name]}
                  </span>
                ) : (
                  n < now && good && <IconCheck size={14} aria-label="done" />
                )}
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
