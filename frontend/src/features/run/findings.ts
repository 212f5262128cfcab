import type { TrialDetail } from '@/api/types';
import { count, share } from '@/components/format';

export interface FoundRow {
  code: string;
  level: 'invalid' | 'suspect';
  /** What the check is about. */
  title: string;
  /** The worst case, as the trial says it. */
  message: string;
  threshold: string;
  rounds: number[];
}

interface Check {
  title: string;
  limit: string;
}

const asShare = ['other_cpu', 'steal', 'generator_limited'];

const CHECKS: Record<string, Check> = {
  no_request: { title: 'Answers', limit: 'at least 1 request' },
  failed_requests: { title: 'Failed requests', limit: '0' },
  connections: { title: 'Connections opened', limit: '0 missing' },
  generator_limited: { title: 'Load tool’s own limit', limit: 'below 95% of its CPUs' },
  other_cpu: { title: 'CPU used by others', limit: 'below 5%' },
  steal: { title: 'CPU taken by the hypervisor', limit: 'below 2%' },
  listen_overflow: { title: 'Accept queue overflows', limit: '0' },
};

/** The names of all checks that a trial goes through. */
export const CHECK_TITLES = Object.values(CHECKS).map(({ title }) => title);

function limitOf(code: string, threshold: number | null | undefined): string {
  if (threshold == null) return CHECKS[code]?.limit ?? '–';
  return asShare.includes(code) ? `below ${share(threshold)}` : count(threshold);
}

/** One row for each check that found something, disqualifying ones first, with its worst case. */
export function foundRows(trials: TrialDetail[]): FoundRow[] {
  const rows = new Map<string, FoundRow & { worst: number }>();
  for (const { findings, round } of trials) {
    for (const { code, level, message, value, threshold } of findings) {
      const key = `${code} ${level}`;
      const known = rows.get(key);
      const worst = value ?? 0;
      const rounds = [...new Set([...(known?.rounds ?? []), round])].sort((a, b) => a - b);
      if (known && known.worst >= worst) rows.set(key, { ...known, rounds });
      else
        rows.set(key, {
          code,
          level,
          title: CHECKS[code]?.title ?? code.replaceAll('_', ' '),
          message,
          threshold: limitOf(code, threshold),
          rounds,
          worst,
        });
    }
  }
  return [...rows.values()].sort((a, b) => a.level.localeCompare(b.level));
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
