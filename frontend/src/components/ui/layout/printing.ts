import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

let isPrinting = false;
const listeners = new Set<() => void>();

/** Calls back whenever the layout becomes that of paper, and that of the screen again; returns how to stop. */
export const onPaperLayout = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

// The browser takes the page as it is when this returns.
const tell = () => flushSync(() => listeners.forEach((listener) => listener()));

/** The page is on its way to paper. */
export const usePrinting = () => useSyncExternalStore(onPaperLayout, () => isPrinting);

const SCHEME = 'data-mantine-color-scheme';

/** Paper is white: every page is printed in the light colours, and all of it. */
export function watchPrinting(): void {
  const page = document.documentElement;
  let scheme = page.getAttribute(SCHEME) ?? 'light';
  window.addEventListener('beforeprint', () => {
    if (isPrinting) return;
    scheme = page.getAttribute(SCHEME) ?? 'light';
    page.setAttribute(SCHEME, 'light');
    page.setAttribute('data-printing', '');
    isPrinting = true;
    tell();
  });
  window.addEventListener('afterprint', () => {
    page.setAttribute(SCHEME, scheme);
    page.removeAttribute('data-printing');
    isPrinting = false;
    tell();
  });
  window.matchMedia('print').addEventListener('change', tell);
}
