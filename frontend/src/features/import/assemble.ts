import type { ImportIn, ImportReport, Preview, RunGuess, WorkloadGuess } from '@/api/types';
import { endsOnlyBy, toolNamed } from '@/components/words/tools';

import type { ImportDraft, LoadEdit } from './import-draft';

/** A run as the page shows it: the suggestion with what was changed. */
export interface RunRow {
  /** Stays while texts come and go: of its first report, or of its row. */
  key: string;
  variant: string;
  topology: 'direct' | 'proxied' | 'proxy_only';
  workload: string;
  settings: string;
  leftOut: boolean;
  /** Key of the run that it is the next step of. */
  parent?: string;
  guess: RunGuess;
  /** Reports that are its trials; none for a row of a table. */
  reports: ImportReport[];
}

export interface LoadRow {
  /** As suggested; edits are kept under it. */
  key: string;
  name: string;
  guess: WorkloadGuess;
  edit: LoadEdit;
  /** What no text says of it is as typed for the first. */
  isAsFirst: boolean;
}

export const reportKey = (ids: readonly string[], { text, report }: { text: number; report: number }) =>
  `${ids[text] ?? text}/${report}`;

/** “texts[2].rows[3]” → “t7.rows[3]”, with the text's own id. */
const placeKey = (ids: readonly string[], place: string) =>
  place.replace(/^texts\[(\d+)\]/, (_, index: string) => ids[Number(index)] ?? index);

/** The suggested runs with reports moved between them, names and settings as edited. */
export function runRows(preview: Preview, draft: ImportDraft, ids: readonly string[]): RunRow[] {
  const loads = loadRows(preview, draft);
  const fallback = loads[0]?.name ?? 'default';
  const rows = preview.runs.map((guess): RunRow => {
    const key = placeKey(ids, guess.place ?? '');
    const edit = draft.runs[key] ?? {};
    const ownLoad = loads.find((load) => load.key === guess.workload)?.name ?? fallback;
    return {
      key,
      guess,
      variant: edit.variant ?? guess.variant ?? '',
      topology: edit.topology ?? guess.topology ?? 'proxied',
      workload: loads.some(({ name }) => name === edit.workload) ? (edit.workload ?? ownLoad) : ownLoad,
      settings: edit.settings ?? settingsText(guess.settings ?? {}),
      leftOut: edit.left_out ?? false,
      reports: [],
    };
  });
  return dealReports(preview, draft, ids, rows);
}

/** Reports to their runs: as suggested, unless they were moved; a run made by hand has its first report's key. */
function dealReports(preview: Preview, draft: ImportDraft, ids: readonly string[], rows: RunRow[]): RunRow[] {
  const out = [...rows];
  const whole = preview.reports.filter(({ problem }) => problem === null);
  const suggestedRow = (report: ImportReport) =>
    rows.find(({ guess }) => guess.trials.some((trial) => isReport(trial, report)));
  for (const report of whole) {
    const key = reportKey(ids, report);
    if (draft.moved[key] === key) ownLoad(out, key, draft, suggestedRow(report));
  }
  for (const report of whole) {
    const chosenKey = draft.moved[reportKey(ids, report)];
    (out.find((row) => row.key === chosenKey) ?? suggestedRow(report))?.reports.push(report);
  }
  return out.filter(
    ({ reports, guess }) => reports.length > 0 || guess.trials.some(({ figures }) => figures),
  );
}

const isReport = (trial: RunGuess['trials'][number], { text, report }: ImportReport) =>
  trial.text === text && (trial.report ?? 0) === report;

function ownLoad(rows: RunRow[], key: string, draft: ImportDraft, like?: RunRow): void {
  if (!like) return;
  const edit = draft.runs[key] ?? {};
  rows.push({
    ...like,
    key,
    variant:
      edit.variant ??
      free(
        `${like.variant} (2)`,
        rows.map(({ variant }) => variant),
      ),
    settings: edit.settings ?? '',
    topology: edit.topology ?? like.topology,
    workload: edit.workload ?? like.workload,
    leftOut: edit.left_out ?? false,
    reports: [],
  });
}

