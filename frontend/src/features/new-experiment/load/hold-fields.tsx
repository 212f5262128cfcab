import { NumberField } from '@/components/ui/dialogs/number-field';

import type { HoldSpec, WorkloadSpec } from '../draft/definition';

interface HoldFieldsProps {
  workload: WorkloadSpec;
  onChange: (fields: Partial<WorkloadSpec>) => void;
  errorAt: (...keys: string[]) => string | undefined;
}

/** Connections held open beside the load; how often they ask, and the pace they open at, once there are some. */
export function HoldFields({ workload, onChange, errorAt }: HoldFieldsProps) {
  const { hold } = workload;
  const set = (fields: HoldSpec) => onChange({ hold: { ...hold, ...fields } });
  return (
    <>
      <NumberField
        label="Held connections"
        description="open beside the load, mostly idle; left empty: none"
        min={1}
        value={hold?.connections}
        onChange={(connections) =>
          connections === '' ? onChange({ hold: undefined }) : set({ connections })
        }
        error={errorAt('hold', 'hold.connections')}
      />
      {hold && (
        <>
          <NumberField
            label="Asks every"
            description="seconds between requests of one of them"
            unit="s"
            min={1}
            value={hold.every_s ?? 60}
            onChange={(seconds) => set({ every_s: seconds })}
            error={errorAt('hold.every', 'hold.every_s')}
          />
          <NumberField
            label="Opened a second"
            description="before the load begins"
            min={1}
            value={hold.per_second ?? 2000}
            onChange={(pace) => set({ per_second: pace })}
            error={errorAt('hold.per_second')}
          />
        </>
      )}
    </>
  );
}
