import { useCallback, useState } from 'react';

const KEY = 'dyno.advice.dismissed';

function load(): string[] {
  try {
    const keptKeys: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
    return Array.isArray(keptKeys) ? keptKeys.filter((key) => typeof key === 'string') : [];
  } catch {
    return [];
  }
}

function save(keys: string[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(keys));
  } catch {
    // It stays dismissed until the page is left.
  }
}

/** Advice that was put aside, by its key; kept until the tab is closed. */
export function useDismissed() {
  const [keys, setKeys] = useState(load);
  const change = useCallback((next: (old: string[]) => string[]) => {
    setKeys((old) => {
      const keptKeys = next(old);
      save(keptKeys);
      return keptKeys;
    });
  }, []);
  const dismiss = useCallback((more: string[]) => change((old) => [...new Set([...old, ...more])]), [change]);
  const restore = useCallback(() => change(() => []), [change]);
  return { keys, dismiss, restore };
}
