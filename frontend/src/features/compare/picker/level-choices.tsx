import { Group, Stack, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { Muted, Small } from '@/components/ui/labels/texts';

import { SideButtons } from './side-buttons';

type Runs = Experiment['run_list'];

interface LevelRuns {
  name: string;
  runs: string[];
}

/** Whole groups of an experiment: all of its runs, and each level of each factor or workload. */
export function groupsOf(experiment: Pick<Experiment, 'factors'>, runs: Runs): LevelRuns[] {
  const of = (name: string, has: (run: Runs[number]) => boolean): LevelRuns => ({
    name,
    runs: runs.filter((run) => has(run) && !run.is_control).map(({ id }) => id),
  });
  const levels = Object.entries(experiment.factors).flatMap(([factor, names]) =>
    names.map((level) => of(`${factor} ${level}`, (run) => run.factors?.[factor] === level)),
  );
  const workloads = [...new Set(runs.map(({ workload }) => workload.name ?? 'default'))];
  const loads = workloads.map((name) => of(name, ({ workload }) => (workload.name ?? 'default') === name));
  return [of('All runs', () => true), ...levels, ...(workloads.length > 1 ? loads : [])].filter(
    ({ runs: levelRuns }) => levelRuns.length > 1,
  );
}

/** Puts a whole group on a side at once. */
export function LevelChoices({ experiment, runs }: { experiment: Experiment; runs: Runs }) {
  const groups = groupsOf(experiment, runs);
  if (groups.length === 0) return null;
  return (
    <Stack gap={6} mb="md">
      <Muted>Put a whole group on a side:</Muted>
      <Group gap="md">
        {groups.map(({ name, runs: levelRuns }) => (
          <Group key={name} gap={8} wrap="nowrap">
            <Text fz="sm" style={{ whiteSpace: 'nowrap' }}>
              {name} <Small span>{levelRuns.length}</Small>
            </Text>
            <SideButtons runs={levelRuns} name={name} />
          </Group>
        ))}
      </Group>
    </Stack>
  );
}
