import { IconDeviceFloppy } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';

import { PlainButton } from '@/components/ui/navigation/buttons';

import { useMay } from './needs';

const Dialog = lazy(() => import('./save-recipe-dialog'));

interface SaveRecipeButtonProps {
  yaml: string;
  /** Proposed for a new recipe. */
  title: string;
}

/** Keeps a definition as a recipe of one's own. What asks for its title comes when it is wanted. */
export function SaveRecipeButton(props: SaveRecipeButtonProps) {
  const mayOperate = useMay('operator');
  const [isOpen, setOpened] = useState<boolean>();
  if (!mayOperate) return null;
  return (
    <>
      <PlainButton leftSection={<IconDeviceFloppy size={16} />} onClick={() => setOpened(true)}>
        Save as recipe
      </PlainButton>
      <Suspense>
        {isOpen !== undefined && <Dialog {...props} isOpen={isOpen} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
