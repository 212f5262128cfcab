import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';

import type { RecipeSummary } from '@/api/types';
import { MadeBy } from '@/components/domain/made-by';
import { Needs } from '@/components/domain/needs';
import { ago, plural, span } from '@/components/words/format';
import { ButtonLink } from '@/components/ui/navigation/links';
import { Pill } from '@/components/ui/labels/pill';
import { TOPOLOGY_LABELS } from '@/components/words/workload';
import { Muted, Small } from '@/components/ui/labels/texts';
import { TextList } from '@/components/ui/labels/text-list';

const route = getRouteApi('/new');

type Form = RecipeSummary['on_testbed'][number];

interface RecipeCardProps {
  recipe: RecipeSummary;
  /** Drawn as the one that is open or chosen; the word stands in its corner. */
  isSelected?: boolean;
  mark?: string;
  /** More to do with it, after the buttons of its forms. */
  actions?: ReactNode;
}

/** What a recipe compares and why, what each form takes on the testbed at hand, and the ways to start it. */
export function RecipeCard({ recipe, isSelected, mark, actions }: RecipeCardProps) {
  const { testbed } = route.useSearch();
  const {
    slug,
    title,
    summary,
    differs,
    tool,
    topology,
    kind,
    own: savedVersion,
    on_testbed: forms,
  } = recipe;
  return (
    <Paper component="article" style={isSelected ? { borderColor: 'var(--dyno-accent)' } : undefined}>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" align="flex-start" gap="xs">
          <Title order={3} fz="lg">
            {title}
          </Title>
          <Group gap={6}>
            {mark && <Pill tone="accent">{mark}</Pill>}
            {savedVersion && <Pill>version {savedVersion.version}</Pill>}
            {tool && <Pill tone="outline">{tool}</Pill>}
            {topology && (
              <Pill tone="outline">{kind === 'ceiling' ? 'search' : TOPOLOGY_LABELS[topology]}</Pill>
            )}
          </Group>
        </Group>
        <Text fz="sm">{summary}</Text>
        {differs && (
          <Small style={{ overflowWrap: 'anywhere' }}>
            <b>Compares</b> {differs}
          </Small>
        )}
        {savedVersion && (
          <Small>
            saved {ago(savedVersion.created_at)} <MadeBy owner={savedVersion.owner} />
          </Small>
        )}
        {!savedVersion && <Why recipe={recipe} />}
        <Stack gap={6} mt="auto" pt={4}>
          {forms.map((form) => (
            <FormLine key={form.form} form={form} name={savedVersion ? 'Takes' : NAMES[form.form]} />
          ))}
        </Stack>
        <Group gap="xs" pt="xs">
          <Needs right="operator">
            {forms.map(({ form }) => (
              <ButtonLink
                key={form}
                to="/new"
                search={{ recipe: slug, form, testbed, step: 'testbed' }}
                size="xs"
                variant={form === 'quick' || savedVersion ? 'filled' : 'default'}
              >
                {savedVersion ? 'Use it' : form === 'quick' ? 'Use the quick form' : 'Full form'}
              </ButtonLink>
            ))}
          </Needs>
          {actions}
        </Group>
      </Stack>
    </Paper>
  );
}

function Why({ recipe: { why: reason, source, quick_note: note } }: { recipe: RecipeSummary }) {
  return (
    <details>
      <Small component="summary" style={{ cursor: 'pointer' }}>
        Why, and after what
      </Small>
      <Stack gap={6} mt={6}>
        <Muted>
          {reason} {source && <>After: {source}.</>}
        </Muted>
        {note && (
          <Muted>
            <b>Quick form.</b> {note}
          </Muted>
        )}
      </Stack>
    </details>
  );
}

const NAMES = { quick: 'Quick form', full: 'Full form' };

interface FormLineProps {
  form: Form;
  name: string;
}

/** How long a form takes and what it needs; what this testbed cannot do, with the reason. */
function FormLine({
  form: { form, seconds, runs, needs, problems, left_out: leftOut },
  name,
}: FormLineProps) {
  return (
    <div>
      <Small>
        <b>{name}</b>: about {span(Math.max(60, Math.round(seconds / 60) * 60))}, {plural(runs, 'run')}
        {form === 'full' && <> · {needs.join(', ')}</>}
      </Small>
      <Reasons title="Not on this testbed" reasons={problems} />
      <Reasons title="Left out on this testbed" reasons={leftOut} />
    </div>
  );
}

function Reasons({ title, reasons }: { title: string; reasons: string[] }) {
  if (reasons.length === 0) return null;
  return (
    <details>
      <Text component="summary" fz="xs" c="var(--dyno-unclear-ink)" style={{ cursor: 'pointer' }}>
        {title}: {plural(reasons.length, 'reason')}
      </Text>
      <TextList fz="xs" c="dimmed" spacing={0} withPadding texts={reasons} />
    </details>
  );
}
