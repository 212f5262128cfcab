import type { Definition } from './definition';

/** What was changed on this page. Without one the page shows its source as it is. */
export interface Draft {
  definition: Definition;
  /** The YAML as typed, while the form was not touched since; null when the form was edited last. */
  yaml: string | null;
  /** The YAML that `definition` was read from; other than `yaml` while that cannot be read. */
  read: string | null;
}

export interface History {
  now: Draft | null;
  past: (Draft | null)[];
  /** When the last step was kept, in ms: typing makes one step, not one per key. */
  kept: number;
}

const STEPS_KEPT = 100;
const PAUSE = 1500; // ms

export const startOf = (now: Draft | null): History => ({ now, past: [], kept: 0 });

export function changed(history: History, next: Draft | null, at: number): History {
  const typing =
    at - history.kept < PAUSE && history.past.length > 0 && history.now !== null && next !== null;
  const past = typing ? history.past : [...history.past, history.now].slice(-STEPS_KEPT);
  return { now: next, past, kept: at };
}

export const undone = (history: History): History => ({
  now: history.past.at(-1) ?? null,
  past: history.past.slice(0, -1),
  kept: 0,
});

/** Text that is not (yet) a definition. The form waits until it is, or is discarded. */
export const isUnread = (draft: Draft | null) =>
  draft !== null && draft.yaml !== null && draft.read !== draft.yaml;

const key = (origin: string) => `dyno.new.${origin}`;

/** The draft of this tab for a source, kept over reloads. */
export function loadDraft(origin: string): Draft | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key(origin)) ?? 'null');
    return kept && typeof kept === 'object' && 'definition' in kept ? (kept as Draft) : null;
  } catch {
    return null;
  }
}

/** Keeps or forgets a draft; full or forbidden storage is no reason to stop editing. */
export function saveDraft(origin: string, draft: Draft | null): void {
  try {
    if (draft) sessionStorage.setItem(key(origin), JSON.stringify(draft));
    else sessionStorage.removeItem(key(origin));
  } catch {
    // The page still holds it.
  }
}
