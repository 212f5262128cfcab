import { useState } from 'react';

import type { Experiment } from '@/api/types';
import { useMay } from '@/components/domain/needs';
import { FoldedSection } from '@/components/ui/layout/folded-section';

import { AnnotationsBar } from './annotations-bar';

interface NotesSectionProps {
  experiment: Experiment;
  /** Of the two places for it. */
  place: 'top' | 'bottom';
}

/** Tags and notes: below the result where there are some, else folded at the end of the page. */
export function NotesSection({ experiment, place }: NotesSectionProps) {
  const mayWrite = useMay('operator');
  const { notes, tags, starred: isStarred, archived: isArchived } = experiment;
  // where it was when the page opened, so that nothing moves while somebody writes
  const [isAnnotated] = useState(Boolean(notes) || tags.length > 0 || isStarred || isArchived);
  if (isAnnotated !== (place === 'top')) return null;
  if (isAnnotated) return <AnnotationsBar experiment={experiment} />;
  if (!mayWrite) return null;
  return (
    <FoldedSection id="annotations" title="Tags and notes">
      <AnnotationsBar experiment={experiment} />
    </FoldedSection>
  );
}
