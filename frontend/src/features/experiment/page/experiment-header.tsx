import { Group, Spoiler, Stack, Text } from '@mantine/core';

import type { Experiment } from '@/api/types';
import { dateTime, plural, span } from '@/components/words/format';
import { roundsWords } from '@/components/words/progress';
import { TextLink } from '@/components/ui/navigation/links';
import { PageHeader } from '@/components/ui/layout/page-header';
import { Pill } from '@/components/ui/labels/pill';
import { StateBadge } from '@/components/ui/labels/state-badge';
import { isUnfinished } from '@/components/words/states';

import { loadWords } from '../view/words';
import { Lineage } from '../repeat/lineage';

import { HeaderActions } from './header-actions';

/** Where we are, what was measured on what, and what can be done with it. */
export function ExperimentHeader({ experiment }: { experiment: Experiment }) {
  const { id, name, state, runs, order, origin, testbed, form } = experiment;
  const ended = experiment.precision ?? experiment.decision ?? experiment.halving;
  return (
    <Stack gap="xs">
      <PageHeader
        title={name}
        crumbs={[
          <TextLink key="all" to="/experiments">
            Experiments
          </TextLink>,
          <span key="id" className="dyno-mono">
            {id}
          </span>,
        ]}
        meta={
          <>
            <StateBadge state={state} />
            <span>{loadWords(experiment)}</span>
            <span>
              {plural(runs, 'run')} × {experiment.ceiling ? 'probes as needed' : allRounds(experiment)},{' '}
              {origin === 'imported' ? 'in an order that is not known' : order}
            </span>
            {testbed ? (
              <Pill hint="The hosts that were used, and what each of them did.">
                <TextLink to="/hosts" c="inherit">
                  testbed: {testbed.name}
                </TextLink>
              </Pill>
            ) : (
              <Pill hint="Results from another source; the figures were read from tool output or tables.">
                imported
              </Pill>
            )}
          </>
        }
        actions={<HeaderActions experiment={experiment} />}
      />
      <Group gap="sm" fz="sm" c="dimmed">
        <span>{times(experiment)}</span>
        {experiment.servers && (
          <Pill hint={experiment.servers.sentence}>{serversWords(experiment.servers.rounds_per_start)}</Pill>
        )}
        {form && <Pill hint={FORMS[form]}>{form} form</Pill>}
        <Lineage experiment={experiment} />
      </Group>
      {ended && !isUnfinished(state) && <Text fz="sm">{ended.sentence}</Text>}
      <Note experiment={experiment} />
    </Stack>
  );
}

/** Of halving, only the last have them all. */
const allRounds = (experiment: Experiment) =>
  experiment.halving
    ? `up to ${plural(experiment.halving.stages.at(-1)?.last ?? 0, 'round')}`
    : roundsWords(experiment);

const FORMS: Record<string, string> = {
  quick: 'Sized to this machine: fewer variants, many short trials.',
  full: 'As in the write-up, as far as this testbed allows.',
};

const serversWords = (rounds: number) =>
  rounds === 0
    ? 'servers started once'
    : `new servers ${rounds === 1 ? 'each round' : `every ${rounds} rounds`}`;

function times({ created_at, started_at, finished_at, origin }: Experiment): string {
  if (origin === 'imported') return `imported ${dateTime(created_at)}`;
  if (!started_at) return `launched ${dateTime(created_at)}`;
  if (!finished_at) return `started ${dateTime(started_at)}`;
  const took = (Date.parse(finished_at) - Date.parse(started_at)) / 1000;
  return `${dateTime(started_at)}, took ${span(Math.round(took))}`;
}

/** How this form differs from the write-up: two lines, and the rest on demand. */
function Note({ experiment: { note, description, form } }: { experiment: Experiment }) {
  if (!note && !description) return null;
  return (
    <Spoiler
      maxHeight={44}
      showLabel="Read all"
      hideLabel="Show less"
      maw={900}
      styles={{ control: { fontSize: 'var(--mantine-font-size-sm)' } }}
    >
      {description && (
        <Text fz="sm" c="dimmed">
          {description}
        </Text>
      )}
      {note && (
        <Text fz="sm" c="dimmed">
          <Text span fz="sm" fw={550} c="var(--dyno-ink)">
            {form ? 'How this form differs: ' : 'Note: '}
          </Text>
          {note}
        </Text>
      )}
    </Spoiler>
  );
}
