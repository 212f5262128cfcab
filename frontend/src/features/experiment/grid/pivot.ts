import type { Scope } from '../view/scope';

/** What a grid's runs differ in: its factors, and the workload where there are several. */
export interface Dimension {
  name: string;
  levels: string[];
  isWorkload: boolean;
}

/** Which dimension goes where; the others stand at one level, or are averaged over. */
export interface Axes {
  rows: Dimension;
  columns: Dimension;
  otherDimensions: Dimension[];
}

/** A level, or null for the mean over all levels. */
export type LevelChoice = string | null;
export type LevelChoices = Record<string, LevelChoice>;

/** As the server names them: a factor may be called “workload” too. */
export function dimensionsOf(factors: Record<string, string[]>, { workloads }: Scope): Dimension[] {
  const names = Object.keys(factors);
  const all = names.map((name) => ({ name, levels: factors[name] ?? [], isWorkload: false }));
  if (workloads.length < 2 || names.length === 0) return all;
  const name =
    ['workload', 'load', 'the workload'].find((candidate) => !names.includes(candidate)) ?? 'workload';
  return [...all, { name, levels: workloads, isWorkload: true }];
}

/** Two dimensions with several levels each can be crossed. */
export const isCrossed = (dimensions: Dimension[]) =>
  dimensions.filter(({ levels }) => levels.length > 1).length > 1;

/** The wanted dimensions where they exist, else the first two with several levels. */
export function axesOf(dimensions: Dimension[], rows?: string, columns?: string): Axes | undefined {
  const several = dimensions.filter(({ levels }) => levels.length > 1);
  const down = dimensions.find(({ name }) => name === rows) ?? several.find(({ name }) => name !== columns);
  const across =
    dimensions.find((dimension) => dimension.name === columns && dimension !== down) ??
    several.find((candidate) => candidate !== down);
  if (!down || !across) return undefined;
  return {
    rows: down,
    columns: across,
    otherDimensions: dimensions.filter((dimension) => dimension !== down && dimension !== across),
  };
}

/** What a dimension stands at unless the address says otherwise: the baseline's level, the page's workload. */
export const usual = ({ name, levels, isWorkload }: Dimension, { baseline, workload }: Scope): string =>
  isWorkload ? workload : (baseline?.factors?.[name] ?? levels[0] ?? '');

/** `log:memory,pin` of the address: log stands at memory, pin is averaged over; the rest is as usual. */
export function choicesOf(at: string | undefined, otherDimensions: Dimension[], scope: Scope): LevelChoices {
  const levelByName = new Map(
    (at ?? '').split(',').map((part) => {
      const [name = '', level] = part.split(':').map(decodePart);
      return [name, level ?? null] as const;
    }),
  );
  return Object.fromEntries(
    otherDimensions.map((dimension) => {
      const level = levelByName.get(dimension.name);
      const isLevel = level === null || (level !== undefined && dimension.levels.includes(level));
      return [dimension.name, isLevel ? level : usual(dimension, scope)];
    }),
  );
}

/** The other way round; what is as usual is left out of the address. */
export function atText(
  choices: LevelChoices,
  otherDimensions: Dimension[],
  scope: Scope,
): string | undefined {
  const parts = otherDimensions.flatMap((dimension) => {
    const choice = choices[dimension.name];
    if (choice === undefined || choice === usual(dimension, scope)) return [];
    return [[dimension.name, ...(choice === null ? [] : [choice])].map(encodeURIComponent).join(':')];
  });
  return parts.join(',') || undefined;
}

/** What the server is asked for. */
export const requestedAt = (choices: LevelChoices): string[] =>
  Object.entries(choices).map(([name, choice]) => (choice === null ? name : `${name}:${choice}`));

/** “log off · pinned, averaged over workload”. */
export function choiceWords(choices: LevelChoices): string {
  const entries = Object.entries(choices);
  const levels = entries.flatMap(([name, choice]) => (choice === null ? [] : [`${name} ${choice}`]));
  const averagedNames = entries.flatMap(([name, choice]) => (choice === null ? [name] : []));
  return [levels.join(' · '), averagedNames.length > 0 && `averaged over ${averagedNames.join(' and ')}`]
    .filter(Boolean)
    .join(', ');
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
