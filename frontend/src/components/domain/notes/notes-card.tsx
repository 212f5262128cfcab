import { Box, Button, Spoiler } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useState } from 'react';

import { isShared } from '@/api/share';
import type { PersonRef } from '@/api/types';
import { CardSkeleton } from '@/components/ui/feedback/loading';
import { Section } from '@/components/ui/layout/section';
import { ago, dateTime } from '@/components/words/format';
import { MadeBy } from '@/components/domain/made-by';
import { Needs } from '@/components/domain/needs';
import { Small } from '@/components/ui/labels/texts';
import { PlainButton } from '@/components/ui/navigation/buttons';

import { loadDraft, saveDraft } from './notes-draft';
import { NotesEditor, type NotesSource } from './notes-editor';

const NotesView = lazy(() => import('./notes-view'));
const FOLDED_PX = 260;

interface NotesCardProps extends NotesSource {
  of: 'experiment' | 'comparison';
  id: string;
  /** Who wrote them last; null: the dashboard’s token. */
  author: PersonRef | null;
  /** When; null: nobody yet, or before it was kept. */
  at: string | null;
  /** Whom they mention, as the server has read them. */
  mentions: PersonRef[];
}

/** Notes in Markdown: read, and edited in place. Without any it is one small button. */
export function NotesCard({ of, id, author, at, mentions, ...source }: NotesCardProps) {
  const { notes, notes_version } = source;
  const name = `${of}.${id}`; // what is written in this tab is kept under it over reloads
  const [draft, setDraft] = useState(() => (isShared ? null : loadDraft(name)));
  useEffect(() => saveDraft(name, draft), [name, draft]);
  const edit = () => setDraft({ text: notes, version: notes_version });

  if (isShared && !notes) return null;
  if (!draft && !notes) {
    return (
      <Needs right="operator">
        <Button size="compact-xs" variant="subtle" leftSection={<IconPencil size={14} />} onClick={edit}>
          Add notes
        </Button>
      </Needs>
    );
  }
  return (
    <Box w="100%" miw={0}>
      <Section
        title="Notes"
        id="notes"
        aside={
          isShared ? undefined : draft ? (
            <Small>not saved yet</Small>
          ) : (
            <Needs right="operator">
              <PlainButton size="xs" leftSection={<IconPencil size={14} />} onClick={edit}>
                Edit
              </PlainButton>
            </Needs>
          )
        }
      >
        {draft ? (
          <NotesEditor draft={draft} onDraft={setDraft} onClose={() => setDraft(null)} {...source} />
        ) : (
          <>
            <Spoiler maxHeight={FOLDED_PX} showLabel="Read all" hideLabel="Show less">
              <Suspense fallback={<CardSkeleton lines={3} />}>
                <NotesView text={notes} mentions={mentions} />
              </Suspense>
            </Spoiler>
            {at && !isShared && (
              <Small component="div" mt="xs" title={dateTime(at)}>
                written {ago(at)} <MadeBy owner={author} />
                {mentions.length > 0 && `, mentions ${mentions.map((mention) => mention.name).join(', ')}`}
              </Small>
            )}
          </>
        )}
      </Section>
    </Box>
  );
}
