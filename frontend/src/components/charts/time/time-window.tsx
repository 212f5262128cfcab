import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react';

import type { Span } from './time-scale';

/** One moment that every chart of a page points at; only what shows it is drawn again when it moves. */
interface Cursor {
  get: () => number | null;
  set: (time: number | null) => void;
  subscribe: (onChange: () => void) => () => void;
}

function cursor(): Cursor {
  let at: number | null = null;
  const listeners = new Set<() => void>();
  return {
    get: () => at,
    set: (time) => {
      if (time === at) return;
      at = time;
      for (const onChange of listeners) onChange();
    },
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
  };
}

interface Shared {
  cursor: Cursor;
  /** What is shown of the time; undefined is all of it. */
  zoom?: Span;
  setZoom: (zoom: Span | undefined) => void;
}

const Context = createContext<Shared | null>(null);

interface TimeWindowProps {
  zoom?: Span;
  onZoom: (zoom: Span | undefined) => void;
  children: ReactNode;
}

/** Charts inside share their cursor and what they show of the time. */
export function TimeWindow({ zoom, onZoom, children }: TimeWindowProps) {
  const [ownCursor] = useState(cursor);
  const timeWindow = useMemo(() => ({ cursor: ownCursor, zoom, setZoom: onZoom }), [ownCursor, zoom, onZoom]);
  return <Context value={timeWindow}>{children}</Context>;
}

/** The window around; a chart that stands alone has one of its own. */
export function useTimeWindow(): Shared {
  const around = useContext(Context);
  const [ownCursor] = useState(cursor);
  const [zoom, setZoom] = useState<Span>();
  return useMemo(() => around ?? { cursor: ownCursor, zoom, setZoom }, [around, ownCursor, zoom]);
}

/** The moment under the cursor, seconds; null when nobody points. */
export const useCursorTime = ({ cursor: { subscribe, get } }: Shared) => useSyncExternalStore(subscribe, get);
