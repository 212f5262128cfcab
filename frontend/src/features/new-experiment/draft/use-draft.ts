import { useCallback, useEffect, useState } from 'react';

import { blankDefinition, type Definition } from './definition';
import { changeDraft, type Draft, loadDraft, replacedBy, saveDraft, startOf, undone } from './draft';

/** The edited definition of one source, with undo; kept in this browser. */
export function useDraft(origin: string, original: Definition | undefined) {
  const [history, setHistory] = useState(() => {
    const keptDraft = loadDraft(origin);
    return startOf(keptDraft, replacedBy(origin, keptDraft));
  });
  const { now: draft } = history;
  useEffect(() => saveDraft(origin, draft), [origin, draft]);

  const put = useCallback(
    (next: (old: Draft) => Draft | null) => {
      setHistory((old) => {
        const base = old.now ?? { definition: original ?? blankDefinition(), yaml: null, read: null };
        return changeDraft(old, next(base), Date.now());
      });
    },
    [original],
  );

  const edit = useCallback(
    (change: (old: Definition) => Definition) =>
      put(({ definition }) => ({ definition: change(definition), yaml: null, read: null })),
    [put],
  );
  const setYaml = useCallback((yaml: string) => put((old) => ({ ...old, yaml })), [put]);
  const dropYaml = useCallback(() => put((old) => ({ ...old, yaml: null, read: null })), [put]);
  const reset = useCallback(() => put(() => null), [put]);
  const undo = useCallback(() => setHistory(undone), []);
  /** Takes over what the server read from the YAML; no step of its own. */
  const adopt = useCallback(
    (yaml: string, definition: Definition) =>
      setHistory((old) => (old.now?.yaml === yaml ? { ...old, now: { definition, yaml, read: yaml } } : old)),
    [],
  );
  return {
    draft,
    definition: draft?.definition ?? original,
    canUndo: history.past.length > 0,
    edit,
    setYaml,
    dropYaml,
    reset,
    undo,
    adopt,
  };
}
