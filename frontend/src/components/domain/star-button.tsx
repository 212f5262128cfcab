import { ActionIcon, type ActionIconProps } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';

import { useMay } from './needs';
import { useKeep } from './use-keep';

interface StarButtonProps extends ActionIconProps {
  id: string;
  name: string;
  isStarred: boolean;
}

/** A star on an experiment, to find it again. */
export function StarButton({ id, name, isStarred, ...rest }: StarButtonProps) {
  const keep = useKeep(id);
  const mayOperate = useMay('operator');
  const isShownStarred = keep.isPending ? (keep.variables.starred ?? isStarred) : isStarred;
  return (
    <ActionIcon
      variant="subtle"
      color={isShownStarred ? 'yellow.7' : 'gray'}
      aria-label={`Star “${name}”`}
      aria-pressed={isShownStarred}
      title={!mayOperate ? 'Operators star experiments' : isShownStarred ? 'Remove star' : 'Star'}
      disabled={!mayOperate}
      onClick={() => keep.mutate({ starred: !isShownStarred })}
      {...rest}
    >
      {isShownStarred ? <IconStarFilled size={16} /> : <IconStar size={16} />}
    </ActionIcon>
  );
}
