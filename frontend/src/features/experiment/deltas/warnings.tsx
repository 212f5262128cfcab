import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';

import type { DeltaOfRun, Experiment } from '@/api/types';

interface ControlAlarmProps {
  experiment: Experiment;
  deltas?: DeltaOfRun[];
}

/** A control that came out different: something other than the settings differed, so no verdict is given. */
export function ControlAlarm({ experiment, deltas = [] }: ControlAlarmProps) {
  const controls = experiment.run_list.filter((run) => run.is_control);
  const alarms = controls.flatMap(({ id, workload }) => {
    const alarm = deltas.find(({ run_id }) => run_id === id)?.control_alarm;
    return alarm ? [{ id, where: workload.name, alarm }] : [];
  });
  if (alarms.length === 0) return null;
  return (
    <Warning title="The control came out different: no verdicts">
      {alarms.map(({ id, where, alarm }) => (
        <Text fz="sm" key={id}>
          {controls.length > 1 && <strong>{where}: </strong>}
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
