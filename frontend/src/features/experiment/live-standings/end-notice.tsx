import { Button } from '@mantine/core';
import { IconBell, IconBellFilled } from '@tabler/icons-react';

import { follow, permission, startTelling, unfollow, useFollowed, useTells } from '@/api/followed';
import { Hint } from '@/components/ui/labels/hint';

/** Has the browser tell when this experiment has ended; asks its permission the first time. */
export function EndNoticeButton({ id }: { id: string }) {
  const ids = useFollowed().split(',');
  const on = useTells() && ids.includes(id);
  if (permission() === 'none') return null;
  const toggle = async () => {
    if (on) unfollow(id);
    else if (await startTelling()) follow(id);
  };
  return (
    <Hint
      label={
        permission() === 'denied'
          ? 'This browser was told to show no notices of this page; its settings change that.'
          : 'A notice of the browser when this experiment ends, while any tab of the dashboard is open.'
      }
    >
      <Button
        variant="subtle"
        size="compact-sm"
        aria-pressed={on}
        leftSection={on ? <IconBellFilled size={14} /> : <IconBell size={14} />}
        onClick={() => void toggle()}
      >
        {on ? 'Telling you at the end' : 'Tell me at the end'}
      </Button>
    </Hint>
  );
}
