import { Button, Group, Paper, Stack, Title } from '@mantine/core';
import { IconChartBar, IconRocket } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';

import { openExample } from '@/api/queries/imports';
import { recipesQuery } from '@/api/queries/recipes';
import type { Host, RecipeSummary } from '@/api/types';
import { LaunchFailure } from '@/components/domain/launch/launch-failure';
import { Needs } from '@/components/domain/needs';
import { useLaunch } from '@/components/domain/launch/use-launch';
import { ErrorState } from '@/components/ui/feedback/error-state';
import { plural, span } from '@/components/words/format';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { ANY_TOOL } from '@/components/words/tools';
import { Muted } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

/** What this is, a result to look at, and one button to the first of one's own; for those who have none yet. */
export function FirstSteps({ hosts = [] }: { hosts?: Host[] }) {
  const online = hosts.filter((host) => host.online).length;
  return (
    <Paper component="section" aria-label="First steps" p={{ base: 'md', sm: 'xl' }}>
      <Stack gap="md">
        <Title order={2} fz={{ base: 'lg', sm: 22 }} maw={760} lh={1.35}>
          Dynoboard runs each variant of nginx under load many times in random order, and says which
          differences are real.
        </Title>
        <Group gap="sm">
          <Needs right="operator">
            <LaunchFirst online={online} />
            <OpenExample />
          </Needs>
        </Group>
        <Muted>
          {online > 0 ? (
            <>
              {plural(online, 'host')} online. Every setting is put back afterwards; what a launch changes is
              in its plan.{' '}
            </>
          ) : (
            <>
              No host is online:{' '}
              <TextLink underline="always" to="/hosts">
                add one
              </TextLink>
              , or let “dyno up” start agents on this machine.{' '}
            </>
          )}
          <Needs right="operator">
            Or{' '}
            <TextLink underline="always" to="/new">
              choose another recipe
            </TextLink>
            ,{' '}
            <TextLink underline="always" to="/new" search={{ step: 'variants' }}>
              write an experiment
            </TextLink>
            , or{' '}
            <TextLink underline="always" to="/experiments/import">
              import
            </TextLink>{' '}
            output of {ANY_TOOL}.{' '}
          </Needs>
          <DocsLink topic="tutorial">The tutorial</DocsLink> takes ten minutes.
        </Muted>
      </Stack>
    </Paper>
  );
}

const quickOf = ({ on_testbed: forms }: RecipeSummary) =>
  forms.find(({ form, problems }) => form === 'quick' && problems.length === 0);

/** The first recipe whose quick form can run here, as it is. */
function LaunchFirst({ online }: { online: number }) {
  const { data = [] } = useQuery(recipesQuery);
  const recipe = data.find((candidate) => !candidate.own && quickOf(candidate));
  const launch = useLaunch();
  if (!recipe || online === 0)
    return (
      <ButtonLink to={online === 0 ? '/hosts' : '/new'}>
        {online === 0 ? 'Add a host' : 'Choose a recipe'}
      </ButtonLink>
    );
  const seconds = quickOf(recipe)?.seconds ?? 0;
  return (
    <>
      <Button
        size="md"
        h="auto"
        mih={42}
        py="xs"
        styles={{ label: { whiteSpace: 'normal', lineHeight: 1.35, textWrap: 'balance' } }}
        leftSection={<IconRocket size={18} />}
        loading={launch.isPending}
        onClick={() => launch.mutate({ recipe: recipe.slug, form: 'quick' })}
      >
        Launch “{recipe.title}”, {span(Math.max(60, Math.round(seconds / 60) * 60))}
      </Button>
      {launch.isError && <LaunchFailure error={launch.error} />}
    </>
  );
}

function OpenExample() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const example = useMutation({
    mutationFn: openExample,
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: ['experiments', 'list'] });
      await navigate({ to: '/experiments/$id', params: { id } });
    },
  });
  return (
    <>
      <PlainButton
        size="md"
        leftSection={<IconChartBar size={18} />}
        loading={example.isPending}
        onClick={() => example.mutate()}
      >
        Open an example result
      </PlainButton>
      {example.isError && <ErrorState error={example.error} failedPart="the example" />}
    </>
  );
}
