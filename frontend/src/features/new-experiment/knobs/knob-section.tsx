import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import { Section } from '@/components/ui/layout/section';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { Muted } from '@/components/ui/labels/texts';

import { type Variant } from '../draft/definition';
import { inheritKnobs } from '../draft/inheritance';
import { type KnobPath, knobsAt } from '../edits/edits';
import { useEditor } from '../draft/editor-context';

import { KnobPicker } from './knob-picker';
import { KnobRow } from './knob-row';

interface KnobSectionProps {
  title: string;
  subtitle?: string;
  path: KnobPath;
  /** What the knobs are set on top of, the root first. */
  parents?: Variant[];
  /** Fields above the knobs: name, from, topology. */
  fields?: ReactNode;
  caption?: string;
}

/** The knobs of a variant, a level or of all variants: those set here, then those that come from elsewhere. */
export function KnobSection({ title, subtitle, path, parents, fields, caption }: KnobSectionProps) {
  const { definition } = useEditor();
  const ownKnobs = knobsAt(definition, path);
  const rest = path[0] === 'set' ? [] : inheritKnobs(definition, ownKnobs, parents);
  const names = Object.keys(ownKnobs);
  return (
    <Section
      title={title}
      subtitle={subtitle}
      aside={<KnobPicker path={path} ownKnobs={ownKnobs} />}
      caption={
        <>
          {caption} <DocsLink topic="knobs">All knobs, with what each costs</DocsLink>
        </>
      }
      id="knobs"
    >
      <Stack gap="md">
        {fields}
        <div>
          {names.length === 0 && (
            <Muted py="xs">
              Nothing is set here. Find a knob by name or by what it does, for example “keepalive”.
            </Muted>
          )}
          {names.map((name) => (
            <KnobRow key={name} name={name} value={ownKnobs[name] ?? null} path={path} />
          ))}
          {rest.map(({ knob, value, from }) => (
            <KnobRow key={knob} name={knob} value={value} path={path} from={from} />
          ))}
        </div>
      </Stack>
    </Section>
  );
}
