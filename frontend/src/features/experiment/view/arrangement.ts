export const ORDERS = ['plan', 'change', 'verdict'] as const;

/** Which runs a reader wants to see, and in which order; absent is all of them, as they come. */
export interface Arrangement {
  q?: string;
  verdict?: 'better' | 'worse' | 'same' | 'unclear';
  order?: (typeof ORDERS)[number];
}

export const isArranged = ({ q, verdict, order }: Arrangement) => Boolean(q ?? verdict ?? order);
