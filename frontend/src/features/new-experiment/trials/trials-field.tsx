import { SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';

import { NumberField } from '@/components/ui/dialogs/number-field';
import { Muted } from '@/components/ui/labels/texts';

import { FieldProblem } from '../fields/field-problem';
import { useEditor } from '../draft/editor-context';
import { messageAt } from '../draft/problems';
import {
  kindOf,
  percentOf,
  ruleOf,
  setKind,
  setRule,
  type TrialsKind,
  withUnit,
} from '../edits/trials-edits';

import { RoundsNeeded } from './rounds-needed';

const KINDS: Record<TrialsKind, { label: string; hint: string }> = {
  decided: {
    label: 'Until decided',
    hint: 'Rounds go on until every variant is better, worse or the same. There are only a few interim analyses, and the intervals count them.',
  },
  halving: {
    label: 'Halving',
    hint: 'For searches among six variants or more. All begin; after each stage the better half is measured on, so the best get many rounds. Only the last two or three get verdicts, which count every variant that began.',
  },
  fixed: { label: 'Fixed number', hint: 'Every run is measured this many times, whatever the result.' },
};

/** How often every run is measured: until verdicts are there, in stages, or a fixed number. */
export function TrialsField() {
  const { definition, edit, problems } = useEditor();
  const kind = kindOf(definition);
  const wrong = messageAt(problems, 'trials', 'trials.until');
  return (
    <Stack gap="sm">
      <div>
        <Text fz="sm" fw={500} mb={4}>
          Rounds
        </Text>
        <SegmentedControl
          aria-label="Rounds"
          value={kind}
          onChange={(next) => edit((old) => setKind(old, next as TrialsKind))}
          data={Object.entries(KINDS).map(([value, { label }]) => ({ value, label }))}
        />
        <Muted mt={6}>{KINDS[kind].hint}</Muted>
      </div>
      {kind === 'fixed' ? (
        <NumberField
          label="Trials of a run"
          description="12 or more to detect small changes"
          min={1}
          maw={300}
          value={typeof definition.trials === 'object' ? '' : (definition.trials ?? 5)}
          onChange={(trials) => edit((old) => ({ ...old, trials }))}
          error={wrong}
        />
      ) : kind === 'halving' ? (
        <NumberField
          label="Trials of a run"
          description="if all were measured to the end; shared out among the stages"
          min={8}
          maw={300}
          value={typeof definition.trials === 'object' ? '' : (definition.trials ?? 5)}
          onChange={(trials) => edit((old) => ({ ...old, trials }))}
          error={messageAt(problems, 'search') ?? wrong}
        />
      ) : (
        <Bounds />
      )}
      <FieldProblem text={kind === 'decided' ? wrong : undefined} />
      <NumberField
        label="Smallest change that matters"
        description="a smaller one is called the same, or left open"
        unit="%"
        min={0.1}
        max={50}
        maw={300}
        value={definition.min_effect === undefined ? 1 : percentOf(definition.min_effect)}
        onChange={(value) => edit((old) => ({ ...old, min_effect: withUnit(value, '%') }))}
        error={messageAt(problems, 'min_effect')}
      />
      <RoundsNeeded />
    </Stack>
  );
}

/** The fewest and the most rounds of a rule. */
function Bounds() {
  const { definition, edit, problems } = useEditor();
  const { min = 8, max = 40 } = ruleOf(definition) ?? {};
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      <NumberField
        label="First analysis after"
        description="before any result is checked"
        unit="rounds"
        min={3}
        value={min}
        onChange={(value) => edit((old) => setRule(old, { min: value }))}
        error={messageAt(problems, 'trials.min')}
      />
      <NumberField
        label="At most"
        description="decided or not"
        unit="rounds"
        min={3}
        value={max}
        onChange={(value) => edit((old) => setRule(old, { max: value }))}
        error={messageAt(problems, 'trials.max')}
      />
    </SimpleGrid>
  );
}
