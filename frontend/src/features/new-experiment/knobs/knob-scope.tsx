import { Select } from '@mantine/core';

import type { Knob } from '@/api/types';
import { Pill } from '@/components/ui/labels/pill';

import { type KnobPath, knobsAt, renameKnob } from '../edits/edits';
import { useEditor } from '../draft/editor-context';
import { useTestbedHosts } from '../draft/use-hosts';

import { onHost, type Role, ROLES } from './knob-families';
import { SCOPES } from './knobs';

/** Says that a knob reaches beyond the processes under test. */
export function ScopeBadge({ scope }: Pick<Knob, 'scope'>) {
  const { word, hint, changes } = SCOPES[scope];
  return changes ? (
    <Pill tone="accent" hint={hint}>
      {word}
    </Pill>
  ) : null;
}

/** On which host a setting of a whole host acts: the proxy's unless its name says otherwise. */
export function HostChoice({ knob, path }: { knob: Knob; path: KnobPath }) {
  const { definition, edit } = useEditor();
  const hostOf = useTestbedHosts();
  const ownKnobs = knobsAt(definition, path);
  const data = ROLES.map((role) => {
    const name = onHost(knob.name, role);
    const host = hostOf(role)?.name;
    return {
      value: role,
      label: host && host !== role ? `${role}: ${host}` : `${role} host`,
      disabled: name !== knob.name && name in ownKnobs,
    };
  });
  return (
    <Select
      size="xs"
      aria-label={`Host of ${knob.name}`}
      data={data}
      value={knob.role}
      allowDeselect={false}
      mb={6}
      onChange={(role) =>
        role && edit((old) => renameKnob(old, path, knob.name, onHost(knob.name, role as Role)))
      }
    />
  );
}