function free(name: string, takenNames: readonly string[]): string {
  if (!takenNames.includes(name)) return name;
  const base = name.replace(/ \(\d+\)$/, '');
  for (let n = 2; ; n++) if (!takenNames.includes(`${base} (${n})`)) return `${base} (${n})`;
}

export const loadRows = (preview: Preview, draft: ImportDraft): LoadRow[] =>
  preview.workloads.map((guess) => {
    const key = guess.name ?? 'default';
    const { name, ...ownEdit } = draft.loads[key] ?? {};
    const first = guess.tool ? guess : preview.workloads.find(({ tool }) => !tool);
    const edit = first === guess ? ownEdit : { ...sharedEdit(draft, guess, first), ...ownEdit };
    return { key, guess, edit, name: String(name ?? key), isAsFirst: first !== guess };
  });

/** What was typed about the first load without a tool is so of the others too, but for what a text says of them. */
function sharedEdit(draft: ImportDraft, guess: WorkloadGuess, first?: WorkloadGuess): LoadEdit {
  const entries = Object.entries(draft.loads[first?.name ?? 'default'] ?? {});
  return Object.fromEntries(entries.filter(([field]) => guess[field as keyof WorkloadGuess] == null));
}

const settingsText = (settings: Record<string, string>) =>
  Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join('\n');

/** One setting per line: `name = value`, `name: value`, `name value;` as in nginx.conf, or a name alone. */
export function settingsOf(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const plain = line.trim().replace(/;$/, '').trim();
    if (plain === '' || plain.startsWith('#')) continue;
    const [, name = plain, value = ''] = /^([^\s=:]+)\s*[=:\s]\s*(.*)$/.exec(plain) ?? [];
    settings[name] = value.trim();
  }
  return settings;
}

/** As they were read, where nobody has edited them: their text may have `;` and `=` of its own. */
const settingsOfRow = ({ settings, guess }: RunRow) =>
  settings === settingsText(guess.settings ?? {}) ? guess.settings : settingsOf(settings);

type Numeric = 'threads' | 'connections' | 'duration_s' | 'requests';

/** A field of a load as it will be sent; undefined where it has to be typed. */
export function loadValue({ guess, edit }: LoadRow, field: Numeric): number | undefined {
  const text = edit[field];
  if (text !== undefined) return text === '' ? undefined : Number(text);
  return guess[field] ?? undefined;
}

export const toolOf = ({ guess, edit }: LoadRow) =>
  (edit.tool as string | undefined) ?? guess.tool ?? undefined;

/** Whether nobody has said it: neither the text nor the one who imports it. */
export function isOpen(load: LoadRow, openField: 'connections' | 'length'): boolean {
  const fields: Numeric[] = openField === 'connections' ? ['connections'] : ['requests', 'duration_s'];
  return fields.every((field) => loadValue(load, field) === undefined);
}

/** What still has to be typed about a load, in words. */
export function missingOf(load: LoadRow): string[] {
  const tool = toolOf(load);
  const facts = tool ? toolNamed(tool) : undefined;
  const { unknown: unknownFields = [] } = load.edit;
  const missing = [];
  if (!tool) missing.push('the tool');
  const leftOpen = isOpen(load, 'connections') && unknownFields.includes('connections');
  if (isOpen(load, 'connections') && !leftOpen) missing.push('connections');
  if (!leftOpen && facts?.threads.maximum !== 1 && loadValue(load, 'threads') === undefined)
    missing.push('threads');
  if (isOpen(load, 'length') && !unknownFields.includes('length'))
    missing.push(endsOnlyBy(facts, 'duration') ? 'the duration' : tool ? 'requests' : 'duration or requests');
  return missing;
}

