import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';

import { mentionsQuery } from '@/api/queries/mentions';
import { plural } from '@/components/words/format';

const MentionsMenu = lazy(() => import('./mentions-menu'));

/** How many notes mention one that one has not read; nothing where there are none. */
export function Mentions() {
  const { data = [] } = useQuery(mentionsQuery);
  const [asked, setAsked] = useState(false);
  if (data.length === 0) return null;
  const button = (
    <Button
      variant="light"
      size="compact-sm"
      aria-haspopup="menu"
      aria-label={plural(data.length, 'unread mention')}
      onClick={() => setAsked(true)}
    >
      @{data.length}
    </Button>
  );
  if (!asked) return button;
  return (
    <Suspense fallback={button}>
      <MentionsMenu mentions={data} button={button} />
    </Suspense>
  );
}
