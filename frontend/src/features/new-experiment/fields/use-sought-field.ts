import { useEffect, useRef } from 'react';

import { messageWords, type FieldError } from '@/api/errors';

import type { Editor } from '../draft/editor-context';
import { type Step, targetOf } from '../draft/problems';

import { showField } from './show-field';

/** Leads a problem that was followed to its field, once its step is drawn; knobs and the YAML do so themselves. */
export function useSoughtField({ soughtProblem, problems, definition }: Editor, step: Step, id: string) {
  const shownProblem = useRef<FieldError>(undefined);
  useEffect(() => {
    if (!soughtProblem || shownProblem.current === soughtProblem) return;
    const { place, message } = soughtProblem;
    const target = targetOf(place, definition);
    if (target.step !== step || target.knob !== undefined) return;
    shownProblem.current = soughtProblem;
    const root = document.getElementById(id);
    const label = fieldName(soughtProblem);
    const namesakes = problems.filter(
      (problem) => problem.message === message && fieldName(problem) === label,
    );
    const nth = namesakes.findIndex((problem) => problem.place === place);
    if (root && !showField(root, messageWords(message, place), label, nth)) root.scrollIntoView();
  }, [soughtProblem, problems, definition, step, id]);
}

/** “Workload 1, Threads” is about the field “Threads”. */
const fieldName = ({ label, place }: FieldError) => (label ?? place).split(', ').at(-1) ?? '';
