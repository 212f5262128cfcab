import type { ExperimentSearch } from './search';

/** Which runs a reader wants to see, and in which order; absent is all of them, as they come. */
export type Arrangement = Pick<ExperimentSearch, 'q' | 'verdict' | 'order'>;

export const isArranged = ({ q, verdict, order }: Arrangement) => Boolean(q ?? verdict ?? order);
