import { Group, Text, Tooltip, Menu } from '@mantine/core';
import { IconArrowBackUp, IconDots, IconX } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useRef, useMemo } from 'react';

import { valueText } from '@/components/words/knobs';
import { Small } from '@/components/ui/labels/texts';
import { IconButton } from '@/components/ui/navigation/buttons';
import type { FieldError } from '@/api/errors';
import { CodeEditor } from '@/components/ui/code/code-editor';

import { FieldProblem } from '../fields/field-problem';
import type { Value } from '../draft/definition';
import { type KnobPath, knobsAt, setKnob, removeKnob } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { messageAt, placeOf, problemsAt, linesOf } from '../draft/problems';
import { useTestbedHosts } from '../draft/use-hosts';

import { actsOnAnyHost, knobNamed, offeredBy } from './knob-families';
import { KnobDetails } from './knob-details';
import { KnobInput } from './knob-input';
import { HostChoice, ScopeBadge } from './knob-scope';
import { useOnHost } from './use-on-host';
import { typedText } from './knobs';

const route = getRouteApi('/new');
/** Where the value of a knob is typed or chosen. */
const VALUE = '[data-value] :is(input, select, textarea, [contenteditable="true"])';

interface KnobRowProps {
  name: string;
  value: Value | null;
  path: KnobPath;
  /** The variant it comes from, when it is not set here. */
  from?: string;
}

/** A knob with its value: set here, or inherited and ready to be changed. */
export function KnobRow({ name, value, path, from }: KnobRowProps) {
  const { knobs, problems, edit, definition, soughtProblem } = useEditor();
  const id = useId();
  const knob = knobNamed(knobs, name);
  const nowOf = useOnHost(knobsAt(definition, path));
  const hostOf = useTestbedHosts();
  const isSetHere = from === undefined;
  const row = useRef<HTMLDivElement>(null);
  const sought = route.useSearch({ select: (search) => search.knob === name });
  useEffect(() => {
    if (!sought) return;
    row.current?.scrollIntoView({ block: 'center' });
    row.current?.querySelector<HTMLElement>(VALUE)?.focus({ preventScroll: true });
  }, [sought, soughtProblem]);
  const place = placeOf([...path, name]);
  const problem = isSetHere ? messageAt(problems, place) : undefined;
  const set = (next: Value | null) => edit((old) => setKnob(old, path, name, next));
  const field = {
    name,
    value,
    onChange: set,
  };
  return (
    <div
      className={classes.knob}
      data-quiet={!isSetHere || undefined}
      data-sought={sought || undefined}
      ref={row}
    >
      <div style={{ minWidth: 0 }}>
        <Group gap={8}>
          <Text
            className="dyno-mono"
            c={isSetHere ? undefined : 'dimmed'}
            style={{ overflowWrap: 'anywhere' }}
          >
            {name}
          </Text>
          {knob && isSetHere && <ScopeBadge scope={knob.scope} />}
        </Group>
        <Small id={`${id}-help`} component="div" mt={4}>
          {isSetHere
            ? knob && <KnobDetails knob={knob} now={nowOf(knob)} isToldAbove={problem !== undefined} />
            : `from ${from}`}
        </Small>
      </div>
      <div className={classes.value} data-value>
        {isSetHere && knob && actsOnAnyHost(knob) && <HostChoice knob={knob} path={path} />}
        {knob?.type === 'text' ? (
          !isSetHere && <Text fz="sm">{valueText(value)}</Text>
        ) : (
          <KnobInput
            {...field}
            knob={knob}
            invalid={problem !== undefined}
            describedBy={problem === undefined ? `${id}-help` : `${id}-help ${id}-problem`}
            hostValues={knob && offeredBy(knob, hostOf(knob.role))}
          />
        )}
      </div>
      {isSetHere ? (
        <KnobMenu name={name} value={value} path={path} />
      ) : (
        <Tooltip label={`Put ${name} back to its default here`}>
          <IconButton aria-label={`Put ${name} back to its default`} onClick={() => set(null)}>
            <IconArrowBackUp size={15} />
          </IconButton>
        </Tooltip>
      )}
      {isSetHere && knob?.type === 'text' && (
        <div className={classes.wide} data-value>
          <KnobText {...field} problems={problemsAt(problems, place)} />
        </div>
      )}
      <FieldProblem text={problem} id={`${id}-problem`} className={classes.wide} fz="xs" />
      {value === null && (
        <Small className={classes.wide}>Reset to its default: {knob?.default ?? valueText(value)}.</Small>
      )}
    </div>
  );
}

interface KnobTextProps {
  name: string;
  value: Value | null;
  problems: FieldError[];
  onChange: (value: Value) => void;
}

/** The user's own nginx config, with problems marked at their lines. */
function KnobText({ name, value, problems, onChange }: KnobTextProps) {
  const text = typedText(value);
  const marks = useMemo(() => linesOf(problems), [problems]);
  return (
    <CodeEditor
      value={text}
      language="nginx"
      label={name}
      minHeight={name === 'nginx.conf' ? 240 : 90}
      problems={marks}
      onChange={(next) => next !== text && onChange(next)}
    />
  );
}

/** What can be done with a knob that is set here. */
function KnobMenu({ name, value, path }: { name: string; value: Value | null; path: KnobPath }) {
  const { edit } = useEditor();
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton aria-label={`Change or remove ${name}`}>
          <IconDots size={15} />
        </IconButton>
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
            Reset to its default here
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
