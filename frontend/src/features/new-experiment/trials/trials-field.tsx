import { ActionIcon, Button, Group, Select, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { metricsQuery } from '@/api/queries/comparisons';
import type { Metric } from '@/api/types';
import { MAIN_METRIC } from '@/components/words/metrics';

import type { PreciseSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { NumberField } from '../fields/number-field';
import { messageAt } from '../draft/problems';
import {
  dropWanted,
  kindOf,
  percentOf,
  preciseOf,
  ruleOf,
  setKind,
  setRule,
  setWanted,
  type TrialsKind,
} from '../edits/trials-edits';

import { RoundsNeeded } from './rounds-needed';

const KINDS: Record<TrialsKind, { label: string; hint: string }> = {
  decided: {
    label: 'Until decided',
    hint: 'Rounds go on until every variant is better, worse or the same. Results are looked at only a few times, and the intervals count these looks.',
  },
  precise: {
    label: 'Until precise',
    hint: 'Whole rounds go on until the 95% interval of every change, the control’s too, is narrow enough.',
  },
  halving: {
    label: 'Halving',
    hint: 'For searches among six variants or more. All begin; after each stage the better half is measured on, so the best get many rounds. Only the last two or three get verdicts, which count every variant that began.',
  },
  fixed: { label: 'Fixed number', hint: 'Every run is measured this many times, whatever the result.' },
};

/** How often every run is measured: until verdicts are there, until intervals are narrow, or a fixed number. */
export function TrialsField() {
  const { definition, edit, problems } = useEditor();
  const kind = kindOf(definition);
  const precise = preciseOf(definition);
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
        <Text fz="sm" c="dimmed" mt={6}>
          {KINDS[kind].hint}
        </Text>
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
      {precise && <Wanted until={precise.until} />}
      {kind !== 'fixed' && kind !== 'halving' && wrong && (
        <Text fz="sm" c="var(--dyno-danger)" role="alert">
          {wrong}
        </Text>
      )}
      <NumberField
        label="Smallest change that matters"
        description="a smaller one is called the same, or left open"
        unit="%"
        allowDecimal
        min={0.1}
        max={50}
        maw={300}
        value={definition.matters === undefined ? 1 : percentOf(definition.matters)}
        onChange={(value) => edit((old) => ({ ...old, matters: value === '' ? undefined : `${value}%` }))}
        error={messageAt(problems, 'matters')}
      />
      <RoundsNeeded />
    </Stack>
  );
}

/** The fewest and the most rounds of a rule. */
function Bounds() {
  const { definition, edit, problems } = useEditor();
  const { min = 8, max = 40 } = ruleOf(definition) ?? {};
  const decided = kindOf(definition) === 'decided';
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
      <NumberField
        label={decided ? 'First look after' : 'At least'}
        description="before any result is checked"
        unit="rounds"
        min={3}
        value={min}
        onChange={(value) => edit((old) => setRule(old, { min: value }))}
        error={messageAt(problems, 'trials.min')}
      />
      <NumberField
        label="At most"
        description={decided ? 'decided or not' : 'however wide the intervals are'}
        unit="rounds"
        min={3}
        value={max}
        onChange={(value) => edit((old) => setRule(old, { max: value }))}
        error={messageAt(problems, 'trials.max')}
      />
    </SimpleGrid>
  );
}

/** Of which metrics the intervals have to become how narrow. */
function Wanted({ until }: Pick<PreciseSpec, 'until'>) {
  const { edit, problems } = useEditor();
  const { data: metrics = [] } = useQuery(metricsQuery);
  const free = metrics.filter(({ name, zero_ok }) => !zero_ok && !(name in until));
  const wanted = Object.entries(until);
  return (
    <>
      {wanted.map(([metric, share]) => (
        <Group key={metric} gap="sm" align="end" wrap="nowrap">
          <Select
            label="Until the change in"
            allowDeselect={false}
            data={optionsOf(metrics, free, metric)}
            value={metric}
            onChange={(next) => next && edit((old) => setWanted(old, metric, next, share))}
            flex={1}
            maw={220}
          />
          <NumberField
            label="is within ±"
            unit="%"
            allowDecimal
            min={0.1}
            max={100}
            maw={140}
            value={percentOf(share)}
            onChange={(value) => edit((old) => setWanted(old, metric, metric, `${value}%`))}
            error={messageAt(problems, `trials.until.${metric}`)}
          />
          {wanted.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={`Do not wait for ${labelOf(metrics, metric)}`}
              onClick={() => edit((old) => dropWanted(old, metric))}
            >
              <IconX size={16} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {free.length > 0 && (
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} />}
            onClick={() => edit((old) => setWanted(old, '', next(free), '5%'))}
          >
            And another metric
          </Button>
        </div>
      )}
    </>
  );
}

/** p99 is what people ask for next. */
const next = (free: Metric[]) =>
  (free.find(({ name }) => name === 'latency_p99') ?? free[0])?.name ?? MAIN_METRIC;

const labelOf = (metrics: Metric[], name: string) => metrics.find((one) => one.name === name)?.label ?? name;

const optionsOf = (metrics: Metric[], free: Metric[], own: string) => [
  { value: own, label: labelOf(metrics, own) },
  ...free.map(({ name, label }) => ({ value: name, label })),
];
