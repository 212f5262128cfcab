import { Alert, Button, Fieldset, Group, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';

import type { FieldError } from '@/api/errors';
import { knobsQuery } from '@/api/queries/recipes';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { PlainButton } from '@/components/ui/navigation/buttons';
import { dropSecondClick } from '@/components/ui/navigation/double-click';

import { bodyOf } from '../draft/body';
import { type Definition, definitionOf } from '../draft/definition';
import { isUnread } from '../draft/draft';
import { type Editor, EditorContext } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { PlanSoFar } from '../plan/plan-so-far';
import { PlanStep } from '../plan/plan-step';
import { ProblemList } from '../fields/problem-list';
import { useSoughtField } from '../fields/use-sought-field';
import type { Step } from '../draft/problems';
import { asksForLabels } from '../draft/body';
import { derivedOf, type Source, testbedOf } from '../draft/source';
import { TestbedStep } from '../testbed/testbed-step';
import { useCheck } from '../check/use-check';
import { useDismissed } from '../draft/use-dismissed';
import { useDraft } from '../draft/use-draft';
import { usePlan } from '../draft/use-plan';
import { shareOf } from '../edits/trials-edits';
import { VariantsStep } from '../variants/variants-step';
import { WorkloadStep } from '../load/workload-step';

import { StepNav } from './step-nav';
import { EditorHeader } from './editor-header';
import { YamlStep } from './yaml-step';

const route = getRouteApi('/new');
const STEP = 'step';
const BODIES: Record<Exclude<Step, 'recipe'>, () => React.ReactNode> = {
  testbed: TestbedStep,
  variants: VariantsStep,
  workload: WorkloadStep,
  plan: PlanStep,
  yaml: YamlStep,
};

interface EditorPageProps {
  origin: string;
  source: Source;
  original: Definition;
}

/** The steps after the recipe: one definition, its plan beside it. */
export function EditorPage(props: EditorPageProps) {
  const editor = useNewEditor(props);
  const { step = 'testbed' } = route.useSearch();
  const shownStep = step === 'recipe' ? 'testbed' : step;
  const Body = BODIES[shownStep];
  useSoughtField(editor, shownStep, STEP);
  return (
    <EditorContext value={editor}>
      <Stack gap="lg">
        <EditorHeader step={shownStep} />
        <StepNav step={shownStep} />
        {editor.unread && shownStep !== 'yaml' && <Waiting editor={editor} />}
        <div className={classes.page}>
          <Fieldset
            id={STEP}
            tabIndex={-1}
            variant="unstyled"
            disabled={editor.unread && shownStep !== 'yaml'}
            miw={0}
            m={0}
            p={0}
            style={{ outline: 'none' }}
          >
            <Body />
          </Fieldset>
          <Stack gap="md" component="aside" aria-label="Plan so far" className={classes.aside}>
            {editor.failure !== undefined && (
              <ErrorState error={editor.failure} failedPart="the plan" onRetry={editor.retry} />
            )}
            <ProblemList />
            <PlanSoFar step={shownStep} />
          </Stack>
        </div>
      </Stack>
    </EditorContext>
  );
}

function Waiting({ editor }: { editor: Editor }) {
  return (
    <Alert variant="light" color="gray" title="The YAML has errors, so the form waits">
      What you see is the last definition that could be read. Your text is kept.
      <Group mt="sm" gap="xs">
        <Button size="xs" onClick={() => editor.go({ step: 'yaml' })}>
          Fix the YAML
        </Button>
        <PlainButton size="xs" onClick={editor.draft.dropYaml}>
          Discard its changes
        </PlainButton>
      </Group>
    </Alert>
  );
}

function useNewEditor({ origin, source, original }: EditorPageProps): Editor {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const knobs = useQuery(knobsQuery);
  const draft = useDraft(origin, original);
  const dismissedAdvice = useDismissed();
  const [soughtProblem, setSought] = useState<FieldError>();
  const [seed] = useState(() => Math.floor(Math.random() * 2 ** 31));
  const definition = draft.definition ?? original;
  const anyWith = asksForLabels(definition, draft.draft?.yaml);
  const meantTestbed = anyWith ? undefined : testbedOf(source.testbeds, source.testbedId, definition.testbed);
  const { recipe, form = 'quick' } = search;
  const now = draft.draft;
  const { retest } = search;
  const from = source.clonedSource?.id;
  const body = useMemo(() => {
    const derivation = derivedOf({ retest, from });
    return bodyOf(now, original, { recipe, form, testbedId: meantTestbed?.id, seed, derivation });
  }, [now, original, recipe, form, meantTestbed?.id, seed, retest, from]);
  const planState = usePlan(source.testbeds || source.error ? body : undefined, shareOf(search.see));
  const chosenId = anyWith ? (planState.plan ?? planState.good)?.testbed?.id : undefined;
  const testbed = anyWith ? source.testbeds?.find(({ id }) => id === chosenId) : meantTestbed;
  const nginxCheck = useCheck(planState, body, definition, search.step === 'plan');
  const problems = useMemo(
    () => [...planState.problems, ...nginxCheck.refusals],
    [planState.problems, nginxCheck.refusals],
  );
  const read = planState.isSettled ? planState.plan?.definition : undefined;
  if (now?.yaml != null && read && now.read !== now.yaml) draft.adopt(now.yaml, definitionOf(read));
  const go = useCallback<Editor['go']>(
    (target, problem) => {
      const isNextStep = target.step !== undefined && target.knob === undefined;
      setSought(problem && { ...problem });
      if (target.step !== undefined) dropSecondClick(); // or it launches, where “Review plan” was
      void navigate({
        search: (old) => ({ ...old, knob: undefined, ...target }),
        resetScroll: isNextStep && !problem,
        replace: target.step === undefined,
      });
      // Tab goes on in the step, not behind the button that led to it.
      if (isNextStep) document.getElementById(STEP)?.focus({ preventScroll: true });
    },
    [navigate],
  );
  return {
    ...planState,
    problems,
    nginxCheck,
    body,
    definition,
    edit: draft.edit,
    draft,
    source,
    knobs: knobs.data ?? [],
    advice: planState.plan?.advice ?? planState.good?.advice ?? [],
    dismissedAdvice,
    testbeds: source.testbeds,
    testbed,
    unread: isUnread(now),
    go,
    soughtProblem,
  };
}
