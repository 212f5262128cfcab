import { Text, Tooltip } from '@mantine/core';

import { isText, shortKnob, shortValue, valueText } from '@/components/words/knobs';
import { TextValue } from '@/components/ui/dialogs/text-value';

import classes from '../view/runs-table.module.css';
import type { Setting } from '../view/scope';

const SHOWN = 4;

/** Knobs and values in fixed width, the first few of them. */
export function SettingList({ settings }: { settings: Setting[] }) {
  if (settings.length === 0) return <Text fz="xs">nothing</Text>;
  const rest = settings.slice(SHOWN);
  return (
    <div className={classes.set}>
      {settings.slice(0, SHOWN).map(({ knob, value, before }) => (
        <span key={knob} title={isText(value) ? knob : `${knob} ${valueText(value)}`}>
          {shortKnob(knob)}{' '}
          {isText(value) ? (
            <TextValue
              text={value}
              before={isText(before) ? before : ''}
              label={`${knob} against the baseline`}
            />
          ) : (
            <b>{shortValue(value)}</b>
          )}
        </span>
      ))}
      {rest.length > 0 && (
        <Tooltip label={rest.map(({ knob, value }) => `${shortKnob(knob)} ${valueText(value)}`).join(', ')}>
          <span tabIndex={0}>and {rest.length} more</span>
        </Tooltip>
      )}
    </div>
  );
}
