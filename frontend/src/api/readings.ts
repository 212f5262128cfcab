import { useCallback, useState } from 'react';

import { readingOf, type ServerEvent } from './events';

export interface ReadingPoint {
  /** Epoch seconds. */
  at: number;
  value: number | null;
  trial?: string;
}

const KEPT = 240;

/** Collects the live readings of each run from the event stream; newest last. */
export function useReadings() {
  const [byRun, setByRun] = useState<Record<string, ReadingPoint[]>>({});
  const onEvent = useCallback((event: ServerEvent) => {
    const reading = readingOf(event);
    if (!reading) return;
    const point = { at: reading.time, value: reading.requests_per_s, trial: reading.trial_id };
    setByRun((all) => ({ ...all, [reading.run_id]: [...(all[reading.run_id] ?? []), point].slice(-KEPT) }));
  }, []);
  return { byRun, onEvent };
}

/** The readings of several runs as one line in time. */
export const mergeReadings = (byRun: Record<string, ReadingPoint[]>) =>
  Object.values(byRun)
    .flat()
    .sort((a, b) => a.at - b.at);
