import { Button, TagsInput } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

import { tagsQuery } from '@/api/queries/annotations';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { Needs } from './needs';
import { TagPills } from './tag-pills';
import { useKeep } from './use-keep';

const MAX_TAGS = 20;

/** The tags of an experiment: links, and a field with completion to change them. */
export function TagsEditor({ id, tags }: { id: string; tags: string[] }) {
  const [editing, setEditing] = useState(false);
  return (
    <>
      {editing ? <Field id={id} tags={tags} onDone={() => setEditing(false)} /> : <TagPills tags={tags} />}
      {!editing && (
        <Needs right="operator">
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<IconTag size={14} />}
            onClick={() => setEditing(true)}
          >
            {tags.length > 0 ? 'Edit tags' : 'Add tags'}
          </Button>
        </Needs>
      )}
    </>
  );
}

function Field({ id, tags, onDone }: { id: string; tags: string[]; onDone: () => void }) {
  const tagQuery = useQuery(tagsQuery);
  const keep = useKeep(id);
  const [shownTags, setShown] = useState(tags);
  const change = (next: string[]) => {
    setShown(next);
    keep.mutate(
      {
        add_tags: next.filter((tag) => !shownTags.includes(tag)),
        remove_tags: shownTags.filter((tag) => !next.includes(tag)),
      },
      { onSuccess: (summary) => setShown(summary.tags), onError: () => setShown(shownTags) },
    );
  };
  return (
    <>
      <TagsInput
        aria-label="Tags"
        size="xs"
        w={{ base: '100%', xs: 360 }}
        autoFocus
        placeholder="Type a tag, then Enter"
        data={(tagQuery.data ?? []).map(({ tag }) => tag)}
        value={shownTags}
        onChange={change}
        maxTags={MAX_TAGS}
        isDuplicate={(tag, all) => all.includes(tag.trim().toLowerCase())}
        splitChars={[',']}
        acceptValueOnBlur
        styles={{ inputField: { minWidth: 120 } }}
      />
      <PlainButton size="compact-xs" onClick={onDone}>
        Done
      </PlainButton>
    </>
  );
}
