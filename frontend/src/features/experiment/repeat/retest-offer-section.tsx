import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { retestQuery } from '@/api/queries/experiments';
import type { Experiment } from '@/api/types';
import { plural, span } from '@/components/words/format';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { FoldedSection } from '@/components/ui/layout/folded-section';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { isUnfinished } from '@/components/words/states';

import { type Scope } from '../view/scope';

interface RetestSectionProps {
  experiment: Experiment;
  scope: Scope;
  metric: string;
}

/** The best of several looks better than it is: fresh trials of it and the baseline. Nothing where there is none to offer. */
export function RetestOfferSection({ experiment, scope, metric }: RetestSectionProps) {
  const workload = scope.workloads.length > 1 ? scope.workload : undefined;
  const due = !isUnfinished(experiment.state) && experiment.origin === 'measured';
  const { data } = useQuery({ ...retestQuery(experiment.id, metric, workload), enabled: due });
  if (!due || !data?.definition) return null;
  const { sentence, rounds, seconds, retests, first } = data;
  return (
    <FoldedSection
      id="retest"
      title="Is the winner as good as it looks?"
      caption={
        <>
          Measures “{first?.name}”, the baseline and its A/A control again, in an experiment of their own:{' '}
          {plural(rounds, 'round')}, about {span(Math.ceil(seconds))}.{' '}
          <DocsLink topic="retest">Why the best looks too good</DocsLink>
        </>
      }
    >
      <Group justify="space-between" gap="md" align="center">
        <Text fz="sm" flex={1} miw={260} maw={720}>
          {sentence}
        </Text>
        <ButtonLink
          to="/new"
          search={{
            retest: experiment.id,
            metric: metric === 'requests_per_s' ? undefined : metric,
            workload,
            step: 'plan',
          }}
          variant={retests.length > 0 ? 'default' : 'filled'}
        >
          Re-test the winner
        </ButtonLink>
      </Group>
      {retests.length > 0 && (
        <Stack gap={4} mt="md" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
          {retests.map(({ id, name, state }) => (
            <li key={id}>
              <Group gap="sm">
                <TextLink to="/experiments/$id" params={{ id }} fz="sm">
                  {name}
                </TextLink>
                <StateBadge state={state} />
              </Group>
            </li>
          ))}
        </Stack>
      )}
    </FoldedSection>
  );
}
