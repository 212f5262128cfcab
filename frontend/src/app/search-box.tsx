import {
  Spotlight,
  spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
  type SpotlightFilterFunction,
} from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';

import { experimentsQuery } from '@/api/queries/experiments';
import { hostsQuery } from '@/api/queries/hosts';
import { TIME_ZONE } from '@/api/queries/annotations';
import { recipesQuery } from '@/api/queries/recipes';
import { useMay } from '@/components/domain/needs';
import { hasWords } from '@/components/words/find';
import { outcomeWords } from '@/components/words/states';

import { usePaletteActions } from './palette-actions';

const EXPERIMENTS = 'Experiments';
const PAGES = [
  { to: '/new', label: 'New experiment', description: 'Recipes, testbed, variants, plan' },
  { to: '/', label: 'Home', description: 'What is running now' },
  {
    to: '/experiments',
    label: 'Experiments',
    description: 'Search by words, tag, host, knob, verdict and date',
  },
  { to: '/experiments/trend', label: 'Trend', description: 'One variant over time' },
  { to: '/compare', label: 'Compare', description: 'Two groups of runs side by side' },
  { to: '/bisects', label: 'Bisects', description: 'Which build or value made the difference' },
  { to: '/hosts', label: 'Hosts', description: 'Machines with an agent, and testbeds' },
  {
    to: '/experiments/import',
    label: 'Import',
    description: 'Runs that were measured elsewhere',
    right: 'operator',
  },
  { to: '/hosts/queue', label: 'Queue', description: 'Experiments that wait for their hosts' },
  { to: '/account/people', label: 'People', description: 'Accounts, rights and tokens', right: 'admin' },
  { to: '/share-links', label: 'Share links', description: 'What anyone with a link can read' },
] as const satisfies readonly {
  to: string;
  label: string;
  description: string;
  right?: 'operator' | 'admin';
}[];

const WAIT_MS = 200;

/** ⌘K, or Ctrl K: things to do; pages, hosts and recipes by name; experiments by all that their search box knows. */
export default function SearchBox({ openings }: { openings: number }) {
  useEffect(() => spotlight.open(), [openings]);
  const [query, setQuery] = useState('');
  return (
    <Spotlight
      actions={useActions(query.trim())}
      query={query}
      onQueryChange={setQuery}
      filter={(query, actions) => namedOrFound(query, actions)}
      shortcut={null}
      nothingFound="Nothing matches."
      highlightQuery
      scrollable
      maxHeight={420}
      searchProps={{
        placeholder: 'Find or do: launch a recipe, compare, an experiment, a host',
        'aria-label': 'Search',
      }}
    />
  );
}

type Actions = SpotlightFilterFunction extends (query: string, actions: infer A) => unknown ? A : never;

/** What the server found stays as it is; everything else has to have the words in its name. */
function namedOrFound(query: string, actions: Actions): Actions {
  return actions
    .flatMap((entry) => {
      if (!('actions' in entry) || entry.group === EXPERIMENTS) return [entry];
      const fits = ({ label = '', description = '', keywords = '' }: SpotlightActionData) =>
        hasWords(`${label} ${description} ${String(keywords)}`, query);
      return [{ ...entry, actions: entry.actions.filter(fits) }];
    })
    .filter((entry) => !('actions' in entry) || entry.actions.length > 0);
}

function useActions(query: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const [q] = useDebouncedValue(query, WAIT_MS);
  const { data: experiments = [] } = useQuery({
    ...experimentsQuery({ q, limit: 8, tz: TIME_ZONE }),
    placeholderData: keepPreviousData,
  });
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
  const paletteActions = usePaletteActions(recipes);
  const rights = { operator: useMay('operator'), admin: useMay('admin') };
  return [
    {
      group: 'Do',
      // all of them when they are looked for, the shortest list without
      actions: query ? paletteActions : paletteActions.filter(({ always }) => always),
    },
    {
      group: 'Pages',
      actions: PAGES.filter((p) => !('right' in p) || rights[p.right]).map((p) =>
        action(p.to, p.label, p.description, () => void navigate({ to: p.to })),
      ),
    },
    {
      group: EXPERIMENTS,
      actions: [
        ...experiments.map((e) =>
          action(
            e.id,
            e.name,
            e.headline ? outcomeWords(e) : e.state,
            () => void navigate({ to: '/experiments/$id', params: { id: e.id } }),
          ),
        ),
        ...(query
          ? [
              action(
                'all-found',
                `All experiments matching ${query}`,
                'also tag: host: knob: verdict: after: is:',
                () => void navigate({ to: '/experiments', search: { q: query } }),
              ),
            ]
          : []),
      ],
    },
    {
      group: 'Recipes',
      actions: recipes.map((r) =>
        action(r.slug, r.title, r.summary, () => void navigate({ to: '/new', search: { details: r.slug } })),
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
    {
      group: 'Docs',
      actions: [
        action(
          'docs',
          query ? `Search the docs for ${query}` : 'Docs',
          'Tutorial, how-to, reference and glossary',
          () =>
            void window.open(
              query ? `/docs/?${new URLSearchParams({ q: query }).toString()}` : '/docs/',
              '_blank',
              'noopener',
            ),
        ),
      ],
    },
  ].filter((group) => group.actions.length > 0);
}
