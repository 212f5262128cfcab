import { Button, Group, Text } from '@mantine/core';
import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';

import { isOpen } from './scope';
import { experimentQuery } from '@/api/queries/experiments';
import { changeExperiment, keepInCache } from '@/api/queries/notebook';
import type { Experiment } from '@/api/types';
import { plural } from '@/components/format';
import { keyed } from '@/components/search-words';
import { TextLink } from '@/components/ui/links';
import { NotesCard } from '@/components/ui/notes-card';
import { Pill } from '@/components/ui/pill';
import { StarButton } from '@/components/ui/star-button';
import { TagsEditor } from '@/components/ui/tags-editor';
import { useKeep } from '@/components/ui/use-keep';

/** What people say of an experiment: star, tags, notes, archive; and what it was made from. */
export function NotebookBar({ experiment }: { experiment: Experiment }) {
  const { id, name, starred, tags, archived, state } = experiment;
  return (
    <Group gap="xs" data-picture="no">
      <StarButton id={id} name={name} starred={starred} />
      <TagsEditor key={id} id={id} tags={tags} />
      {!isOpen(state) && <ArchiveButton id={id} archived={archived} />}
      {archived && <Pill hint="Lists leave it out unless they are asked for archived ones.">archived</Pill>}
      <Lineage experiment={experiment} />
      <Notes experiment={experiment} />
    </Group>
  );
}

function ArchiveButton({ id, archived }: { id: string; archived: boolean }) {
  const keep = useKeep(id);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      loading={keep.isPending}
      leftSection={archived ? <IconArchiveOff size={14} /> : <IconArchive size={14} />}
      onClick={() => keep.mutate({ archived: !archived })}
    >
      {archived ? 'Take out of the archive' : 'Archive'}
    </Button>
  );
}

const HOW = { clone: 'Changed from', reproduce: 'The same again as', retest: 'A re-test of' };

/** “Changed from Stepwise · 3 experiments were made from this”. */
function Lineage({ experiment: { id, derived, made_from_this } }: { experiment: Experiment }) {
  if (!derived && made_from_this === 0) return null;
  return (
    <Text fz="sm" c="dimmed">
      {derived && (
        <>
          {HOW[derived.how]}{' '}
          <TextLink to="/experiments/$id" params={{ id: derived.experiment.id }}>
            {derived.experiment.name}
          </TextLink>
        </>
      )}
      {derived && made_from_this > 0 && ' · '}
      {made_from_this > 0 && (
        <TextLink to="/experiments" search={{ q: `${keyed('from', id)} archived:include` }}>
          {plural(made_from_this, 'experiment')} {made_from_this === 1 ? 'was' : 'were'} made from this
        </TextLink>
      )}
    </Text>
  );
}

function Notes({ experiment: { id, notes, notes_version } }: { experiment: Experiment }) {
  const client = useQueryClient();
  return (
    <NotesCard
      key={id}
      name={`experiment.${id}`}
      notes={notes}
      notes_version={notes_version}
      save={async (text, version) =>
        keepInCache(client, await changeExperiment(id, { notes: text, notes_version: version }))
      }
      reload={() => client.fetchQuery({ ...experimentQuery(id), staleTime: 0 })}
    />
  );
}
