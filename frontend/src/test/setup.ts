import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, vi } from 'vitest';

// A page leaves while nobody answers it any more.
afterEach(() => {
  vi.unstubAllGlobals();
  cleanup();
});
// What a page still asks for when its test has ended finds nobody, and does not ask again in the next test.
globalThis.fetch = () => new Promise(() => {});
// Files share a window and the libraries: each leaves the one as it was, and loads the product's modules anew.
afterAll(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  vi.resetModules();
  localStorage.clear();
  sessionStorage.clear();
  document.body.replaceChildren();
  window.history.replaceState(null, '', '/');
});
// A busy machine takes its time to draw a page: only what never comes is an error.
configure({ asyncUtilTimeout: 10_000, defaultHidden: false });

// jsdom has none of these; Mantine, Recharts and CodeMirror ask for them.
window.matchMedia ??= (query: string) =>
  ({
    matches: false,
    media: query,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    onchange: null,
    dispatchEvent: () => false,
  }) as MediaQueryList;
window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
window.EventSource ??= class {
  addEventListener() {}
  close() {}
} as unknown as typeof EventSource;
Element.prototype.scrollIntoView ??= () => {};
if (!('fonts' in document)) {
  const fonts = Object.assign(new EventTarget(), { ready: Promise.resolve() });
  Object.defineProperty(document, 'fonts', { value: fonts });
}
