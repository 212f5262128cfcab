import type { Reproduction } from '@/api/queries/notebook';
import type { DeltaOfRun, RunSummary } from '@/api/types';

/** Who is not as it was: another host, an absent one, one that cannot be asked. */
export function hostWords({ hosts }: Pick<Reproduction, 'hosts'>): string[] {
  return hosts.flatMap(({ role, then, now, online, condition }) => {
    if (now === null || now === undefined) return [`The ${role} was ${then}; this testbed has none.`];
    const said: string[] = [];
    if (!then) said.push(`${now} is the ${role} now; there was none then.`);
    else if (then !== now) said.push(`The ${role} was ${then} and is ${now} here.`);
    if (!online) said.push(`${now} (${role}) is offline: this is its state when last seen.`);
    if (condition === 'dirty') said.push(`${now} (${role}) was left changed by an earlier experiment.`);
    return said;
  });
}

export interface Pair {
  name: string;
  /** Ids of the runs, for Compare. */
  runs: [string, string];
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
    const known = first?.change != null && again?.change != null;
    return [
      {
        name: run.name,
        runs: [before.id, run.id],
        then: first,
        now: again,
        agree: known ? first.verdict === again.verdict : undefined,
      } satisfies Pair,
    ];
  });
}

const deltaOf = ({ deltas }: Half, id: string) => deltas.find(({ run_id }) => run_id === id);

/** “9 of 10 verdicts are the same.” */
export function agreement(pairs: Pair[]): string {
  const known = pairs.filter(({ agree }) => agree !== undefined);
  const same = known.filter(({ agree }) => agree).length;
  if (known.length === 0) return 'There is nothing to compare yet.';
  if (known.length === 1) return same ? 'The verdict is the same.' : 'The verdict is different.';
  if (same === known.length) return `All ${same} verdicts are the same.`;
  return `${same === 0 ? 'None' : same} of ${known.length} verdicts ${same === 1 ? 'is' : 'are'} the same.`;
}
