import { Stack, Text } from '@mantine/core';

import type { Plan } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';
import { plural, span } from '@/components/words/format';
import { useUrlParam } from '@/components/ui/navigation/use-url-param';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { Small } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { percentOf, setRounds, shareOf } from '../edits/trials-edits';
import { lengthText } from '../trials/rounds-words';

const TONES = { green: 'Shows it', amber: 'May miss it', red: 'Probably misses it' };

/** The change that somebody wants to see: whether the plan shows it, and a button for what would. */
export function GoalControl() {
  const { good } = useEditor();
  const [see, setSee] = useUrlParam('see');
  const goal = good?.goal;
  if (!goal) return null;
  return (
    <div className={classes.goal} data-tone={goal.tone}>
      <Stack gap="xs">
        <NumberField
          label="I want to see a change of"
          unit="%"
          min={0.1}
          max={100}
          value={see ?? percentOf(goal.effect)}
          onChange={(value) => setSee(value === '' ? undefined : String(value))}
          error={see !== undefined && shareOf(see) === undefined && 'from 0.1% to 100%'}
        />
        <Text fz="sm" role="status">
          <Text span inherit fw={600} className={classes.goalWord}>
            {TONES[goal.tone]}.
          </Text>{' '}
          {goal.sentence}
        </Text>
        <Remedy goal={goal} />
        <TrialLength goal={goal} />
      </Stack>
    </div>
  );
}

type Goal = NonNullable<Plan['goal']>;

/** A button that sets the rounds that show it, or lets a change so small matter. */
function Remedy({ goal: { rounds, seconds, min_effect: minEffect } }: { goal: Goal }) {
  const { definition, good, edit } = useEditor();
  if (minEffect != null) {
    const share = `${percentOf(minEffect)}%`;
    return (
      <PlainButton size="xs" onClick={() => edit((old) => ({ ...old, min_effect: share }))}>
        Let {share} matter
      </PlainButton>
    );
  }
  if (rounds == null || seconds == null) return null;
  const planRounds = definition.search ? Number(definition.trials) : good?.rounds;
  if (rounds === planRounds) return null;
  return (
    <PlainButton size="xs" onClick={() => edit((old) => setRounds(old, rounds))}>
      Set {plural(rounds, 'round')}, {span(seconds)}
    </PlainButton>
  );
}

/** What to say of trials that are longer or shorter than those that the noise is known from. */
function TrialLength({ goal }: { goal: Goal }) {
  const { definition, good, edit } = useEditor();
  const measuredSeconds = good?.noise?.trial_s;
  const lengths = definition.workloads.map(({ duration_s }) => Number(duration_s)).filter(Boolean);
  const text = lengthText(goal, measuredSeconds, lengths);
  if (!text || measuredSeconds == null) return null;
  const duration_s = Math.max(1, Math.round(measuredSeconds));
  return (
    <>
      <Small>{text}</Small>
      {goal.seconds_short != null && (
        <PlainButton
          size="xs"
          onClick={() =>
            edit((old) => ({
              ...old,
              workloads: old.workloads.map((workload) => ({ ...workload, duration_s })),
            }))
          }
        >
          Trials of {span(measuredSeconds)}
        </PlainButton>
      )}
    </>
  );
}
