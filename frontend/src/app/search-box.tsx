import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

import { experimentsQuery } from '@/api/queries/experiments';
import { hostsQuery } from '@/api/queries/hosts';
import { recipesQuery } from '@/api/queries/recipes';

const PAGES = [
  { to: '/new', label: 'New experiment', description: 'Recipe, testbed, variants, plan' },
  { to: '/', label: 'Home', description: 'What is running now' },
  { to: '/experiments', label: 'Experiments', description: 'All of them, by name and state' },
  { to: '/compare', label: 'Compare', description: 'Two groups of runs side by side' },
  { to: '/hosts', label: 'Hosts', description: 'Machines with an agent, and testbeds' },
  { to: '/recipes', label: 'Recipes', description: 'Experiments ready to launch' },
] as const;

/** ⌘K: pages, the newest experiments, hosts and recipes by name. */
export default function SearchBox({ openings }: { openings: number }) {
  useEffect(() => spotlight.open(), [openings]);
  return (
    <Spotlight
      actions={useActions()}
      shortcut={null}
      nothingFound="Nothing has that name."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{ placeholder: 'Find a page, an experiment, a host, a recipe', 'aria-label': 'Search' }}
    />
  );
}

function useActions(): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const { data: experiments = [] } = useQuery(experimentsQuery({ limit: 100 }));
  const { data: hosts = [] } = useQuery(hostsQuery);
  const { data: recipes = [] } = useQuery(recipesQuery);
  const action = (
    id: string,
    label: string,
    description: string,
    onClick: () => void,
  ): SpotlightActionData => ({
    id,
    label,
    description,
    onClick,
  });
  return [
    {
      group: 'Pages',
      actions: PAGES.map((p) => action(p.to, p.label, p.description, () => void navigate({ to: p.to }))),
    },
    {
      group: 'Experiments',
      actions: experiments.map((e) =>
        action(
          e.id,
          e.name,
          e.headline?.sentence ?? e.state,
          () => void navigate({ to: '/experiments/$id', params: { id: e.id } }),
        ),
      ),
    },
    {
      group: 'Recipes',
      actions: recipes.map((r) =>
        action(
          r.slug,
          r.title,
          r.summary,
          () => void navigate({ to: '/recipes', search: { recipe: r.slug } }),
        ),
      ),
    },
    {
      group: 'Hosts',
      actions: hosts.map((h) =>
        action(
          h.id,
          h.name,
          h.roles.join(', '),
          () => void navigate({ to: '/hosts', search: { host: h.id } }),
        ),
      ),
    },
  ].filter((group) => group.actions.length > 0);
}
