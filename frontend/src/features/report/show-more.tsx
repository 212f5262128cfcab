import { type ReactNode, useState } from 'react';

import { count } from '@/components/words/format';
import { usePrinting } from '@/components/ui/layout/printing';
import { PlainButton } from '@/components/ui/navigation/buttons';

interface ShowMoreProps {
  count: number;
  /** What there are many of: “findings”. */
  what: string;
  children: (shown: number) => ReactNode;
}

const FIRST = 20;

/** The first twenty and a button for the rest; on paper all of them. */
export function ShowMore({ count: all, what, children }: ShowMoreProps) {
  const [opened, setOpened] = useState(false);
  const printing = usePrinting();
  const few = all <= FIRST + 5;
  return (
    <>
      {children(few || opened || printing ? all : FIRST)}
      {!few && !opened && !printing && (
        <PlainButton size="xs" mt="sm" onClick={() => setOpened(true)}>
          Show all {count(all)} {what}
        </PlainButton>
      )}
    </>
  );
}
