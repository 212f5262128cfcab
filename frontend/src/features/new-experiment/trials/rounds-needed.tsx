import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';

import { TextLink } from '@/components/ui/navigation/links';
import { share, span } from '@/components/words/format';

import { useEditor } from '../draft/editor-context';
import { halvedWith, ruleOf } from '../edits/trials-edits';

import { DEFAULT_EFFECT, lengthText, analysesText, neededText } from './rounds-words';
import { Stages } from './stages';

/** What the noise of this testbed says about the number of rounds, where they are chosen. */
export function RoundsNeeded() {
  const { good } = useEditor();
  if (!good) return null;
  const analyses = analysesText(good);
  if (!good.noise) {
    return (
      <>
        <Stages plan={good} />
        <Text fz="sm" c="dimmed">
          {analyses && `${analyses} `}
          <KnownNoise />
        </Text>
      </>
    );
  }
  return (
    <>
      <Stages plan={good} />
      {analyses && (
        <Text fz="sm" c="dimmed">
          {analyses}
        </Text>
      )}
      <Proposed />
      <Halved />
      <Text fz="xs" c="dimmed">
        <KnownNoise />
      </Text>
    </>
  );
}

/** From what the noise is known, with the way to know more; in a tab of its own, so that no edit is lost. */
function KnownNoise() {
  const { good, testbed } = useEditor();
  if (!good?.noise_sentence) return null;
  const calibration = good.noise?.calibration;
  return (
    <>
      {good.noise_sentence}{' '}
      {calibration && (
        <TextLink to="/experiments/$id" params={{ id: calibration.id }} target="_blank" underline="always">
          The calibration
        </TextLink>
      )}
      {calibration && calibration.outdated.length > 0 && ' · '}
      {(!calibration || calibration.outdated.length > 0) && (
        <TextLink
          to="/new"
          search={{ recipe: 'calibration', form: 'full', testbed: testbed?.id, step: 'plan' }}
          target="_blank"
          underline="always"
        >
          Calibrate
        </TextLink>
      )}
    </>
  );
}

/** Where many candidates share the trials: what halving would find with as many. */
function Halved() {
  const { good, edit } = useEditor();
  const { halved: halving } = good ?? {};
  if (!halving) return null;
  return (
    <Group gap="xs" align="center">
      <Text fz="sm" flex={1} miw={260}>
        {halving.sentence}
      </Text>
      <Button size="xs" variant="default" onClick={() => edit((old) => halvedWith(old, halving.trials))}>
        Take halving
      </Button>
    </Group>
  );
}

function Proposed() {
  const { definition, good, edit } = useEditor();
  const [effect, setEffect] = useState(DEFAULT_EFFECT);
  const proposals = good?.proposals ?? [];
  const proposal = proposals.find((candidate) => candidate.effect === effect) ?? proposals[0];
  if (!proposal) return null;
  const lengths = definition.workloads.map(({ duration_s }) => Number(duration_s)).filter(Boolean);
  const measuredSeconds = good?.noise?.trial_s;
  const length = lengthText(proposal, measuredSeconds, lengths);
  const { rounds } = proposal;
  return (
    <div>
      <Group gap="xs" align="center">
        <NativeSelect
          size="xs"
          aria-label="Change to be shown"
          value={String(proposal.effect)}
          onChange={(event) => setEffect(Number(event.currentTarget.value))}
          data={proposals.map((option) => ({ value: String(option.effect), label: share(option.effect) }))}
        />
        <Text fz="sm" flex={1} miw={200} aria-live="polite">
          {neededText(proposal, Boolean(definition.search))}
        </Text>
        {rounds != null &&
          !ruleOf(definition) &&
          !definition.search &&
          Number(definition.trials ?? 5) !== rounds && (
            <Button size="xs" variant="default" onClick={() => edit((old) => ({ ...old, trials: rounds }))}>
              Take {rounds}
            </Button>
          )}
      </Group>
      {length && (
        <Group gap="xs" mt={6}>
          <Text fz="sm" c="dimmed" flex={1} miw={200}>
            {length}
          </Text>
          {proposal.seconds_short != null && measuredSeconds != null && (
            <Button
              size="xs"
              variant="default"
              onClick={() =>
                edit((old) => ({
                  ...old,
                  workloads: old.workloads.map((workload) => ({
                    ...workload,
                    duration_s: Math.max(1, Math.round(measuredSeconds)),
                  })),
                }))
              }
            >
              Trials of {span(measuredSeconds)}
            </Button>
          )}
        </Group>
      )}
    </div>
  );
}
