import { lazy, Suspense, useState } from 'react';

import type { ShareSubject } from '@/api/queries/share';
import type { ShareProps } from '@/components/ui/sharing/share-files';
import { ShareMenu } from '@/components/ui/sharing/share-menu';

import { useMay } from './needs';

const ShareDialog = lazy(() => import('./share-dialog'));

/** The menu of a page's link, report and files, with the way to share it with anybody. */
export function ShareControl({ subject, ...menu }: ShareProps & { subject: ShareSubject }) {
  const [isOpen, setAsked] = useState(false);
  const mayShare = useMay('operator');
  return (
    <>
      <ShareMenu {...menu} onShare={mayShare ? () => setAsked(true) : undefined} />
      <Suspense>{isOpen && <ShareDialog subject={subject} onClose={() => setAsked(false)} />}</Suspense>
    </>
  );
}
