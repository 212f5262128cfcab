import type { Definition } from './definition';

/** What was changed on this page. Without one the page shows its source as it is. */
export interface Draft {
  definition: Definition;
  /** The YAML as typed, while the form was not touched since; null when the form was edited last. */
  yaml: string | null;
  /** The YAML that `definition` was read from; other than `yaml` while that cannot be read. */
  read: string | null;
}

interface History {
  now: Draft | null;
  past: (Draft | null)[];
  /** When the last step was kept, in ms: typing makes one step, not one per key. */
  keptAt: number;
}

const STEPS_KEPT = 100;
const PAUSE = 1500; // ms

export const startOf = (now: Draft | null, past: Draft[] = []): History => ({ now, past, keptAt: 0 });

export function changeDraft(history: History, next: Draft | null, at: number): History {
  const typing =
    at - history.keptAt < PAUSE && history.past.length > 0 && history.now !== null && next !== null;
  const past = typing ? history.past : [...history.past, history.now].slice(-STEPS_KEPT);
  return { now: next, past, keptAt: at };
}

export const undone = (history: History): History => ({
  now: history.past.at(-1) ?? null,
  past: history.past.slice(0, -1),
  keptAt: 0,
});

/** Text that is not (yet) a definition. The form waits until it is, or is discarded. */
export const isUnread = (draft: Draft | null) =>
  draft !== null && draft.yaml !== null && draft.read !== draft.yaml;

const KEY = 'dyno.new.';
const key = (origin: string) => `${KEY}${origin}`;
const OLD_KEYS: Record<string, string | undefined> = { explain: 'diagnostics', matters: 'min_effect' };
const MAX_DRAFTS = 20;
const KEPT_MS = 30 * 24 * 3600_000;

type Kept = Draft & { at?: number };

/** The draft of this tab for a source; where it has none, the last one of this browser: a tab may have been closed. */
export function loadDraft(origin: string): Draft | null {
  return draftIn(sessionStorage, key(origin)) ?? draftIn(localStorage, key(origin));
}

/** Keeps or forgets a draft; full or forbidden storage is no reason to stop editing. */
export function saveDraft(origin: string, draft: Draft | null): void {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      if (draft) storage.setItem(key(origin), JSON.stringify({ ...draft, at: Date.now() } satisfies Kept));
      else storage.removeItem(key(origin));
    } catch {
      // The page still holds it.
    }
  }
  if (draft) forgetOld();
}

/** The drafts that others took the place of on this page: source → the new one's definition, the old one. */
const replacedDrafts = new Map<string, [string, Draft]>();

/** Keeps a draft in place of another one, which Undo brings back. */
export function replaceDraft(origin: string, draft: Draft): void {
  const old = loadDraft(origin);
  if (old) replacedDrafts.set(origin, [JSON.stringify(draft), old]);
  saveDraft(origin, draft);
}

/** What Undo brings back first: the draft that `draft` took the place of, while it is as it was then. */
export function replacedBy(origin: string, draft: Draft | null): Draft[] {
  const [text, old] = replacedDrafts.get(origin) ?? [];
  const { definition, yaml, read } = draft ?? {};
  return old && text === JSON.stringify({ definition, yaml, read }) ? [old] : [];
}

function draftIn(storage: Storage, name: string): Kept | null {
  try {
    const keptDraft: unknown = JSON.parse(storage.getItem(name) ?? 'null');
    return keptDraft && typeof keptDraft === 'object' && 'definition' in keptDraft
      ? renameKeys(keptDraft as Kept)
      : null;
  } catch {
    return null;
  }
}

/** A draft of 0.1.0 with the keys of now; until 0.2.0. */
function renameKeys(draft: Kept): Kept {
  const entries = Object.entries(draft.definition).map(([key, value]) => [OLD_KEYS[key] ?? key, value]);
  return { ...draft, definition: Object.fromEntries(entries) as Definition };
}

/** Of the browser's drafts the newest stay. */
function forgetOld(): void {
  const all = Object.keys(localStorage)
    .filter((name) => name.startsWith(KEY))
    .map((name) => ({ name, at: draftIn(localStorage, name)?.at ?? 0 }))
    .sort((a, b) => b.at - a.at);
  const old = all.filter(({ at }, i) => i >= MAX_DRAFTS || at < Date.now() - KEPT_MS);
  for (const { name } of old) localStorage.removeItem(name);
}
