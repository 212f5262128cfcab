import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';

import { type Definition } from '../draft/definition';
import { useEditor } from '../draft/editor-context';

const route = getRouteApi('/new');

/** The level that is edited. `id` stays the same over renames, of it and of its factor. */
interface SelectedLevel {
  factor?: string;
  level?: string;
  id: number;
  /** All names, to tell a rename from a removal. */
  factors: string[];
  levels: string[];
}

interface Wanted {
  factor?: string;
  level?: string;
}

/** The name itself; after a rename, which the address follows later, the one that took its place. */
function present(name: string | undefined, now: string[], before: string[] = []): string | undefined {
  if (name === undefined || now.includes(name)) return name;
  const isRename = before.includes(name) && before.length === now.length;
  return isRename ? now.find((candidate) => !before.includes(candidate)) : undefined;
}

export function selectedLevel(
  all: Definition['factors'],
  urlChoice: Wanted,
  last?: SelectedLevel & { urlChoice: Wanted },
): SelectedLevel {
  const factors = Object.keys(all);
  const isSameChoice =
    last && last.urlChoice.factor === urlChoice.factor && last.urlChoice.level === urlChoice.level;
  const followedFactor = present(last?.factor, factors, last?.factors);
  const factor =
    (isSameChoice ? followedFactor : undefined) ??
    present(urlChoice.factor, factors, last?.factors) ??
    factors[0];
  const levels = Object.keys(all[factor ?? ''] ?? {});
  const before = followedFactor === factor ? last?.levels : undefined;
  const keptLevel = followedFactor === factor ? present(last?.level, levels, before) : undefined;
  const level =
    (isSameChoice ? keptLevel : undefined) ?? present(urlChoice.level, levels, before) ?? levels.at(-1);
  const id =
    last === undefined ? 0 : followedFactor === factor && keptLevel === level ? last.id : last.id + 1;
  return { factor, level, id, factors, levels };
}

export function useSelectedLevel(): SelectedLevel {
  const { definition } = useEditor();
  const { factor, level } = route.useSearch();
  const [last, setLast] = useState<SelectedLevel & { urlChoice: Wanted }>();
  const urlChoice = { factor, level };
  const next = { ...selectedLevel(definition.factors, urlChoice, last), urlChoice };
  if (JSON.stringify(last) !== JSON.stringify(next)) setLast(next);
  return next;
}
