import type { Reproduction } from '@/api/queries/annotations';
import type { DeltaOfRun, RunSummary } from '@/api/types';

/** Who is not as it was: another host, an absent one, one that cannot be asked. */
export function hostWords({ hosts }: Pick<Reproduction, 'hosts'>): string[] {
  return hosts.flatMap(({ role, then, now, online, condition }) => {
    if (now === null || now === undefined) return [`The ${role} was ${then}; this testbed has none.`];
    const sentences: string[] = [];
    if (!then) sentences.push(`${now} is the ${role} now; there was none then.`);
    else if (then !== now) sentences.push(`The ${role} was ${then} and is ${now} here.`);
    if (!online) sentences.push(`${now} (${role}) is offline: this is its state when last seen.`);
    if (condition === 'needs_restore')
      sentences.push(`${now} (${role}) was left changed by an earlier experiment.`);
    return sentences;
  });
}

export interface Pair {
  name: string;
  then?: DeltaOfRun;
  now?: DeltaOfRun;
  /** Undefined where one of them has no change. */
  agree?: boolean;
}

interface Half {
  runs: RunSummary[];
  deltas: DeltaOfRun[];
}

/** Runs of both experiments with the same name, the baseline left out. */
export function pairsOf(then: Half, now: Half): Pair[] {
  const old = new Map(then.runs.filter((run) => !run.deleted).map((run) => [run.name, run]));
  return now.runs.flatMap((run) => {
    const before = old.get(run.name);
    if (!before || run.deleted || run.is_baseline) return [];
    const [first, again] = [deltaOf(then, before.id), deltaOf(now, run.id)];
    const hasBoth = first?.change != null && again?.change != null;
    return [
      {
        name: run.name,
        then: first,
        now: again,
        agree: hasBoth ? first.verdict === again.verdict : undefined,
      } satisfies Pair,
    ];
  });
}

const deltaOf = ({ deltas }: Half, id: string) => deltas.find(({ run_id }) => run_id === id);

/** “9 of 10 verdicts are the same.” */
export function agreement(pairs: Pair[]): string {
  const comparablePairs = pairs.filter(({ agree }) => agree !== undefined);
  const sameCount = comparablePairs.filter(({ agree }) => agree).length;
  if (comparablePairs.length === 0) return 'There is nothing to compare yet.';
  if (comparablePairs.length === 1)
    return sameCount ? 'The verdict is the same.' : 'The verdict is different.';
  if (sameCount === comparablePairs.length) return `All ${sameCount} verdicts are the same.`;
  return `${sameCount === 0 ? 'None' : sameCount} of ${comparablePairs.length} verdicts ${sameCount === 1 ? 'is' : 'are'} the same.`;
}
