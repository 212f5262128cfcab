import { ActionIcon, Button, Group, Select, SegmentedControl, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';

import { metricsQuery } from '@/api/queries/comparisons';
import type { Metric } from '@/api/types';
import { MAIN_METRIC } from '@/components/words/metrics';

import type { UntilSpec } from '../draft/definition';
import { useEditor } from '../draft/editor-context';
import { NumberField } from '../fields/number-field';
import { messageAt } from '../draft/problems';
import { dropWanted, percentOf, ruleOf, setPrecise, setRule, setWanted } from '../draft/trials-edits';

import { RoundsNeeded } from './rounds-needed';

/** How often every run is measured: a fixed number, or until the intervals are narrow enough. */
export function TrialsField() {
  const { definition, edit, problems } = useEditor();
  const rule = ruleOf(definition);
  const wrong = messageAt(problems, 'trials', 'trials.until');
  return (
    <Stack gap="sm">
      <div>
        <Text fz="sm" fw={500} mb={4}>
          Rounds
        </Text>
        <SegmentedControl
          aria-label="Rounds"
          value={rule ? 'precise' : 'fixed'}
          onChange={(next) => edit((old) => setPrecise(old, next === 'precise'))}
          data={[
            { value: 'fixed', label: 'Fixed number' },
            { value: 'precise', label: 'Until precise' },
          ]}
        />
        <Text fz="sm" c="dimmed" mt={6}>
          {rule
            ? 'Whole rounds go on until the 95% interval of every change, the control’s too, is narrow enough.'
            : 'Every run is measured this many times, whatever the result.'}
        </Text>
      </div>
      {rule ? (
        <PreciseFields rule={rule} />
      ) : (
        <NumberField
          label="Trials of a run"
          description="12 or more to detect small changes"
          min={1}
          maw={300}
          value={typeof definition.trials === 'object' ? '' : (definition.trials ?? 5)}
          onChange={(trials) => edit((old) => ({ ...old, trials }))}
          error={wrong}
        />
      )}
      {rule && wrong && (
        <Text fz="sm" c="var(--dyno-danger)" role="alert">
          {wrong}
        </Text>
      )}
      <RoundsNeeded />
    </Stack>
  );
}

function PreciseFields({ rule: { min = 5, max = 20, until } }: { rule: UntilSpec }) {
  const { edit, problems } = useEditor();
  const { data: metrics = [] } = useQuery(metricsQuery);
  const free = metrics.filter(({ name, zero_ok }) => !zero_ok && !(name in until));
  const wanted = Object.entries(until);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="md">
        <NumberField
          label="At least"
          description="before any result is checked"
          unit="rounds"
          min={3}
          value={min}
          onChange={(value) => edit((old) => setRule(old, { min: value }))}
          error={messageAt(problems, 'trials.min')}
        />
        <NumberField
          label="At most"
          description="however wide the intervals are"
          unit="rounds"
          min={3}
          value={max}
          onChange={(value) => edit((old) => setRule(old, { max: value }))}
          error={messageAt(problems, 'trials.max')}
        />
      </SimpleGrid>
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
