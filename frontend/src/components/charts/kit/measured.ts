import { useCallback, useState } from 'react';

import { onPaperLayout } from '@/components/ui/layout/printing';

/** The width of an element, known before the first paint and followed, also on paper; 0 where nothing can be measured. */
export function useWidth() {
  const [width, setWidth] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = () => setWidth(element.getBoundingClientRect().width);
    measure();
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    const stopFollowing = onPaperLayout(measure); // nothing is observed between the screen and the paper
    return () => {
      observer.disconnect();
      stopFollowing();
    };
  }, []);
  return { ref, width };
}
