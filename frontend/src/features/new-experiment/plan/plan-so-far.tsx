import { Stack, Text } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Skeleton } from '@mantine/core';

import type { Plan } from '@/api/types';
import { span } from '@/components/words/format';
import { KeyValue } from '@/components/ui/layout/key-value';
import { TextLink } from '@/components/ui/navigation/links';
import { Section } from '@/components/ui/layout/section';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import type { Definition } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { effectHint } from '../trials/effect-text';
import { gapWords, isSearch } from '../edits/load-edits';
import type { Step } from '../draft/problems';
import { rangeText, timeText, trialsText } from '../trials/rounds-words';
import { heldElsewhere, testbedState } from '../testbed/testbed-state';

import { changedHosts } from './changes';
import { GoalControl } from './goal-control';
import { LaunchButton } from './launch-button';

const NEXT: Partial<Record<Step, { step: Step; label: string }>> = {
  testbed: { step: 'variants', label: 'Variants' },
  variants: { step: 'workload', label: 'Workload' },
  workload: { step: 'plan', label: 'Review plan' },
  yaml: { step: 'plan', label: 'Review plan' },
};

/** What a launch comes to, at a glance; follows every change. */
export function PlanSoFar({ step }: { step: Step }) {
  const { definition, good, isSettled, problems, failure, testbed, go } = useEditor();
  const next = NEXT[step];
  const stale = !isSettled || problems.length > 0;
  return (
    <Section
      title="Plan so far"
      aside={
        good && stale
          ? failure
            ? 'as last planned'
            : isSettled
              ? 'before the problems'
              : 'planning …'
          : undefined
      }
      id="plan-so-far"
    >
      <Stack gap="md">
        {!good && problems.length === 0 && <Skeleton h={180} />}
        {!good && problems.length > 0 && <Muted>There is no plan until the problems are fixed.</Muted>}
        {good && (
          <div>
            <KeyValue
              label="Plan so far"
              rows={[
                ...(step === 'plan' ? [] : size(good, definition)),
                {
                  key: 'Changes on',
                  value: changedHosts(good.changes ?? []),
                  hint: 'Hosts whose own settings change; all of it is restored at the end',
                },
                { key: 'Testbed', value: <TestbedNow /> },
              ]}
            />
          </div>
        )}
        {(step === 'workload' || step === 'plan') && <GoalControl />}
        <Waits />
        {step === 'plan' ? (
          <LaunchButton />
        ) : (
          next && (
            <PlainButton rightSection={<IconArrowRight size={16} />} onClick={() => go({ step: next.step })}>
              {next.label}
            </PlainButton>
          )
        )}
        {testbed && step !== 'testbed' && (
          <Small>
            {(definition.testbed_labels ?? []).length > 0
              ? `On the first free testbed with ${definition.testbed_labels?.join(', ')}; planned for ${testbed.name}.`
              : `On testbed ${testbed.name}.`}{' '}
            Every host is restored at the end, even after a crash.
          </Small>
        )}
      </Stack>
    </Section>
  );
}

/** Rows that the plan step itself shows in its figures. */
function size(plan: Plan, definition: Definition) {
  const search = isSearch(definition);
  return [
    {
      key: search ? 'Runs × probes' : 'Runs × trials',
      value: `${plan.runs?.length ?? 0} × ${search ? `at most ${plan.rounds}` : trialsText(plan)}`,
    },
    {
      key: 'Time',
      value: search ? `at most ${span(plan.seconds)}` : timeText(plan),
      hint: 'Including preparing and restoring',
    },
    search
      ? {
          key: 'Answer',
          value: `within ${gapWords(definition)}`,
          hint: 'The widest gap between passing and failing that ends a search',
        }
      : { key: 'Can show', value: rangeText(plan), hint: effectHint(plan.smallest_effect) },
  ];
}

function Waits() {
  const { testbed, good } = useEditor();
  const behind = good?.queue_behind?.[0] ?? testbed?.busy_with;
  const holdText = testbed && heldElsewhere(testbed);
  if (holdText) return <Text fz="sm">A launch now waits: {holdText}.</Text>;
  return (
    behind && (
      <Text fz="sm">
        A launch now queues behind{' '}
        <TextLink to="/experiments/$id" params={{ id: behind.id }} underline="always">
          {behind.name}
        </TextLink>
        .
      </Text>
    )
  );
}

function TestbedNow() {
  const { testbed } = useEditor();
  if (!testbed) return 'none';
  const { words, tone } = testbedState(testbed);
  return (
    <Text span inherit c={tone && `var(--dyno-${tone})`}>
      {testbed.busy_with ? 'busy' : words}
    </Text>
  );
}
