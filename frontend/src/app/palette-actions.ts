import { type SpotlightActionData } from '@mantine/spotlight';
import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { experimentQuery, experimentsQuery } from '@/api/queries/experiments';
import type { RecipeSummary } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { useLaunch } from '@/components/domain/launch/use-launch';
import { span } from '@/components/words/format';
import { notify } from '@/components/ui/feedback/notices';

/** What the palette can do; those that are always shown stand there without a search. */
type PaletteAction = SpotlightActionData & { always?: boolean };

const LAST = experimentsQuery({ q: 'state:finished', limit: 2 });

/** Launch a recipe, compare the last two results, switch the colours, open the docs. */
export function usePaletteActions(recipes: readonly RecipeSummary[]): PaletteAction[] {
  const launches = useMay('operator');
  const navigate = useNavigate();
  const client = useQueryClient();
  const { setColorScheme } = useMantineColorScheme();
  const scheme = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const { data: last = [] } = useQuery(LAST);
  const { mutate } = useLaunch();
  const launch = (recipe: RecipeSummary) =>
    mutate(
      { recipe: recipe.slug, form: recipe.own ? 'full' : 'quick' },
      { onError: ({ message }) => notify({ title: `Launch of “${recipe.title}”`, message, color: 'red' }) },
    );
  const runsOf = async (id: string) =>
    (await client.fetchQuery(experimentQuery(id))).run_list.map((run) => run.id).join(',');
  const compare = async (a: string, b: string) => {
    const [first, second] = await Promise.all([runsOf(a), runsOf(b)]);
    await navigate({ to: '/compare', search: { a: first, b: second } });
  };
  const [newest, before] = last;
  return [
    ...(newest && before
      ? [
          {
            id: 'compare-last',
            label: 'Compare the last two',
            description: `“${before.name}” with “${newest.name}”`,
            onClick: () => void compare(before.id, newest.id),
            always: true,
          },
        ]
      : []),
    {
      id: 'scheme',
      label: `Use the ${scheme} colours`,
      description: 'Switch between light and dark',
      keywords: 'theme dark mode colors',
      onClick: () => setColorScheme(scheme),
      always: true,
    },
    {
      id: 'open-docs',
      label: 'Open the docs',
      description: 'In a new tab',
      keywords: 'help manual documentation',
      onClick: () => void window.open('/docs', '_blank', 'noopener'),
      always: true,
    },
    ...(launches ? recipes : []).map((recipe) => ({
      id: `launch-${recipe.slug}`,
      label: `Launch “${recipe.title}”`,
      description: `${recipe.own ? 'Your own' : 'Quick form'}, ${span(Math.max(60, recipe.on_testbed[0]?.seconds ?? 0))}: starts at once`,
      keywords: 'run start recipe',
      onClick: () => launch(recipe),
    })),
  ];
}
