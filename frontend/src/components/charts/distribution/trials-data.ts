import { closeDomain, isNumber, numbers } from '@/components/charts/kit/scales';
import { measure, plural } from '@/components/words/format';

export interface TrialPoint {
  id: string;
  /** Counted from 1. */
  round: number;
  /** Of a baseline that is measured several times in a long round, from 1. */
  repeat?: number;
  value: number | null;
  /** Absent or empty: the trial counts. */
  invalid?: string;
}

export interface TrialsBand {
  mean: number | null;
  /** The 95% interval of the mean, or mean ± spread: the caption says which. */
  low?: number | null;
  high?: number | null;
}

/** Width of a round's trials, where it has several. */
const SIDE_BY_SIDE = 0.6;

const beside = (repeat: number, most: number) =>
  most > 1 ? ((repeat - 1) / (most - 1) - 0.5) * SIDE_BY_SIDE : 0;

export function trialsData(trials: TrialPoint[], band?: TrialsBand) {
  const most = Math.max(1, ...trials.map(({ repeat = 1 }) => repeat));
  const finiteTrials = trials
    .filter((trial) => isNumber(trial.value))
    .map((trial) => ({ ...trial, at: trial.round + beside(trial.repeat ?? 1, most) }));
  const values = numbers([...finiteTrials.map((trial) => trial.value), band?.low, band?.high, band?.mean]);
  return {
    valid: finiteTrials.filter((trial) => !trial.invalid),
    invalid: finiteTrials.filter((trial) => trial.invalid),
    rounds: [...new Set(trials.map((trial) => trial.round))].sort((a, b) => a - b),
    ...closeDomain(values),
  };
}

/** One sentence for those who cannot see the dots. */
export function trialsSummary(trials: TrialPoint[], unit: string): string {
  const valid = numbers(trials.filter(({ invalid }) => !invalid).map(({ value }) => value));
  const leftOutCount = trials.length - valid.length;
  const countText = `${plural(valid.length, 'valid trial')}${leftOutCount ? `, ${leftOutCount} left out` : ''}`;
  if (valid.length === 0) return countText;
  const mean = valid.reduce((sum, value) => sum + value, 0) / valid.length;
  const [low, high] = [Math.min(...valid), Math.max(...valid)].map((value) => measure(value, unit));
  return `${countText}, from ${low} to ${high}, mean ${measure(mean, unit)}`;
}
