import { Spotlight, spotlight, type SpotlightActionData } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';

/** ⌘K: pages first; experiments, hosts and recipes as far as they are loaded. */
export default function SearchBox({ openings }: { openings: number }) {
  const navigate = useNavigate();
  useEffect(() => spotlight.open(), [openings]);

  const pages: SpotlightActionData[] = [
    {
      id: 'new',
      label: 'New experiment',
      description: 'Pick a recipe, a testbed, variants',
      onClick: () => navigate({ to: '/new' }),
    },
    { id: 'home', label: 'Home', onClick: () => navigate({ to: '/' }) },
    { id: 'experiments', label: 'Experiments', onClick: () => navigate({ to: '/experiments' }) },
    { id: 'compare', label: 'Compare', onClick: () => navigate({ to: '/compare' }) },
    { id: 'hosts', label: 'Hosts', onClick: () => navigate({ to: '/hosts' }) },
    { id: 'recipes', label: 'Recipes', onClick: () => navigate({ to: '/recipes' }) },
  ];

  return (
    <Spotlight
      actions={[{ group: 'Pages', actions: pages }]}
      shortcut={null}
      nothingFound="Nothing has that name."
      highlightQuery
      scrollable
      searchProps={{ placeholder: 'Find a page, an experiment, a host, a recipe', 'aria-label': 'Search' }}
    />
  );
}
