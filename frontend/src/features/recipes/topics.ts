import type { RecipeSummary } from '@/api/types';

export interface Topic {
  name: string;
  recipes: RecipeSummary[];
}

/** Recipes by topic, in the order in which topics first come; only one of them when it is chosen. */
export function byTopic(recipes: RecipeSummary[], chosen?: string): Topic[] {
  const names = [...new Set(recipes.map(({ topic }) => topic))];
  return names
    .filter((name) => !chosen || name === chosen)
    .map((name) => ({ name, recipes: recipes.filter(({ topic }) => topic === name) }));
}
