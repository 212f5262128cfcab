import { Button, Tooltip } from '@mantine/core';
import { useState } from 'react';

import type { Plan } from '@/api/types';
import { plural } from '@/components/words/format';
import { Section } from '@/components/ui/layout/section';
import { Small } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';
import { isSearch } from '../edits/load-edits';
import classes from '../draft/new-experiment.module.css';

const SHOWN = 6;

/** The order of the trials: one line per round, each run by its number. */
export function OrderRounds({ plan }: { plan: Plan }) {
  const search = isSearch(useEditor().definition);
  const [all, setAll] = useState(false);
  const rounds = plan.order ?? [];
  const runs = plan.runs ?? [];
  const shownRounds = all ? rounds : rounds.slice(0, SHOWN);
  const kindOf = (position: number) => {
    const run = runs.find((candidate) => candidate.position === position);
    return run?.is_control ? 'control' : run?.is_baseline ? 'baseline' : undefined;
  };
  return (
    <Section
      title="Order"
      subtitle={
        search
          ? `first probes · seed ${plan.seed}`
          : `${plan.stages?.length ? 'the first stage: ' : ''}${plan.fewest ? 'at most ' : ''}${plural(rounds.length, 'round')} · seed ${plan.seed}`
      }
      id="order"
      caption={
        search
          ? 'Each number is a run of the table below. Probes of several runs take turns in this order, until each has its answer.'
          : `Each number is a run of the table below; the baseline is filled, its A/A control outlined. The launch keeps this order. ${plan.stages?.length ? 'Later stages get theirs when it is known who is in them. ' : ''}${[plan.repeats, plan.servers].filter(Boolean).join(' ')}`.trim()
      }
    >
      <div role="list" aria-label="Rounds">
        {shownRounds.map((positions, n) => (
          <div className={classes.round} role="listitem" key={n}>
            <Small>Round {n + 1}</Small>
            <div className={classes.cells}>
              {positions.map((position, at) => (
                <Tooltip key={at} label={runs.find((candidate) => candidate.position === position)?.name}>
                  <span className={classes.cell} data-kind={kindOf(position)}>
                    {position + 1}
                  </span>
                </Tooltip>
              ))}
            </div>
          </div>
        ))}
      </div>
      {rounds.length > SHOWN && (
        <Button size="xs" variant="subtle" mt="xs" onClick={() => setAll(!all)} aria-expanded={all}>
          {all ? 'Fewer rounds' : `All ${rounds.length} rounds`}
        </Button>
      )}
    </Section>
  );
}
