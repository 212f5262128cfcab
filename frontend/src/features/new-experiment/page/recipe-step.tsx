import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core';

import { Needs, useMay } from '@/components/domain/needs';
import { PageHeader } from '@/components/ui/layout/page-header';
import { DocsLink } from '@/components/ui/navigation/docs-link';
import { ButtonLink, TextLink } from '@/components/ui/navigation/links';
import { Muted, Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { loadDraft } from '../draft/draft';
import { RecipeGallery } from '../gallery/recipe-gallery';
import { OwnConfCard } from '../own-conf/own-conf-card';

import { YamlImport } from './yaml-import';

/** Where an experiment comes from: a recipe, a blank page, YAML, or an nginx.conf. Viewers read the recipes. */
export function RecipeStep({ current, onBack }: { current?: string; onBack?: () => void }) {
  const mayLaunch = useMay('operator');
  return (
    <Stack gap="lg">
      <PageHeader
        title="New experiment"
        actions={onBack && <PlainButton onClick={onBack}>Back to my draft</PlainButton>}
        meta={
          <Muted maw={720}>
            {mayLaunch
              ? 'Start from a recipe, change what you like, see the plan, launch.'
              : 'Recipes are ready-made experiments. Operators launch them.'}{' '}
            The quick form is sized to your testbed and takes minutes; the full form follows the write-up
            exactly. <DocsLink topic="recipes">All recipes in detail</DocsLink>
          </Muted>
        }
      />
      <Needs right="operator">
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <BlankStart />
          <YamlImport />
        </SimpleGrid>
        <OwnConfCard />
      </Needs>
      <RecipeGallery current={current} />
    </Stack>
  );
}

function BlankStart() {
  const draft = loadDraft('blank');
  return (
    <Paper component="section" aria-labelledby="blank-title">
      <Stack gap="sm" h="100%">
        <Title order={2} fz="lg" id="blank-title">
          Write your own
        </Title>
        <Text fz="sm">
          Two variants to begin with: nginx as it comes, and one change. Add knobs, variants or a grid of
          factors.
        </Text>
        {draft && <Muted>“{draft.definition.name}” is kept in this browser as you left it.</Muted>}
        <div style={{ marginTop: 'auto' }}>
          <ButtonLink to="/new" search={{ step: 'variants' }} variant="default" size="xs">
            {draft ? 'Continue' : 'Start with two variants'}
          </ButtonLink>
        </div>
        <Small>
          To repeat an earlier one with a change, open it among the{' '}
          <TextLink to="/experiments" underline="always">
            experiments
          </TextLink>{' '}
          and choose “Clone and change”. To find which of several builds or values made a difference,{' '}
          <TextLink to="/bisects" underline="always">
            bisect
          </TextLink>{' '}
          them.
        </Small>
      </Stack>
    </Paper>
  );
}
