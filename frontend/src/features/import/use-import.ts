import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';

import { previewQuery } from '@/api/queries/imports';

import { baselinesOf, loadRows, runRows, withSteps } from './assemble';
import {
  type ImportDraft,
  EMPTY,
  givenTexts,
  loadDraft,
  saveDraft,
  tableChoices,
  versionOf,
} from './import-draft';

const PAUSE = 350; // ms

/** The draft of this tab with the preview of its texts; kept over reloads. */
export function useImport() {
  const [draft, setDraft] = useState<ImportDraft>(loadDraft);
  const isKept = useKept(draft);
  const [texts] = useDebouncedValue(draft.texts, PAUSE);
  const previewTexts = useMemo(() => givenTexts({ ...EMPTY, texts }), [texts]);
  const version = useMemo(() => versionOf(previewTexts), [previewTexts]);
  const tables = tableChoices(previewTexts, draft);
  const query = useQuery({
    ...previewQuery(previewTexts, tables, draft.together, version),
    enabled: previewTexts.length > 0,
    placeholderData: keepPreviousData,
  });
  const preview = previewTexts.length > 0 ? query.data : undefined;
  const edit = useCallback((change: (old: ImportDraft) => ImportDraft) => setDraft(change), []);
  const rows = useMemo(
    () => (preview ? withSteps(runRows(preview.preview, draft, idsOf(preview.texts)), draft) : []),
    [preview, draft],
  );
  const loads = useMemo(() => (preview ? loadRows(preview.preview, draft) : []), [preview, draft]);
  const importedRows = rows.filter(({ leftOut }) => !leftOut);
  return {
    draft,
    edit,
    kept: isKept,
    query,
    result: preview,
    rows,
    loads: loads.filter(({ name }) => rows.some(({ workload }) => workload === name)),
    baselines: preview ? baselinesOf(importedRows, preview.preview, draft) : [],
    /** The page shows what was read before the last change. */
    stale: query.isPlaceholderData || draft.texts !== texts,
    reset: () => setDraft(EMPTY),
  };
}

export type Import = ReturnType<typeof useImport>;

export const idsOf = (texts: readonly { id: string }[]) => texts.map(({ id }) => id);

/** Keeps the draft in this tab; false while it is too large for that. */
function useKept(draft: ImportDraft): boolean {
  const [isKept, setKept] = useState(true);
  useEffect(() => {
    const save = () => setKept(saveDraft(draft));
    const later = setTimeout(save, 200);
    window.addEventListener('pagehide', save);
    return () => {
      clearTimeout(later);
      window.removeEventListener('pagehide', save);
    };
  }, [draft]);
  return isKept;
}
