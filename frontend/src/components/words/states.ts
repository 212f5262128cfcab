import type { ExperimentState } from '@/api/types';

/** States that an experiment leaves by itself: it waits, runs or is being cancelled. */
const UNFINISHED: ReadonlySet<string> = new Set<ExperimentState>(['queued', 'running', 'cancelling']);

export const isUnfinished = (state: string) => UNFINISHED.has(state);
