import { Group } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { ButtonLink } from '@/components/ui/navigation/links';
import { Muted } from '@/components/ui/labels/texts';

import { useCompare } from '../selection/compare-state';
import { NOTHING } from '../selection/selection';
import { shortcuts } from '../selection/shortcuts';

interface ShortcutsProps {
  experiment: Experiment;
  lead?: string;
  most?: number;
}

/** One-click comparisons of an experiment: pinned against unpinned, and each factor. */
export function Shortcuts({ experiment, lead, most = Infinity }: ShortcutsProps) {
  const { address } = useCompare();
  const quick = shortcuts(experiment).slice(0, most);
  if (quick.length === 0) return null;
  return (
    <Group gap="xs" mb={lead ? 'md' : undefined}>
      {lead && <Muted>{lead}</Muted>}
      {quick.map(({ label, search, pins }) => (
        <ButtonLink
          key={label}
          size="xs"
          variant={pins ? 'filled' : 'default'}
          to="."
          search={address({ ...NOTHING, pick: undefined, q: undefined, ...search }) as never}
        >
          {label}
        </ButtonLink>
      ))}
    </Group>
  );
}
