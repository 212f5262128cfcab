import { Text, Tooltip } from '@mantine/core';

import classes from './runs-table.module.css';
import { type Setting, shortKnob } from './scope';

const SHOWN = 4;

/** Knobs and values in fixed width, the first few of them. */
export function SettingList({ settings }: { settings: Setting[] }) {
  if (settings.length === 0) return <Text fz="xs">nothing</Text>;
  const rest = settings.slice(SHOWN);
  return (
    <div className={classes.set}>
      {settings.slice(0, SHOWN).map(({ knob, value }) => (
        <span key={knob} title={knob}>
          {shortKnob(knob)} <b>{value}</b>
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ knob, value }) => `${knob} ${value}`).join(', ')}>
          <span tabIndex={0}>and {rest.length} more</span>
        </Tooltip>
      )}
    </div>
  );
}
