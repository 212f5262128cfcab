import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

import { useMay } from './needs';
import { useKeep } from './use-keep';

interface StarButtonProps extends ActionIconProps {
  id: string;
  name: string;
  starred: boolean;
}

/** A star on an experiment, to find it again. */
export function StarButton({ id, name, starred, ...rest }: StarButtonProps) {
  const keep = useKeep(id);
  const allowed = useMay('operator');
  const shown = keep.isPending ? (keep.variables.starred ?? starred) : starred;
  return (
    <ActionIcon
      variant="subtle"
      color={shown ? 'yellow.7' : 'gray'}
      aria-label={`Star “${name}”`}
      aria-pressed={shown}
      title={!allowed ? 'Operators star experiments' : shown ? 'Remove star' : 'Star'}
      disabled={!allowed}
      onClick={() => keep.mutate({ starred: !shown })}
      {...rest}
    >
      {shown ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </ActionIcon>
  );
}