/** The body to be posted. What is wrong with it, the server says. */
export function bodyOf(
  preview: Preview,
  draft: ImportDraft,
  texts: readonly { id: string; name: string; text: string }[],
): ImportIn {
  const ids = texts.map(({ id }) => id);
  const rows = withSteps(runRows(preview, draft, ids), draft).filter(({ leftOut }) => !leftOut);
  const loads = loadRows(preview, draft);
  const usedLoads = loads.filter(({ name }) => rows.some(({ workload }) => workload === name));
  const baselines = baselinesOf(rows, preview, draft);
  return {
    name: draft.name.trim(),
    ...(draft.source.trim() && { source: draft.source.trim() }),
    notes: draft.notes,
    workloads: (usedLoads.length > 0 ? usedLoads : loads.slice(0, 1)).map(workload),
    factors: preview.factors,
    baseline: baselines[0]?.variant.trim(),
    allowed_failures: Number(draft.allowed || 0) / 100,
    runs: rows.map((row) => ({
      variant: row.variant.trim(),
      workload: row.workload,
      topology: row.topology,
      factors: row.guess.factors,
      settings: settingsOfRow(row),
      note: row.guess.note,
      trials: trialsOf(row),
      published: row.guess.published,
      parent: rows.find(({ key }) => key === row.parent)?.variant.trim(),
      baseline: baselines.includes(row),
      control: row.guess.control,
    })),
    texts: texts.map(({ name, text }) => ({ name, text })),
  } as unknown as ImportIn;
}

const trialsOf = ({ guess, reports }: RunRow) =>
  reports.length > 0 ? reports.map(({ text, report }) => ({ text, report })) : guess.trials;

function workload(load: LoadRow) {
  const tool = toolOf(load);
  const facts = tool ? toolNamed(tool) : undefined;
  const { guess, edit } = load;
  const path = edit.path === undefined ? guess.path : String(edit.path);
  const fields = {
    name: load.name.trim(),
    tool,
    threads: facts?.threads.maximum === 1 || isOpen(load, 'connections') ? 1 : loadValue(load, 'threads'),
    connections: loadValue(load, 'connections'),
    duration_s: loadValue(load, 'duration_s'),
    requests: endsOnlyBy(facts, 'duration') ? undefined : loadValue(load, 'requests'),
    keepalive: edit.keepalive ?? guess.keepalive ?? true,
    path: path || undefined,
    host: guess.host ?? undefined,
    protocol: tool === guess.tool ? (guess.protocol ?? undefined) : undefined,
    rate: tool === guess.tool ? (guess.rate ?? undefined) : undefined,
    streams: tool === guess.tool ? (guess.streams ?? undefined) : undefined,
    unknown: (['connections', 'length'] as const).filter((field) => isOpen(load, field)),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** For each workload the run that its others are compared with: as chosen, as suggested, or the first. */
export function baselinesOf(rows: readonly RunRow[], preview: Preview, draft: ImportDraft): RunRow[] {
  const workloads = [...new Set(rows.map((row) => row.workload))];
  return workloads.flatMap((name) => {
    const peers = rows.filter((row) => row.workload === name);
    const suggestions = [
      peers.find(({ key }) => key === draft.baselines[name]),
      peers.find(({ guess }) => guess.variant === preview.baseline),
      peers.find(({ guess }) => guess.baseline),
    ];
    return suggestions.find((row) => row) ?? peers[0] ?? [];
  });
}

/** Runs that nothing is compared with, because no other has their workload. */
export function aloneUnderWorkload(rows: readonly RunRow[]): RunRow[] {
  const count = (name: string) => rows.filter((row) => row.workload === name).length;
  return rows.length > 1 ? rows.filter((row) => count(row.workload) === 1) : [];
}

/** Whether runs are steps: as said, or as the table suggests. */
export const hasSteps = (rows: readonly RunRow[], draft: ImportDraft) =>
  draft.steps ?? rows.some(({ guess }) => guess.parent);

/** Each run with the one that it is the next step of: as chosen, as suggested, else the one above it. */
export function withSteps(rows: readonly RunRow[], draft: ImportDraft): RunRow[] {
  if (!hasSteps(rows, draft)) return [...rows];
  const hasSuggestions = rows.some(({ guess }) => guess.parent);
  return rows.map((row, i) => {
    const peers = rows.filter((peer) => peer.workload === row.workload && peer !== row && !peer.leftOut);
    const isAbove = (peer: RunRow) => peer.workload === row.workload && !peer.leftOut;
    const suggestion = hasSuggestions
      ? peers.find(({ guess }) => guess.variant === row.guess.parent)?.key
      : rows.slice(0, i).reverse().find(isAbove)?.key;
    const key = draft.runs[row.key]?.parent ?? suggestion;
    return { ...row, parent: peers.some((peer) => peer.key === key) ? key : undefined };
  });
}
