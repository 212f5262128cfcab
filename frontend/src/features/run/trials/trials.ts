import type { TrialDetail } from '@/api/types';
import type { TrialPoint } from '@/components/charts/distribution/trials-data';
import { metricsIn } from '@/components/words/metrics';

/** What can be shown for each trial. */
export const TRIAL_METRICS = metricsIn('trials').map(({ name, short, unit }) => ({
  value: name,
  label: short,
  unit,
}));

export const trialMetric = (name: string | undefined) =>
  TRIAL_METRICS.find(({ value }) => value === name) ?? TRIAL_METRICS[0]!;

const FINAL = ['done', 'invalid', 'failed', 'cancelled'];
export const hasEnded = (trial: TrialDetail) => FINAL.includes(trial.state);

/** Why a trial does not count, in words; undefined when it does. */
export function whyLeftOut({ state, findings, failure }: TrialDetail): string | undefined {
  if (state === 'done') return undefined;
  const invalid = findings.filter(({ level }) => level === 'invalid').map(({ message }) => message);
  return invalid.join('; ') || failure?.message || state;
}

/** Dots by round: trials that ended and have a value, hollow where they do not count. */
export function trialPoints(trials: TrialDetail[], metric: string): TrialPoint[] {
  return trials.filter(hasEnded).map((trial) => ({
    id: trial.id,
    round: trial.round,
    repeat: trial.repeat,
    value: trial.figures[metric] ?? null,
    invalid: whyLeftOut(trial),
  }));
}

/** The trial that the page shows in detail: the one in the address, else the first valid, else the first begun. */
export function shownTrial(trials: TrialDetail[], chosenId: string | undefined): TrialDetail | undefined {
  return (
    trials.find(({ id }) => id === chosenId) ??
    trials.find(({ state }) => state === 'done') ??
    trials.find(({ started_at }) => started_at !== null) ??
    trials.find(hasEnded)
  );
}

export interface Failures {
  requests: number;
  failedCount: number;
  /** “12 timeouts”, in the order of their number; empty when nothing failed. */
  kinds: string[];
}

const WORDS: Record<string, string> = {
  connect: 'not connected',
  read: 'read errors',
  write: 'write errors',
  timeout: 'timeouts',
  status: 'status 4xx or 5xx',
  length: 'wrong length',
  exceptions: 'exceptions',
};

/** Requests and failures over every measured trial, those that do not count included. */
export function failuresOf(trials: TrialDetail[]): Failures {
  const sum = (name: string) => trials.reduce((total, { figures }) => total + (figures[name] ?? 0), 0);
  const kinds = Object.keys(WORDS)
    .map((kind) => ({ kind, n: trials.reduce((total, { errors }) => total + (errors[kind] ?? 0), 0) }))
    .filter(({ n }) => n > 0)
    .sort((a, b) => b.n - a.n);
  return {
    requests: sum('requests'),
    failedCount: sum('failed_requests'),
    kinds: kinds.map(({ kind, n }) => `${n} ${WORDS[kind]}`),
  };
}
