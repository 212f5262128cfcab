import { Group, Radio, Stack, TagsInput, Text } from '@mantine/core';

import { Pill } from '@/components/ui/labels/pill';
import { Muted } from '@/components/ui/labels/texts';

import { RadioCard } from '../fields/radio-card';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { isBelow } from '../draft/problems';

/** Value of the choice among the testbeds. */
export const ANY = 'any';

/** Instead of one testbed: the first free one of those whose hosts all have some labels. */
export function LabelsCard({ isChosen }: { isChosen: boolean }) {
  const { testbeds = [] } = useEditor();
  const knownLabels = [...new Set(testbeds.flatMap(({ labels }) => labels ?? []))].sort();
  return (
    <div>
      <RadioCard value={ANY} className={classes.choice} aria-label="Any free testbed with labels">
        <Stack gap="sm">
          <Group gap="sm">
            <Radio.Indicator />
            <Text fw={600} fz="md">
              Any free testbed with labels
            </Text>
          </Group>
          <Muted>
            {knownLabels.length > 0
              ? `The first that is free when it starts. Labels there are: ${knownLabels.join(', ')}.`
              : 'No testbed has a label on all its hosts yet: the Hosts page gives them.'}
          </Muted>
        </Stack>
      </RadioCard>
      {isChosen && <Labels knownLabels={knownLabels} />}
    </div>
  );
}

/** Outside of the card, which is a button: keys that are typed here would choose among the testbeds. */
function Labels({ knownLabels }: { knownLabels: string[] }) {
  const { definition, edit, problems, testbed, plan, good } = useEditor();
  const askedLabels = definition.testbed_labels ?? [];
  const matching = (plan ?? good)?.matching ?? [];
  const wrong = problems.filter(({ place }) => isBelow(place, 'testbed_labels'));
  return (
    <Stack gap="sm" px="md" pt="sm">
      <TagsInput
        label="Labels that all its hosts have"
        description="Enter adds one"
        value={askedLabels}
        data={knownLabels}
        maxTags={20}
        onChange={(labels) => edit((old) => withLabels(old, labels))}
        error={wrong.map(({ message }) => message).join('; ')}
      />
      {askedLabels.length === 0 ? (
        <Text fz="sm" role="status">
          Without a label it is planned for {testbed ? `the testbed ${testbed.name}` : 'one testbed'}.
        </Text>
      ) : (
        <Group gap={6}>
          {matching.map(({ id, name, now }) => (
            <Pill key={id} tone={now === 'free' ? 'better' : 'outline'}>
              {name}: {now}
            </Pill>
          ))}
        </Group>
      )}
    </Stack>
  );
}

/** Asks for labels instead of a testbed; without any label again for a testbed. */
export function withLabels<D extends { testbed?: string; testbed_labels?: string[] }>(
  definition: D,
  labels: string[],
): D {
  const newDefinition = { ...definition };
  delete newDefinition.testbed;
  delete newDefinition.testbed_labels;
  return labels.length > 0 ? { ...newDefinition, testbed_labels: labels } : newDefinition;
}
