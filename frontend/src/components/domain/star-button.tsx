import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

import { useKeep } from './use-keep';

interface StarButtonProps extends ActionIconProps {
  id: string;
  name: string;
  starred: boolean;
}

/** A star on an experiment, to find it again. */
export function StarButton({ id, name, starred, ...rest }: StarButtonProps) {
  const keep = useKeep(id);
  const shown = keep.isPending ? (keep.variables.starred ?? starred) : starred;
  return (
    <ActionIcon
      variant="subtle"
      color={shown ? 'yellow.7' : 'gray'}
      aria-label={`Star “${name}”`}
      aria-pressed={shown}
      title={shown ? 'Remove star' : 'Star'}
      onClick={() => keep.mutate({ starred: !shown })}
      {...rest}
    >
      {shown ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </ActionIcon>
  );
}
