import { Group, Text, Tooltip } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useRef } from 'react';

import { valueText } from '@/components/words/knobs';
import { Small } from '@/components/ui/labels/texts';
import { IconButton } from '@/components/ui/navigation/buttons';

import { FieldProblem } from '../fields/field-problem';
import type { Value } from '../draft/definition';
import { type KnobPath, knobsAt, setKnob } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import classes from '../draft/new-experiment.module.css';
import { messageAt, placeOf, problemsAt } from '../draft/problems';
import { useTestbedHosts } from '../draft/use-hosts';

import { actsOnAnyHost, knobNamed, offeredBy } from './knob-families';
import { KnobDetails } from './knob-details';
import { KnobInput } from './knob-input';
import { KnobMenu } from './knob-menu';
import { HostChoice, ScopeBadge } from './knob-scope';
import { KnobText } from './knob-text';
import { useOnHost } from './use-on-host';

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
  const { knobs, problems, edit, definition } = useEditor();
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
  }, [sought]);
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
            describedBy={`${id}-help ${id}-problem`}
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
