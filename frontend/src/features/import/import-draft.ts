import type { ImportColumn } from '@/api/types';

/** One text: pasted, or a dropped file. Its `id` stays the same while others come and go. */
export interface GivenText {
  id: string;
  name: string;
  text: string;
}

/** How to read a table where the guess is wrong; `skip` leaves it out. */
export interface TableChoice {
  skip?: boolean;
  columns?: ImportColumn[];
  decimal?: '.' | ',';
}

/** What was changed about a suggested run; what is missing is as suggested. */
export interface RunEdit {
  variant?: string;
  /** As typed, one setting per line: `worker_processes = 4`. */
  settings?: string;
  topology?: 'direct' | 'proxied' | 'proxy_only';
  workload?: string;
  /** Key of the run that it is the next step of; empty for none. */
  parent?: string;
  left_out?: boolean;
}

type LoadField = 'name' | 'tool' | 'threads' | 'connections' | 'duration_s' | 'requests' | 'path';
export type LoadEdit = Partial<Record<LoadField, string | number>> & {
  keepalive?: boolean;
  /** The source does not say: it stays unknown. */
  unknown?: ('connections' | 'length')[];
};

/** Everything that was typed or chosen on the page. */
export interface ImportDraft {
  texts: GivenText[];
  /** By the text's id and the number of the table: “t1/0”. */
  tables: Record<string, TableChoice>;
  runs: Record<string, RunEdit>;
  /** Report → the run that it was moved to; “text/report”. */
  moved: Record<string, string>;
  loads: Record<string, LoadEdit>;
  /** The answer to “repeats or variants?”. */
  together?: 'repeats' | 'variants';
  /** Workload → key of the run that its others are compared with. */
  baselines: Record<string, string>;
  /** Whether runs are steps, each after another one; as suggested if nothing is said. */
  steps?: boolean;
  name: string;
  source: string;
  notes: string;
  /** Percent of requests that may fail. */
  allowed: string | number;
  next: number;
}

export const EMPTY: ImportDraft = {
  texts: [],
  tables: {},
  runs: {},
  moved: {},
  loads: {},
  baselines: {},
  name: '',
  source: '',
  notes: '',
  allowed: 0,
  next: 1,
};

export const PASTED = 'pasted text';
const KEY = 'dyno.import';

export function loadDraft(): ImportDraft {
  try {
    const keptDraft: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return keptDraft && typeof keptDraft === 'object' && 'texts' in keptDraft
      ? { ...EMPTY, ...(keptDraft as ImportDraft) }
      : EMPTY;
  } catch {
    return EMPTY;
  }
}

/** Whether it could be kept: a tab's storage holds a few MB. */
export function saveDraft(draft: ImportDraft): boolean {
  try {
    if (draft === EMPTY) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export const isEmpty = ({ texts }: ImportDraft) => texts.every(({ text }) => text.trim() === '');

/** The texts that are not empty, in the order in which the API sees them. */
export const givenTexts = ({ texts }: ImportDraft) => texts.filter(({ text }) => text.trim() !== '');

export function withTexts(draft: ImportDraft, more: { name: string; text: string }[]): ImportDraft {
  const newTexts = more.map((item, i) => ({ ...item, id: `t${draft.next + i}` }));
  return { ...draft, texts: [...draft.texts, ...newTexts], next: draft.next + more.length };
}

/** What was pasted stands in one field: the first text of that name. */
export function withPasted(draft: ImportDraft, text: string): ImportDraft {
  const at = draft.texts.findIndex(({ name }) => name === PASTED);
  if (at < 0) return withTexts(draft, [{ name: PASTED, text }]);
  return { ...draft, texts: draft.texts.map((item, i) => (i === at ? { ...item, text } : item)) };
}

export const pastedOf = ({ texts }: ImportDraft) => texts.find(({ name }) => name === PASTED)?.text ?? '';

export const withoutText = (draft: ImportDraft, id: string): ImportDraft => ({
  ...draft,
  texts: draft.texts.filter((item) => item.id !== id),
});

/** Choices as the API takes them: by the numbers of texts and tables. */
export function tableChoices(texts: readonly GivenText[], { tables }: ImportDraft) {
  const choices: Record<string, Record<string, TableChoice & { skip: boolean }>> = {};
  texts.forEach(({ id }, i) => {
    for (const [key, choice] of Object.entries(tables))
      if (key.startsWith(`${id}/`))
        (choices[i] ??= {})[key.slice(id.length + 1)] = { skip: false, ...choice };
  });
  return choices;
}

/** A short stand-in for the texts, so that a request is made once for each of their states. */
export function versionOf(texts: readonly GivenText[]): string {
  return texts.map(({ id, name, text }) => `${id} ${name} ${text.length} ${hash(text)}`).join('\n');
}

function hash(text: string): number {
  let hashValue = 5381;
  for (let i = 0; i < text.length; i++) hashValue = ((hashValue << 5) + hashValue + text.charCodeAt(i)) | 0;
  return hashValue;
}
