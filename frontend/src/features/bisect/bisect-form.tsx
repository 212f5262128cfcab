import { Button, Paper, Select, SimpleGrid, Stack, TagsInput, Text, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';

import { bisectPlanQuery, launchBisect } from '@/api/queries/bisects';
import { hostsQuery, testbedsQuery } from '@/api/queries/hosts';
import { knobsQuery } from '@/api/queries/recipes';
import type { ExperimentIn, Host, Testbed } from '@/api/types';
import { NumberField } from '@/components/ui/dialogs/number-field';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { QueryState } from '@/components/ui/feedback/query-state';
import { DocsLink } from '@/components/ui/navigation/docs-link';

import { type BisectDraft, bodyOf, EMPTY_DRAFT, MIN_VALUES } from './bisect-body';

const TYPING_MS = 400;
const SERVER = 'server.name';

/** Chooses the values of one setting, in order; says what finding the change takes; launches. */
export function BisectForm() {
  const navigate = useNavigate();
  const { draft, set, testbeds, knobs, suggestions } = useDraft();
  const body = bodyOf(draft);
  const text = body ? JSON.stringify(body) : '';
  const [settledText] = useDebouncedValue(text, TYPING_MS);
  const plan = useQuery({
    ...(settledText
      ? bisectPlanQuery(JSON.parse(settledText) as ExperimentIn)
      : { queryKey: ['bisects', 'plan'], queryFn: skipToken }),
  });
  const launch = useMutation({
    mutationFn: launchBisect,
    onSuccess: ({ id }) => navigate({ to: '/bisects/$id', params: { id } }),
  });
  const shownPlan = settledText === text ? plan.data : undefined; // not what was chosen before
  const problems = shownPlan?.errors ?? [];
  return (
    <Paper p="md" component="section" aria-labelledby="new-bisect">
      <Stack gap="md">
        <Title order={2} fz="lg" id="new-bisect">
          New bisect
        </Title>
        <SimpleGrid cols={{ base: 1, sm: 2, md: 3 }} spacing="sm">
          <Select
            label="Testbed"
            allowDeselect={false}
            data={testbeds.map(({ id, name }) => ({ value: id, label: name }))}
            value={draft.testbed}
            onChange={(testbed) => set({ testbed })}
          />
          <Select
            label="Setting"
            searchable
            allowDeselect={false}
            data={knobs}
            value={draft.knob}
            onChange={(knob) => set({ knob, values: [] })}
          />
          <TextInput
            label="Name"
            placeholder="named after its ends"
            maxLength={100}
            value={draft.name}
            onChange={({ currentTarget }) => set({ name: currentTarget.value })}
          />
        </SimpleGrid>
        <TagsInput
          label={draft.knob === SERVER ? 'Servers, in their order' : 'Values, in their order'}
          description={`${MIN_VALUES} or more, the good one first and the bad one last`}
          data={suggestions}
          value={draft.values}
          onChange={(values) => set({ values })}
        />
        <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
          <NumberField
            label="Change to find, %"
            min={0.2}
            max={50}
            value={draft.effect}
            onChange={(effect) => set({ effect })}
          />
          <Select
            label="In"
            allowDeselect={false}
            data={[
              { value: 'throughput', label: 'throughput' },
              { value: 'cpu', label: 'CPU a request' },
            ]}
            value={draft.question}
            onChange={(question) => set({ question: question as BisectDraft['question'] })}
          />
          <NumberField
            label="Connections"
            min={1}
            value={draft.connections}
            onChange={(connections) => set({ connections })}
          />
          <NumberField
            label="Seconds of a trial"
            min={1}
            value={draft.seconds}
            onChange={(seconds) => set({ seconds })}
          />
        </SimpleGrid>
        <QueryState query={plan} failedPart="the plan" />
        {launch.isError && <ErrorState error={launch.error} failedPart="the launch" />}
        <Text fz="sm" c={problems.length > 0 ? 'var(--dyno-danger)' : 'dimmed'} role="status">
          {body
            ? problems.map(({ label, message }) => `${label}: ${message}`).join('; ') ||
              (shownPlan?.sentence ?? (plan.isFetching && 'Working out what it takes …'))
            : `Choose a testbed, a setting and ${MIN_VALUES} values or more, and give each number; what it takes is then said here.`}{' '}
          <DocsLink topic="bisect">How a bisect decides</DocsLink>
        </Text>
        <div>
          <Button
            disabled={!shownPlan || problems.length > 0}
            loading={launch.isPending}
            onClick={() => body && launch.mutate(body)}
          >
            Launch
          </Button>
        </div>
      </Stack>
    </Paper>
  );
}

/** What is chosen, and what there is to choose from. */
function useDraft() {
  const [draft, setDraft] = useState<BisectDraft>(EMPTY_DRAFT);
  const { data: testbeds = [] } = useQuery(testbedsQuery);
  const { data: hosts = [] } = useQuery(hostsQuery);
  const { data: knobs = [] } = useQuery(knobsQuery);
  const testbed = testbeds.find(({ id }) => id === draft.testbed) ?? testbeds[0];
  const knob = knobs.find(({ name }) => name === draft.knob);
  return {
    draft: { ...draft, testbed: testbed?.id ?? null },
    set: (patch: Partial<BisectDraft>) => setDraft((old) => ({ ...old, ...patch })),
    testbeds,
    knobs: knobs.map(({ name }) => name),
    suggestions: draft.knob === SERVER ? serversOf(testbed, hosts) : [...(knob?.choices ?? [])].map(String),
  };
}

/** Names of the servers that the host under test has. */
function serversOf(testbed: Testbed | undefined, hosts: Host[]): string[] {
  const role = testbed?.roles.find(({ role: name }) => name === 'proxy') ?? testbed?.roles[0];
  const facts = hosts.find(({ id }) => id === role?.host_id)?.facts;
  return facts?.servers?.map(({ name }) => name) ?? [];
}
