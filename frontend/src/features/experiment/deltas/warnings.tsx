import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { DeltaOfRun, Experiment, Metric } from '@/api/types';

interface ControlAlarmProps {
  experiment: Experiment;
  /** What the experiment is headlined by. */
  metric: Metric;
  /** In that metric. */
  deltas?: DeltaOfRun[];
  /** Another metric is looked at. */
  elsewhere: boolean;
}

/**
 * A control that came out different: something other than the settings differed, so no verdict is given.
 * It stays whatever metric is looked at, so that nothing moves; that of another metric stands in the noise card.
 */
export function ControlAlarm({ experiment, metric, deltas, elsewhere }: ControlAlarmProps) {
  const { headline } = experiment;
  const controls = experiment.run_list.filter((run) => run.is_control);
  const alarms = controls.flatMap(({ id, workload }) => {
    const headlineDelta =
      headline?.metric === metric.name && headline.workload === workload.name ? headline.delta : null;
    // until the deltas are here the headline tells it, so that nothing moves when they come
    const alarm = (deltas ? deltas.find(({ run_id }) => run_id === id) : headlineDelta)?.control_alarm;
    return alarm ? [{ id, where: workload.name, alarm }] : [];
  });
  if (alarms.length === 0) return null;
  return (
    <Warning title={`The control came out different${elsewhere ? ` in ${metric.label}` : ''}: no verdicts`}>
      {alarms.map(({ id, where: workloadName, alarm }) => (
        <Text fz="sm" key={id}>
          {controls.length > 1 && <strong>{workloadName}: </strong>}
          {alarm}
        </Text>
      ))}
    </Warning>
  );
}

/** A run that left work behind for the trial after it. */
export function CarriedOver({ text }: { text?: string | null }) {
  if (!text) return null;
  return (
    <Warning title="A run left something behind">
      <Text fz="sm">{text}</Text>
    </Warning>
  );
}

function Warning({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Alert
      role="alert"
      color="orange"
      variant="light"
      icon={<IconAlertTriangle />}
      title={title}
      styles={{ title: { color: 'var(--mantine-color-text)' } }} // orange on its own pale shade is too faint
    >
      {children}
    </Alert>
  );
}
