import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { previewQuery } from '@/api/queries/imports';

import { baselineOf, loadRows, runRows } from './assemble';
import { type ImportDraft, EMPTY, given, loadDraft, saveDraft, versionOf } from './import-draft';

const PAUSE = 350; // ms

/** The draft of this tab with the preview of its texts; kept over reloads. */
export function useImport() {
  const [draft, setDraft] = useState<ImportDraft>(loadDraft);
  const kept = useKept(draft);
  const [texts] = useDebouncedValue(draft.texts, PAUSE);
  const asked = useMemo(() => given({ ...EMPTY, texts }), [texts]);
  const version = useMemo(() => versionOf(asked), [asked]);
  const tables = Object.fromEntries(
    asked.flatMap(({ id }, i) => (draft.tables[id] ? [[String(i), draft.tables[id]]] : [])),
  );
  const query = useQuery({
    ...previewQuery(asked, tables, draft.together, version),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = asked.length > 0 ? query.data : undefined;
  const edit = useCallback((change: (old: ImportDraft) => ImportDraft) => setDraft(change), []);
  const rows = useMemo(
    () => (found ? runRows(found.preview, draft, idsOf(found.texts)) : []),
    [found, draft],
  );
  const loads = useMemo(() => (found ? loadRows(found.preview, draft) : []), [found, draft]);
  const taken = rows.filter(({ leftOut }) => !leftOut);
  return {
    draft,
    edit,
    kept,
    query,
    found,
    rows,
    loads: loads.filter(({ name }) => rows.some(({ workload }) => workload === name)),
    baseline: found && baselineOf(taken, found.preview, draft),
    /** The page shows what was read before the last change. */
    stale: query.isPlaceholderData || draft.texts !== texts,
    reset: () => setDraft(EMPTY),
  };
}

export type Import = ReturnType<typeof useImport>;

export const idsOf = (texts: readonly { id: string }[]) => texts.map(({ id }) => id);

/** Keeps the draft in this tab; false while it is too large for that. */
function useKept(draft: ImportDraft): boolean {
  const [kept, setKept] = useState(true);
  useEffect(() => {
    const save = () => setKept(saveDraft(draft));
    const later = setTimeout(save, 200);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(later);
      window.removeEventListener('pagehide', save);
    };
  }, [draft]);
  return kept;
}
