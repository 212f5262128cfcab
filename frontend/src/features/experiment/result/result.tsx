import { Box, Group, Stack, Text } from '@mantine/core';

import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { TrustBadge } from '@/components/domain/trust-badge';
import { Headline } from '@/components/ui/layout/headline';

import { PinsLink } from '../deltas/pins-link';
import type { Scope } from '../view/scope';

import { leadOf, reasonsOf } from './lead';
import { NextStepButton } from './next-step';

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
  const reasons = reasonsOf(headline);
  const isRed = headline?.trust?.level === 'red'; // then it comes before the answer
  const trustLine = headline?.trust && (
    <Group gap="sm" align="baseline">
      <TrustBadge trust={headline.trust} />
      {reasons && (
        <Text fz="sm" flex="1 1 240px">
          {reasons}
        </Text>
      )}
    </Group>
  );
  return (
    <Box
      component="section"
      aria-label="Result"
      mih={wasUnfinished ? { base: '20em', sm: '14em' } : undefined}
      style={{ overflowWrap: 'anywhere' }}
    >
      <Text fz="sm" c="dimmed" mb={2}>
        {question}
      </Text>
      {headline && (
        <Stack gap="sm">
          {isRed && trustLine}
          <Headline {...headline} lead={leadOf(experiment, isShared)} />
          {!isRed && trustLine}
          <Group gap="sm">
            <NextStepButton experiment={experiment} />
            <PinsLink {...{ experiment, scope, metric }} />
          </Group>
        </Stack>
      )}
    </Box>
  );
}
