/** What is being written and not saved yet: kept in this tab, over reloads. */
export interface NotesDraft {
  text: string;
  /** Of the notes that the editing began from. */
  version: number;
}

const key = (name: string) => `dyno.notes.${name}`;

export function loadDraft(name: string): NotesDraft | null {
  try {
    const keptDraft: unknown = JSON.parse(sessionStorage.getItem(key(name)) ?? 'null');
    const { text, version } = (keptDraft ?? {}) as Partial<NotesDraft>;
    return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
  } catch {
    return null;
  }
}

/** Keeps or forgets a draft; full or forbidden storage is no reason to stop writing. */
export function saveDraft(name: string, draft: NotesDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(key(name), JSON.stringify(draft));
    else sessionStorage.removeItem(key(name));
  } catch {
    // The page still holds it.
  }
}
