import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';

import { HostsToRestore } from '@/components/domain/hosts-to-restore';
import { EmptyState } from '@/components/ui/feedback/empty-state';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { Section } from '@/components/ui/layout/section';
import { Muted } from '@/components/ui/labels/texts';

import { useEditor } from '../draft/editor-context';
import { SourceNote } from '../draft/source-note';
import { messageAt } from '../draft/problems';
import { useHostById } from '../draft/use-hosts';

import { ANY, LabelsCard, withLabels } from './labels-card';
import { TestbedCard } from './testbed-card';

/** Where to measure: hosts in their roles, and whether they are free. */
export function TestbedStep() {
  const { testbeds = [], testbed, problems, go, definition, edit } = useEditor();
  const askedLabels = definition.testbed_labels ?? [];
  const [picking, setPicking] = useState(false); // also while there is no label, so that another can be typed
  const any = picking || askedLabels.length > 0;
  const first = testbeds.flatMap(({ labels }) => labels ?? [])[0];
  const choose = (id: string) => {
    setPicking(id === ANY);
    if (id !== ANY) {
      if (askedLabels.length > 0) edit((old) => withLabels(old, []));
      go({ testbed: id });
    } else if (first !== undefined && askedLabels.length === 0) edit((old) => withLabels(old, [first]));
  };
  const hostOf = useHostById();
  const ids = [...new Set(testbed?.roles.map(({ host_id }) => host_id))];
  const hostsToRestore = ids.flatMap((id) => hostOf(id) ?? []);
  return (
    <Stack gap="md">
      <SourceNote />
      <HostsToRestore hosts={hostsToRestore} />
      <Section
        title="Testbed"
        id="testbed"
        aside={<TextLink to="/hosts">Hosts and testbeds</TextLink>}
        caption="A testbed assigns hosts to roles. One experiment at a time uses a host; the next one queues."
      >
        {testbeds.length === 0 ? (
          <EmptyState
            plain
            title="No testbed yet"
            text="One appears as soon as hosts cover the roles load, proxy and backend. What you change here is kept."
            action={<ButtonLink to="/hosts">Add a host</ButtonLink>}
          />
        ) : (
          <Radio.Group
            aria-label="Testbed"
            value={any ? ANY : (testbed?.id ?? null)}
            onChange={choose}
            error={messageAt(problems, 'testbed')}
          >
            <Stack gap="sm">
              {testbeds.map((testbedOption) => (
                <TestbedCard key={testbedOption.id} testbed={testbedOption} />
              ))}
              {(testbeds.length > 1 || any) && <LabelsCard isChosen={any} />}
            </Stack>
          </Radio.Group>
        )}
        {testbeds.length === 1 && !any && <Muted mt="sm">There is one testbed, so it is chosen.</Muted>}
      </Section>
    </Stack>
  );
}
