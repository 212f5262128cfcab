import type { RecipeSummary } from '@/api/types';

/** Own recipes whose newest version this account saved; without one, the dashboard’s token. */
export const savedBy = (recipes: RecipeSummary[], accountId: string | null) =>
  recipes.filter(({ own: savedVersion }) => savedVersion && (savedVersion.owner?.id ?? null) === accountId);

export interface Topic {
  name: string;
  recipes: RecipeSummary[];
}

/** Recipes by topic, in the order in which topics first come; only one of them when it is chosen. */
export function byTopic(recipes: RecipeSummary[], chosenTopic?: string): Topic[] {
  const names = [...new Set(recipes.map(({ topic }) => topic))];
  return names
    .filter((name) => !chosenTopic || name === chosenTopic)
    .map((name) => ({ name, recipes: recipes.filter(({ topic }) => topic === name) }));
}
