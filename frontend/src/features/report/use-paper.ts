import { useEffect, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let printing = false;
const listeners = new Set<() => void>();

function set(next: boolean) {
  printing = next;
  // the browser takes the page as it is when this returns
  flushSync(() => listeners.forEach((changed) => changed()));
}

const subscribe = (changed: () => void) => {
  listeners.add(changed);
  return () => listeners.delete(changed);
};

/** The page is on its way to paper. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => printing);

const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: the page is printed in the light colours, and all of it. */
export function usePaper(): void {
  useEffect(() => {
    const page = document.documentElement;
    let scheme = page.getAttribute(SCHEME) ?? 'light';
    const before = () => {
      scheme = page.getAttribute(SCHEME) ?? 'light';
      page.setAttribute(SCHEME, 'light');
      set(true);
    };
    const after = () => {
      page.setAttribute(SCHEME, scheme);
      set(false);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, []);
}
