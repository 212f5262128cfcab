import { Button } from '@mantine/core';
import { IconShare } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import type { ShareProps } from './share-files';

const ShareItems = lazy(() => import('./share-items'));

/** The link, the report and the files of a page; its content is loaded when it is first opened. */
export function ShareMenu(props: ShareProps) {
  const [isOpen, setAsked] = useState(false);
  const button = <ShareButton onClick={() => setAsked(true)} />;
  if (!isOpen) return button;
  return (
    <Suspense fallback={button}>
      <ShareItems {...props} />
    </Suspense>
  );
}

function ShareButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="filled" leftSection={<IconShare size={16} />} aria-haspopup="menu" onClick={onClick}>
      Share
    </Button>
  );
}
