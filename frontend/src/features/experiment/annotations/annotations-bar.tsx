import { Button, Group } from '@mantine/core';
import { IconArchive, IconArchiveOff, IconCursorText } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';

import { experimentQuery } from '@/api/queries/experiments';
import { changeExperiment, keepInCache } from '@/api/queries/annotations';
import { isShared } from '@/api/share';
import type { Experiment } from '@/api/types';
import { Needs } from '@/components/domain/needs';
import { NotesCard } from '@/components/domain/notes/notes-card';
import { Pill } from '@/components/ui/labels/pill';
import { StarButton } from '@/components/domain/star-button';
import { TagsEditor } from '@/components/domain/tags-editor';
import { useKeep } from '@/components/domain/use-keep';
import { isUnfinished } from '@/components/words/states';
import { NameButton } from '@/components/ui/dialogs/name-button';

/** What people say of an experiment: star, tags, notes, archive. */
export function AnnotationsBar({ experiment }: { experiment: Experiment }) {
  const { id, name, starred: isStarred, tags, archived: isArchived, state } = experiment;
  return (
    <Group gap="xs" data-picture="no">
      {!isShared && <StarButton id={id} name={name} isStarred={isStarred} />}
      <TagsEditor key={id} id={id} tags={tags} />
      <Needs right="operator">
        <RenameButton id={id} name={name} />
        {!isUnfinished(state) && <ArchiveButton id={id} isArchived={isArchived} />}
      </Needs>
      {isArchived && !isShared && (
        <Pill hint="Lists leave it out unless they are asked for archived ones.">archived</Pill>
      )}
      <Notes experiment={experiment} />
    </Group>
  );
}

function ArchiveButton({ id, isArchived }: { id: string; isArchived: boolean }) {
  const keep = useKeep(id);
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      loading={keep.isPending}
      leftSection={isArchived ? <IconArchiveOff size={14} /> : <IconArchive size={14} />}
      onClick={() => keep.mutate({ archived: !isArchived })}
    >
      {isArchived ? 'Unarchive' : 'Archive'}
    </Button>
  );
}

function Notes({ experiment }: { experiment: Experiment }) {
  const { id, notes, notes_version, notes_by, notes_at, mentions } = experiment;
  const client = useQueryClient();
  return (
    <NotesCard
      key={id}
      of="experiment"
      id={id}
      notes={notes}
      notes_version={notes_version}
      author={notes_by}
      at={notes_at}
      mentions={mentions}
      save={async (text, version) =>
        keepInCache(client, await changeExperiment(id, { notes: text, notes_version: version }))
      }
      reload={() => client.fetchQuery({ ...experimentQuery(id), staleTime: 0 })}
    />
  );
}

/** A new name for pages and lists; the definition keeps its own. */
function RenameButton({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  return (
    <NameButton
      label="Rename"
      button={{ size: 'compact-xs', variant: 'subtle', leftSection: <IconCursorText size={14} /> }}
      title="Rename the experiment"
      name={name}
      action="Save"
      onName={async (newName) => keepInCache(client, await changeExperiment(id, { name: newName }))}
    />
  );
}
