import { ActionIcon, Menu, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconX } from '@tabler/icons-react';
import { useId } from 'react';

import type { Value } from './definition';
import { type KnobPath, removeKnob, setKnob } from './edits';
import { useEditor } from './editor-context';
import { KnobInput } from './knob-input';
import { rangeOf, valueText } from './knobs';
import classes from './new-experiment.module.css';
import { messageAt, placeOf } from './problems';
import { useCpus } from './use-cpus';

interface KnobRowProps {
  name: string;
  value: Value | null;
  path: KnobPath;
  /** The variant it comes from, when it is not set here. */
  from?: string;
}

/** A knob with its value: set here, or inherited and ready to be changed. */
export function KnobRow({ name, value, path, from }: KnobRowProps) {
  const { knobs, problems, edit } = useEditor();
  const id = useId();
  const knob = knobs.find((one) => one.name === name);
  const cpus = useCpus(knob);
  const problem = from === undefined ? messageAt(problems, placeOf([...path, name])) : undefined;
  const help = from === undefined ? knob?.text : `from ${from}`;
  const range = knob && knob.type !== 'switch' && rangeOf(knob);
  const details =
    knob && [`default: ${knob.default}`, range, `${knob.role} host, ${knob.scope}`].filter(Boolean);
  return (
    <div className={classes.knob} data-quiet={from !== undefined || undefined}>
      <div style={{ minWidth: 0 }}>
        <Text className="dyno-mono" c={from && 'dimmed'} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text id={`${id}-help`} fz="xs" c="dimmed">
          {help}
          {from === undefined && details && (
            <span style={{ display: 'block', marginTop: 2 }}>{details.join(' · ')}</span>
          )}
          {from === undefined && cpus && <b style={{ display: 'block', marginTop: 2 }}>{cpus}</b>}
        </Text>
      </div>
      <div className={classes.value}>
        <KnobInput
          knob={knob}
          name={name}
          value={value}
          invalid={problem !== undefined}
          describedBy={`${id}-help ${id}-problem`}
          onChange={(next) => edit((old) => setKnob(old, path, name, next))}
        />
      </div>
      {from === undefined ? (
        <KnobMenu name={name} value={value} path={path} />
      ) : (
        <Tooltip label={`Put ${name} back to its default here`}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Put ${name} back to its default`}
            onClick={() => edit((old) => setKnob(old, path, name, null))}
          >
            <IconArrowBackUp size={15} />
          </ActionIcon>
        </Tooltip>
      )}
      {problem && (
        <Text id={`${id}-problem`} className={classes.wide} fz="xs" c="var(--dyno-danger)" role="alert">
          {problem}
        </Text>
      )}
      {value === null && (
        <Text className={classes.wide} fz="xs" c="dimmed">
          Back at its default: {knob?.default ?? valueText(value)}.
        </Text>
      )}
    </div>
  );
}

function KnobMenu({ name, value, path }: Pick<KnobRowProps, 'name' | 'value' | 'path'>) {
  const { edit } = useEditor();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={`Change or remove ${name}`}>
          <IconDots size={15} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconX size={14} />}
          onClick={() => edit((old) => removeKnob(old, path, name))}
        >
          Remove {name}
        </Menu.Item>
        {value !== null && path[0] !== 'set' && (
          <Menu.Item
            leftSection={<IconArrowBackUp size={14} />}
            onClick={() => edit((old) => setKnob(old, path, name, null))}
          >
            Put it back to its default here
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
