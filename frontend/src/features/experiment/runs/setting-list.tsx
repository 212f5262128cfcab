import { Text, Tooltip } from '@mantine/core';

import { isText, shortKnob, shortValue, valueText } from '@/components/words/knobs';
import { TextValue } from '@/components/ui/dialogs/text-value';

import classes from '../view/runs-table.module.css';
import type { Setting } from '../view/scope';

const SHOWN = 4;

interface SettingListProps {
  settings: Setting[];
  /** The variant that they are added to, where it is not the baseline. */
  before?: string;
}

/** Knobs and values in fixed width, the first few of them. */
export function SettingList({ settings, before }: SettingListProps) {
  if (settings.length === 0) return <Text fz="xs">nothing</Text>;
  const rest = settings.slice(SHOWN);
  return (
    <div className={classes.set}>
      {before && (
        <span className={classes.before} title={`added to those of ${before}`}>
          {before} +
        </span>
      )}
      {settings.slice(0, SHOWN).map(({ knob, value, before: beforeValue }) => (
        <span key={knob} title={isText(value) ? knob : `${knob} ${valueText(value)}`}>
          {shortKnob(knob)}{' '}
          {isText(value) ? (
            <TextValue
              text={value}
              before={isText(beforeValue) ? beforeValue : ''}
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
