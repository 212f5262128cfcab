import { Box, Group, Stack, Text } from '@mantine/core';

import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { TrustBadge } from '@/components/domain/trust-badge';
import { Headline } from '@/components/ui/layout/headline';
import { isUnfinished } from '@/components/words/states';
import { Muted } from '@/components/ui/labels/texts';

import { PinsLink } from '../deltas/pins-link';
import { dimensionsOf, isCrossed } from '../grid/pivot';
import type { Scope } from '../view/scope';

import { NextStepButton } from './next-step';
import { remarksOf } from './remarks';

interface ResultProps {
  experiment: Experiment;
  scope: Scope;
  metric: string;
  /** The page was open before the end: what stands below stays where it is. */
  wasUnfinished: boolean;
}

/** Question, answer, trust, next step. */
export function Result({ experiment, scope, metric, wasUnfinished }: ResultProps) {
  const { headline, question } = experiment;
  const remarks = remarksOf(experiment, isShared);
  // of a grid's answer factors are said; what a cell's change consists of is folded
  const isGridCrossed = isCrossed(dimensionsOf(experiment.factors, scope));
  const cause = isGridCrossed ? null : headline?.cause;
  return (
    <Box
      component="section"
      aria-label="Result"
      mih={wasUnfinished ? { base: '20em', sm: '14em' } : undefined}
      style={{ overflowWrap: 'anywhere' }}
    >
      {/* beside the question: what is read does not move when it comes */}
      <Group gap="sm" mb={2} mih={24}>
        <Muted>{question}</Muted>
        {headline?.trust && <TrustBadge trust={headline.trust} />}
      </Group>
      {!headline && isUnfinished(experiment.state) && (
        <Muted>The answer comes here after the last trial.</Muted>
      )}
      {headline && (
        <Stack gap="sm">
          <Headline {...headline} cause={cause} />
          {remarks && <Text fz="sm">{remarks}</Text>}
          {!isUnfinished(experiment.state) && (
            <Group gap="sm">
              <NextStepButton experiment={experiment} />
              <PinsLink {...{ experiment, scope, metric }} />
            </Group>
          )}
        </Stack>
      )}
    </Box>
  );
}
