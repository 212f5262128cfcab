import { Button, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';

import { Section } from '@/components/ui/layout/section';

import { addWorkload } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { isSearch } from '../edits/load-edits';
import { TrialsForm } from '../trials/trials-form';
import { messageAt } from '../draft/problems';

import { KindCard } from './kind-card';
import { SweepField } from './sweep-field';
import { WorkloadCard } from './workload-card';

/** The load to apply, and how often it is measured in which order. */
export function WorkloadStep() {
  const { definition, edit, problems } = useEditor();
  const problem = messageAt(problems, 'workloads');
  return (
    <Stack gap="md">
      <KindCard />
      {definition.workloads.map((workload, index) => (
        <WorkloadCard key={index} workload={workload} index={index} />
      ))}
      {problem && (
        <Text fz="sm" c="var(--dyno-danger)" role="alert">
          {problem}
        </Text>
      )}
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => edit(addWorkload)}>
          Another workload
        </Button>
        <Text fz="xs" c="dimmed" mt={6}>
          Every variant is measured under every workload.
        </Text>
      </div>
      {!isSearch(definition) && (
        <Section title="Sweep" id="sweep">
          <SweepField />
        </Section>
      )}
      <TrialsForm />
    </Stack>
  );
}
