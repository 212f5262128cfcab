import { Group, Text } from '@mantine/core';

import { TextLink } from '@/components/ui/navigation/links';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { useEditor } from '../draft/editor-context';
import { halvedWith } from '../edits/trials-edits';

import { analysesText } from './rounds-words';
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
        <Muted>
          {analyses && `${analyses} `}
          <KnownNoise />
        </Muted>
      </>
    );
  }
  return (
    <>
      <Stages plan={good} />
      {analyses && <Muted>{analyses}</Muted>}
      <Halved />
      <Small>
        <KnownNoise />
      </Small>
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
      <PlainButton size="xs" onClick={() => edit((old) => halvedWith(old, halving.trials))}>
        Take halving
      </PlainButton>
    </Group>
  );
}
