import { createContext, useContext } from 'react';

import type { FieldError } from '@/api/errors';
import type { Advice, Check, ExperimentIn, Knob, Testbed } from '@/api/types';

import type { Definition } from './definition';
import type { Target } from './problems';
import type { Source } from './source';
import type { useDismissed } from './use-dismissed';
import type { useDraft } from './use-draft';
import type { Planned } from './use-plan';

/** What `nginx -t` of the host says of the configurations. */
export interface Checked {
  check?: Check;
  /** Why it could not be asked for. */
  checkError: Error | null;
  refusals: FieldError[];
}

export interface Editor extends Planned {
  definition: Definition;
  edit: (change: (old: Definition) => Definition) => void;
  /** What `nginx -t` says on the host; its refusals are among the problems. */
  nginxCheck: Checked;
  draft: ReturnType<typeof useDraft>;
  source: Source;
  knobs: Knob[];
  /** What the server advises on the definition as it was last planned. */
  advice: Advice[];
  dismissedAdvice: ReturnType<typeof useDismissed>;
  testbeds?: Testbed[];
  testbed?: Testbed;
  /** What the server is asked, and what a launch sends. */
  body: ExperimentIn;
  /** The YAML typed is not a definition yet: the form waits. */
  unread: boolean;
  /** To a step; with a problem, to the field that has it. */
  go: (target: Partial<Target> & { testbed?: string }, problem?: FieldError) => void;
  /** The problem that was followed to its place. */
  soughtProblem?: FieldError;
}

export const EditorContext = createContext<Editor | null>(null);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('outside the New experiment page');
  return editor;
}
