import { Skeleton, Stack, TextInput, Textarea, SimpleGrid, Loader } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';

import { EmptyState } from '@/components/ui/feedback/empty-state';
import { Section } from '@/components/ui/layout/section';
import { StatCard } from '@/components/ui/layout/stat-card';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { count, plural, span } from '@/components/words/format';
import type { Plan } from '@/api/types';
import { ApiError } from '@/api/errors';
import { Muted } from '@/components/ui/labels/texts';

import { AdviceSummary } from '../variants/advice-card';
import { countsText, effectHint, effectText } from '../trials/effect-text';
import { useEditor } from '../draft/editor-context';
import { gapWords, isSearch } from '../edits/load-edits';
import { messageAt } from '../draft/problems';
import { percentOf } from '../edits/trials-edits';
import { allTrialsText, soonestText, timeText, usualText } from '../trials/rounds-words';
import { Stages } from '../trials/stages';
import { SourceNote } from '../draft/source-note';

import { HostChanges } from './host-changes';
import { OrderRounds } from './order-rounds';
import { PlannedDiagnostics } from './planned-diagnostics';
import { RunPlans } from './run-plans';

/** Everything that a launch would do, before it does it. */
export function PlanStep() {
  const { good, problems } = useEditor();
  return (
    <Stack gap="md">
      <SourceNote />
      {good ? <Figures plan={good} /> : problems.length === 0 && <FiguresSkeleton />}
      <NameSection />
      {!good && problems.length === 0 && <Skeleton h={320} />}
      {!good && problems.length > 0 && (
        <EmptyState title="No plan yet" text="Fix the problems in the list; the plan then appears here." />
      )}
      {good && (
        <>
          <NginxCheck />
          <AdviceSummary />
          <HostChanges plan={good} />
          <StageSection plan={good} />
          <PlannedDiagnostics plan={good} />
          <OrderRounds plan={good} />
          <RunPlans plan={good} />
        </>
      )}
    </Stack>
  );
}

/** Which rounds each stage of halving has, and how many remain. */
function StageSection({ plan }: { plan: Plan }) {
  const stages = plan.stages ?? [];
  if (stages.length === 0) return null;
  return (
    <Section
      title="Stages"
      subtitle={`— ${count(plan.trials)} trials, about as many as ${String(plan.definition?.trials)} of each run`}
      id="stages"
      caption={
        <>
          Known before the first trial. After each stage the candidates with the better half of the changes in
          req/s go on; the baseline and its control stay. Verdicts are for the last stage’s candidates alone,
          and count all that began. <DocsLink topic="halving">How halving is judged</DocsLink>
        </>
      }
    >
      <Stages plan={plan} />
    </Section>
  );
}

/** As high as the figures: the fields below stay where they are. */
const FiguresSkeleton = () => (
  <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md" aria-hidden>
    {['time', 'trials', 'can show'].map((figure) => (
      <Skeleton key={figure} h={{ base: 112, xs: 172, md: 156 }} />
    ))}
  </SimpleGrid>
);

function Figures({ plan }: { plan: Plan }) {
  const { definition } = useEditor();
  const search = isSearch(definition);
  const runs = plan.runs?.length ?? 0;
  const effect = plan.smallest_effect;
  return (
    <SimpleGrid cols={{ base: 1, xs: 3 }} spacing="md">
      <StatCard label="Time" value={search ? `at most ${span(plan.seconds)}` : timeText(plan)}>
        {plan.fewest ? 'at most ' : ''}
        {span(plan.load_seconds)} of it under load{plan.ceiling && `. ${plan.ceiling}`}
      </StatCard>
      <StatCard label="Trials" value={search ? `≤ ${plan.trials ?? 0}` : allTrialsText(plan)}>
        {plural(runs, 'run')},{' '}
        {search ? `at most ${plural(plan.rounds ?? 0, 'probe')} each` : usualText(plan)}
      </StatCard>
      {search ? (
        <StatCard label="Answer" value={`within ${gapWords(definition)}`}>
          The widest gap between passing and failing that ends a search.
        </StatCard>
      ) : (
        <StatCard label="Can show" value={effectText(effect)}>
          {effectHint(effect)}{' '}
          {effect != null && countsText(plan, `${percentOf(definition.min_effect) || 1}%`)}{' '}
          {soonestText(plan)}
        </StatCard>
      )}
    </SimpleGrid>
  );
}

function NameSection() {
  const { definition, edit, problems } = useEditor();
  return (
    <Section title="Experiment" id="experiment">
      <Stack gap="sm">
        <TextInput
          label="Name"
          value={definition.name}
          onChange={({ currentTarget: { value: name } }) => edit((old) => ({ ...old, name }))}
          error={messageAt(problems, 'name')}
        />
        <TextInput
          label="Question"
          placeholder="Does pinning help?"
          maxLength={200}
          value={definition.question ?? ''}
          onChange={({ currentTarget: { value } }) =>
            edit((old) => ({ ...old, question: value || undefined }))
          }
          error={messageAt(problems, 'question')}
        />
        <Textarea
          label="Description"
          placeholder="How you want to find out"
          autosize
          minRows={1}
          maxRows={6}
          value={definition.description ?? ''}
          onChange={({ currentTarget: { value } }) =>
            edit((old) => ({ ...old, description: value || undefined }))
          }
          error={messageAt(problems, 'description')}
        />
      </Stack>
    </Section>
  );
}

/** How the check of every configuration by the host's own nginx stands; what it refuses is in the list of problems. */
function NginxCheck() {
  const { nginxCheck } = useEditor();
  const { check: result, checkError, refusals } = nginxCheck;
  if (refusals.length > 0) return null;
  if (checkError) return <Unasked error={checkError} />;
  if (!result || result.state === 'running') {
    return (
      <Muted role="status">
        <Loader size={12} mr={8} aria-hidden />
        running nginx -t on the host …
      </Muted>
    );
  }
  if (result.state === 'passed') {
    return (
      <Muted role="status">
        <IconCheck size={14} aria-hidden style={{ verticalAlign: -2, marginRight: 6 }} />
        {plural(result.checked, 'configuration')} checked by nginx -t on {result.host}
      </Muted>
    );
  }
  return <Unasked error={new Error(result.problems[0]?.message)} />;
}

function Unasked({ error }: { error: Error }) {
  return (
    <Muted role="status">
      nginx -t could not be run: {error instanceof ApiError ? error.detail : error.message}
    </Muted>
  );
}
