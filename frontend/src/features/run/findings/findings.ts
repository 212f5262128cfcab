import type { Run, TrialDetail } from '@/api/types';
import { count } from '@/components/words/format';

export type Rule = Run['rules'][number];

export interface FoundRow {
  code: string;
  level: Rule['level'];
  /** What the check is about. */
  title: string;
  /** The worst case, as the trial says it. */
  message: string;
  threshold: string;
  rounds: number[];
}

const LEVELS: Rule['level'][] = ['invalid', 'suspect', 'note'];

/** A definition may allow some failures: then the limit is a number of this trial. */
function limitOf(code: string, rule: Rule | undefined, threshold: number | null | undefined): string {
  if (code === 'failed_requests' && threshold != null) return threshold ? `at most ${count(threshold)}` : '0';
  return rule?.limit ?? '–';
}

/** One row for each check that found something, disqualifying ones first, with its worst case. */
export function foundRows(trials: TrialDetail[], rules: Rule[]): FoundRow[] {
  const byCode = new Map(rules.map((rule) => [rule.code, rule]));
  const rows = new Map<string, FoundRow & { worst: number }>();
  for (const { findings, round } of trials) {
    for (const { code, level, message, value, threshold } of findings) {
      const key = `${code} ${level}`;
      const knownRow = rows.get(key);
      const worst = value ?? 0;
      const rounds = [...new Set([...(knownRow?.rounds ?? []), round])].sort((a, b) => a - b);
      if (knownRow && knownRow.worst >= worst) rows.set(key, { ...knownRow, rounds });
      else
        rows.set(key, {
          code,
          level,
          title: byCode.get(code)?.title ?? code.replaceAll('_', ' '),
          message,
          threshold: limitOf(code, byCode.get(code), threshold),
          rounds,
          worst,
        });
    }
  }
  return [...rows.values()].sort((a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level));
}

/** [1, 2, 3, 7] → “1–3, 7”. */
export function roundList(rounds: number[]): string {
  const parts: [number, number][] = [];
  for (const round of rounds) {
    const last = parts.at(-1);
    if (last && round === last[1] + 1) last[1] = round;
    else parts.push([round, round]);
  }
  return parts.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(', ');
}
